// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/reciperecorder.h"

#include "core/models/activity/workeractivity.h"
#include "core/models/run/pastrecipe.h"

#include <memory>
#include <utility>

namespace podium::models {

using recipe::RecipeSession;

RecipeRecorder::RecipeRecorder(
    store::RunHistory runs, QString program, const Clock &clock, Tell tell, QObject *parent)
    : QObject(parent)
    , m_runs(runs)
    , m_program(std::move(program))
    , m_clock(clock)
    , m_tell(std::move(tell))
{}

void RecipeRecorder::follow(RecipeSession *session)
{
    const auto open = std::make_shared<store::PastRun>(); // of what it began last
    connect(session, &RecipeSession::begun, this, [this, session, open] {
        *open = pastRunOf(*session, m_program, m_clock.now());
        m_runs.begin(*open);
        emit changed(*open);
    });
    connect(session, &RecipeSession::finished, this, [this, session, open] {
        noteEnd(*open, session->workers());
    });
}

void RecipeRecorder::noteEnd(store::PastRun run, const std::vector<recipe::WorkerVerdicts> &workers)
{
    setEnd(run, workers, m_clock.now());
    m_runs.end(run);
    m_tell(activityOfRecipe(run, workers));
    emit changed(run);
}

} // namespace podium::models
