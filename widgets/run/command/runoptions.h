// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/runspec.h"

#include <QWidget>

class QCheckBox;
class QSpinBox;

namespace podium::ui {

/// What a run can be told besides where and what: mostly folded away.
class RunOptions final : public QWidget
{
    Q_OBJECT

public:
    explicit RunOptions(QWidget *parent = nullptr);
    [[nodiscard]] bool wantsTerminal() const;
    /// Writes them into a spec.
    void applyTo(run::RunSpec &spec) const;
    /// What differs from the usual, in a few words; empty: nothing.
    [[nodiscard]] QString summary() const;

signals:
    void changed();

private:
    QSpinBox *m_fanOut;
    QSpinBox *m_connectLimit;
    QSpinBox *m_totalLimit;
    QCheckBox *m_failFast;
    QCheckBox *m_terminal;
    QCheckBox *m_keepsInputOpen;
};

} // namespace podium::ui
