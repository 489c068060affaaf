// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/config/settings.h"
#include "widgets/settings/section.h"

#include <QProcessEnvironment>

class QLineEdit;
class QPlainTextEdit;
class QSpinBox;

namespace podium::ui {

/// As whom and with which keys Podium logs in on workers. What the environment says goes before:
/// such a field is shown with that value and cannot be edited.
class SshSection final : public Section
{
    Q_OBJECT

public:
    explicit SshSection(const QProcessEnvironment &environment, QWidget *parent = nullptr);
    /// `file`: what config.json says; `effective`: what counts.
    void setSettings(const store::Settings &file, const store::Settings &effective);
    void applyTo(store::Settings &settings) const;

signals:
    void edited();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    /// A row; with what stands in its way, where the environment does.
    void addSetting(const QString &name, QWidget *field, const char *variable);
    [[nodiscard]] bool isSet(const char *variable) const;
    [[nodiscard]] QStringList keys() const;
    void checkUser();

    QProcessEnvironment m_environment;
    QLineEdit *m_user = nullptr;
    QLabel *m_userNote = nullptr;
    QSpinBox *m_port = nullptr;
    QPlainTextEdit *m_keys = nullptr;
    store::Settings m_shown;
};

} // namespace podium::ui
