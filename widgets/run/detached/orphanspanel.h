// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/detached/runjournal.h"
#include "core/run/runspec.h"

#include <QFrame>

#include <functional>
#include <memory>
#include <vector>

class QScrollArea;
class QVBoxLayout;

namespace podium::ui {

/// Runs whose program was killed: where they may still run, and what can be done about each. A run
/// leaves when its workers have said that nothing of it runs any more, or the person does not want
/// to know.
class OrphansPanel final : public QFrame
{
    Q_OBJECT

public:
    /// Starts a run on the page, and gives it.
    using Start = std::function<run::Run *(run::RunSpec)>;
    explicit OrphansPanel(Start start, QWidget *parent = nullptr);
    ~OrphansPanel() override;

    /// Hidden while there are none.
    void setRuns(const std::vector<run::OrphanedRun> &runs);

signals:
    void countChanged(int runs);

private:
    struct Row;
    void addRow(const run::OrphanedRun &orphan);
    void ask(Row &row, run::RunSpec spec);
    void learn(Row &row, const run::Run &answers);
    void showState(Row &row);
    void remove(Row &row);
    void fit();

    const Start m_start;
    std::vector<std::unique_ptr<Row>> m_rows;
    QScrollArea *m_rowArea;
    QVBoxLayout *m_column; ///< of rows
};

} // namespace podium::ui
