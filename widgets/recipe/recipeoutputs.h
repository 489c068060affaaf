// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/base/ids.h"
#include "core/run/runengine.h"

#include <QStackedWidget>
#include <QStringList>

#include <memory>
#include <vector>

namespace podium::ui {

class RunView;

/// What workers print while recipes are run: the panes of each run, of which the newest few are
/// kept, as those of commands are. What is shown belongs together: the runs of one recipe on the
/// same workers, of which each has the pane of the last one that it was in.
class RecipeOutputs final : public QStackedWidget
{
    Q_OBJECT

public:
    explicit RecipeOutputs(QWidget *parent = nullptr);
    ~RecipeOutputs() override;

    /// Shows it, too, from before it is started. `clock` must outlive this.
    RunView &add(const std::shared_ptr<run::Run> &run, const Clock &clock);
    /// Nothing is shown; what comes next belongs to other workers.
    void clearShown();
    /// Only this one; false: it is not kept.
    bool showRun(const QString &id);
    /// The worker's pane; false: none of the runs shown has it.
    bool showWorker(const WorkerRef &worker);
    [[nodiscard]] bool isShowing() const { return !m_shown.isEmpty(); }

signals:
    void leftUpwards();

private:
    struct Kept
    {
        std::shared_ptr<run::Run> run;
        RunView *view = nullptr;
        [[nodiscard]] const QString &id() const { return run->spec().runId; }
    };
    void dropOld();

    std::vector<Kept> m_kept; ///< the newest last
    QStringList m_shown;      ///< ids, the newest last
    const RunView *m_view = nullptr;
    WorkerRef m_worker; ///< whose pane that view was told to show
};

} // namespace podium::ui
