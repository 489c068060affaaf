// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/run/mergedlines.h"
#include "widgets/run/output/outputview.h"
#include "widgets/run/panes/repaintscheduler.h"

#include <QFrame>

namespace podium::ui {

/// MergedLines as a view reads them.
class MergedSource final : public LineSource
{
public:
    /// Both must outlive it.
    MergedSource(const models::MergedLines &lines, const run::OutputStore &store)
        : m_lines(lines)
        , m_store(store)
    {}
    [[nodiscard]] int lineCount() const override { return m_lines.lineCount(); }
    [[nodiscard]] run::StyledLine line(int index) const override { return m_lines.line(index); }
    [[nodiscard]] run::Elision cut() const override { return m_lines.cut(); }
    [[nodiscard]] int textColumn(int index) const override { return m_lines.textColumn(index); }
    [[nodiscard]] bool isThere(int index) const override;
    void want(int index) const override;
    [[nodiscard]] int revision() const override { return m_store.revision(); }

private:
    const models::MergedLines &m_lines;
    const run::OutputStore &m_store;
};

/// The lines of all workers in one view, in the order in which they came, each with its time and
/// its worker.
class MergedPane final : public QFrame
{
    Q_OBJECT

public:
    /// Both must outlive it.
    MergedPane(
        models::MergedLines &lines, const run::OutputStore &store, QWidget *parent = nullptr);
    ~MergedPane() override;

    void setLook(const std::shared_ptr<const OutputTheme> &look);
    void setWrap(bool wrap) { m_output->setWrap(wrap); }
    /// Only these workers' lines.
    void setShown(const QVector<int> &slotNumbers);
    /// Marks what matches, and shows `current` where its length is not 0.
    void setHits(
        const std::shared_ptr<const run::OutputSearch> &search, const models::SearchHit &current);
    /// There may be more.
    void outputChanged();
    [[nodiscard]] OutputView &output() { return *m_output; }

signals:
    void opened(int slot); ///< Return on a line
    void zoomRequested(int steps);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    models::MergedLines &m_lines;
    MergedSource m_source;
    OutputView *m_output;
    RepaintScheduler m_pump;
};

} // namespace podium::ui
