// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/models/run/runfilter.h"
#include "core/models/run/runmodel.h"
#include "core/run/runengine.h"
#include "widgets/run/page/runexports.h"
#include "widgets/run/page/runfinder.h"
#include "widgets/run/page/runpanes.h"
#include "widgets/run/page/runtoolbar.h"

#include <QWidget>

#include <vector>

namespace podium::ui {

class FilterBar;
class FindBar;

/// One run on screen: its numbers, its panes, and what can be done with it. Fit for any page
/// that runs something on workers.
class RunView final : public QWidget
{
    Q_OBJECT

public:
    /// Both must outlive the view.
    RunView(run::Run &run, const Clock &clock, QWidget *parent = nullptr);
    ~RunView() override;

    [[nodiscard]] run::Run &run() { return m_run; }
    [[nodiscard]] const models::RunModel &model() const { return m_model; }
    [[nodiscard]] models::RunFilter &filter() { return m_filter; }
    [[nodiscard]] Presentation presentation() const { return m_panes->presentation(); }
    void setPresentation(Presentation presentation);
    /// First politely, then for good, as run::Run::stop().
    void stop();
    /// What the page around it does itself: stop and run again.
    void hideControls() { m_toolBar->hideControls(); }
    /// Makes its pane the current one; false: it is not among the workers of the run.
    bool showWorker(const WorkerRef &worker);
    void showFind();
    void showFilter();
    void focusPanes() { m_panes->focusPanes(); }
    [[nodiscard]] RunSaver &saver() { return m_exports.saver(); }
    [[nodiscard]] PaneGrid &grid() { return m_panes->grid(); }

signals:
    void rerunRequested(const std::vector<podium::WorkerRef> &workers);
    void saved(const QString &folder);
    void copied(int workers);
    void failed(const podium::Error &error); ///< QuotaExceeded: is to be saved, not copied
    /// Of a run that goes on without us: stopping what reads it would not end it.
    void endRequested(bool isKill);
    void leftUpwards(); ///< Esc where there is nothing to go back from

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void build();
    void connectRun();
    void connectFilter();
    void connectFinder();
    void connectPanes();
    void updateSummary();
    void stopDetached();
    void showHit();

    run::Run &m_run;
    models::RunModel m_model;
    models::RunFilter m_filter;
    RunExports m_exports;
    RunToolBar *m_toolBar;
    ProgressStrip *m_progress;
    FilterBar *m_filterBar;
    FindBar *m_find;
    RunFinder m_finder;
    RunPanes *m_panes;
    bool m_wasAskedToStop = false;
};

} // namespace podium::ui
