// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/models/run/pastrunsmodel.h"
#include "core/models/run/reciperecorder.h"
#include "core/run/runengine.h"
#include "core/store/runhistory.h"

#include <QHash>
#include <QObject>

namespace podium::ui {
class RunPage;
}

namespace podium::app {

class ActivityFeed;

/// Keeps what is run in this window: in the list of past runs from its beginning on, and in the
/// activity when it has come to an end, whichever that is.
class RunRecorder final : public QObject
{
    Q_OBJECT

public:
    /// All references must outlive it.
    RunRecorder(
        ui::RunPage &page, store::RunHistory history, ActivityFeed &feed, const Clock &clock,
        QObject *parent = nullptr);

    /// Asks the history for the runs of before; they come later.
    void load();
    [[nodiscard]] models::PastRunsModel &model() { return m_model; }
    /// The same for recipes, whoever runs them in this window.
    [[nodiscard]] models::RecipeRecorder &recipes() { return m_recipes; }

private:
    /// What has ended in other programs since.
    void loadNew();
    void noteStart(const run::Run *run);
    void noteEnd(const run::Run *run, store::PastRun::End end);
    /// Of a run whose output was only read on: what that has shown of it.
    void noteRead(const run::Run &run);

    ui::RunPage &m_page;
    store::RunHistory m_history;
    ActivityFeed &m_feed;
    const Clock &m_clock;
    models::PastRunsModel m_model;
    models::RecipeRecorder m_recipes;
    QHash<const run::Run *, store::PastRun> m_open;
};

} // namespace podium::app
