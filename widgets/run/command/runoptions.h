// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/runspec.h"

#include <QWidget>

class QCheckBox;
class QHBoxLayout;
class QSpinBox;

namespace podium::ui {

class FileField;

/// What a run can be told besides where and what: mostly folded away.
class RunOptions final : public QWidget
{
    Q_OBJECT

public:
    explicit RunOptions(QWidget *parent = nullptr);
    [[nodiscard]] bool wantsTerminal() const;
    /// The file that each worker gets as stdin, to be read when a run begins; empty: none.
    [[nodiscard]] QString inputFile() const;
    /// Writes them into a spec, but for what is in that file.
    void applyTo(run::RunSpec &spec) const;
    /// What differs from the usual, in a few words; empty: nothing.
    [[nodiscard]] QString summary() const;

signals:
    void changed();

private:
    void addNumbers(QHBoxLayout &row);
    void addChoices(QHBoxLayout &row);
    void connectAll();

    QSpinBox *m_fanOut;
    QSpinBox *m_loginsAtOnce;
    QSpinBox *m_connectLimit;
    QSpinBox *m_totalLimit;
    QCheckBox *m_failFast;
    QCheckBox *m_terminal;
    QCheckBox *m_keepsInputOpen;
    FileField *m_input;
};

} // namespace podium::ui
