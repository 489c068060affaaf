// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/models/activity/activity.h"
#include "core/recipe/recipesession.h"
#include "core/store/runhistory.h"

#include <QObject>

#include <functional>

namespace podium::models {

/// Keeps recipes as other runs are kept: among the past runs from their beginning on, and in the
/// activity when they have ended. One whose program is killed meanwhile stays as it began.
class RecipeRecorder final : public QObject
{
    Q_OBJECT

public:
    using Tell = std::function<void(const ActivityEntry &)>;

    /// `program`: PastRun::program. `tell` brings an entry to the activity. The database of `runs`
    /// and the clock must outlive it.
    RecipeRecorder(
        store::RunHistory runs, QString program, const Clock &clock, Tell tell,
        QObject *parent = nullptr);

    /// Whatever it begins from now on.
    void follow(recipe::RecipeSession *session);

signals:
    /// One that begins, or has come to its end.
    void changed(const podium::store::PastRun &run);

private:
    void noteEnd(store::PastRun run, const std::vector<recipe::WorkerVerdicts> &workers);

    store::RunHistory m_runs;
    const QString m_program;
    const Clock &m_clock;
    const Tell m_tell;
};

} // namespace podium::models
