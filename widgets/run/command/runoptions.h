// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/runspec.h"

#include <QWidget>

class QCheckBox;
class QHBoxLayout;
class QSpinBox;

namespace podium::ui {

class ContentFields;

/// What a run can be told besides where and what: mostly folded away.
class RunOptions final : public QWidget
{
    Q_OBJECT

public:
    explicit RunOptions(QWidget *parent = nullptr);
    [[nodiscard]] bool wantsTerminal() const;
    /// The file that each worker gets as stdin, to be read when a run begins; empty: none.
    [[nodiscard]] QString inputFile() const;
    /// Lines of variables that were typed, and a file with more, to be read as well.
    [[nodiscard]] QByteArray typedEnvironment() const;
    [[nodiscard]] QString environmentFile() const;
    /// Writes them into a spec, but for what is in these files and lines.
    void applyTo(run::RunSpec &spec) const;
    /// What differs from the usual, in a few words each; empty: nothing.
    [[nodiscard]] QStringList summary() const;

signals:
    void changed();

private:
    void addNumbers(QHBoxLayout &row);
    void addWaits(QHBoxLayout &row);
    void addChoices(QHBoxLayout &row);
    void connectAll();
    [[nodiscard]] QStringList limitsSummary() const;
    [[nodiscard]] std::chrono::seconds firstOutputLimit() const;

    QSpinBox *m_fanOut;
    QSpinBox *m_loginsAtOnce;
    QSpinBox *m_connectLimit;
    QSpinBox *m_totalLimit;
    QSpinBox *m_stepLimit;
    QSpinBox *m_firstOutputLimit;
    QSpinBox *m_idleLimit;
    QCheckBox *m_failFast;
    QCheckBox *m_terminal;
    QCheckBox *m_keepsInputOpen;
    ContentFields *m_contents;
};

} // namespace podium::ui
