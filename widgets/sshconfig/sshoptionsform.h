// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sshconfig/plan/configplan.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;

namespace podium::ui {

/// What the person chooses for the generated entries. Says so at once, when an edit is finished.
class SshOptionsForm final : public QWidget
{
    Q_OBJECT

public:
    explicit SshOptionsForm(QWidget *parent = nullptr);

    /// `options` as set here; what is left empty here is taken from `effective`, and said so.
    /// Leaves alone what the person is typing, and what was refused.
    void
    setOptions(const sshconfig::ConfigOptions &options, const sshconfig::ConfigOptions &effective);

signals:
    void optionsEdited(const podium::sshconfig::ConfigOptions &options);
    /// A field that is being edited has another value meanwhile: what to say of it.
    void overtaken(const QString &what);

private:
    void show(QLineEdit *edit, const QString &before, const QString &now);
    void edited();
    void chooseKey();
    /// What is wrong with what stands in the fields; empty: nothing.
    [[nodiscard]] QString problem() const;

    sshconfig::ConfigOptions m_options;
    QLineEdit *m_pattern = nullptr;
    QLineEdit *m_user = nullptr;
    QLineEdit *m_key = nullptr;
    QCheckBox *m_forward = nullptr;
    QLabel *m_problem = nullptr;
};

} // namespace podium::ui
