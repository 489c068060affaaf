// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/run/runmodel.h"
#include "core/run/runterminals.h"

#include <QObject>
#include <QVector>

#include <memory>

namespace podium::ui {

class PaneGrid;
class SinglePane;
class TypingBar;

/// What makes the panes of a run such that one can type in them: its terminals, if it has them, and
/// the bar that says who gets it. For a run that takes no typing there is neither.
class RunTyping final : public QObject
{
    Q_OBJECT

public:
    /// Before the run is started and the panes have shown anything. All must outlive it, but for
    /// the panes, which must go before.
    RunTyping(run::Run &run, const models::RunModel &model, PaneGrid &grid, SinglePane &single);
    ~RunTyping() override;

    /// For below the panes, not owned; null: the run takes no typing.
    [[nodiscard]] TypingBar *bar() const { return m_bar; }
    /// Null: the panes are none.
    [[nodiscard]] const run::RunTerminals *terminals() const { return m_terminals.get(); }
    /// "All" are those that are shown; `current` is the one, -1: none.
    void setShown(const QVector<int> &slotNumbers, int current);

private:
    void connectKeyboard(PaneGrid &grid, SinglePane &single);

    std::unique_ptr<run::RunTerminals> m_terminals;
    TypingBar *m_bar = nullptr;
};

} // namespace podium::ui
