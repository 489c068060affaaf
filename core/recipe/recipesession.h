// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recipe/reciperun.h"
#include "core/recipe/versions.h"
#include "core/remote/remoterun.h"

#include <QDateTime>
#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace podium::recipe {

/// How far a recipe is on one worker.
struct WorkerVerdicts
{
    WorkerRef worker;
    bool isUnderWay = false;
    /// While it is under way, those that it has been through; none: it has not said anything yet.
    std::vector<remote::Step> steps{};
    std::optional<Error> error{}; ///< it gave no answer: how it stands is unknown

    [[nodiscard]] bool isGood() const
    {
        return !isUnderWay && !error && !steps.empty() && isAllGood(steps);
    }
    /// Nothing was sent to it: one before it is not good, or not through yet.
    [[nodiscard]] bool isNotBegun() const { return !isUnderWay && !error && steps.empty(); }
};

/// Brings workers to a recipe, and those again that it has not come to. One by one, if the recipe
/// says so: after a worker that is not good, or gave no answer, no other one is begun.
class RecipeSession final : public QObject
{
    Q_OBJECT

public:
    /// What `service` refers to must outlive it. `values` must be complete. `workers`: those that
    /// the recipe is for, see workersOf().
    RecipeSession(
        run::RunService service, Recipe recipe, Values values, std::vector<WorkerRef> workers,
        QObject *parent = nullptr);
    ~RecipeSession() override;

    [[nodiscard]] const Recipe &recipe() const { return m_recipe; }
    [[nodiscard]] const std::vector<WorkerVerdicts> &workers() const { return m_workers; }
    /// Of what was begun last, as other runs have one: sixteen hexadecimal digits.
    [[nodiscard]] const QString &runId() const { return m_runId; }
    [[nodiscard]] const QDateTime &begunAt() const { return m_begunAt; }
    /// That run, to be watched: its output is what steps print, as they print it, with a line
    /// before and after each step; secrets are never in it. Null: nothing was begun. Who keeps it
    /// keeps its output.
    [[nodiscard]] std::shared_ptr<run::Run> run() const { return m_run ? m_run->run() : nullptr; }
    /// Until finished(): workers may have ended, and not been told of.
    [[nodiscard]] bool isBusy() const { return m_isBusy; }
    /// Workers that are not as they should be, as far as is known.
    [[nodiscard]] std::vector<WorkerRef> notGood() const;
    [[nodiscard]] int notGoodCount() const;

    /// For whose new account it is run: told with it. Empty: for nobody's.
    void setPerson(const QString &login) { m_person = login; }
    [[nodiscard]] const QString &person() const { return m_person; }

    /// How much is kept of what is printed, from what is begun next on; nothing at first.
    void setOutputLimits(const run::OutputLimits &limits) { m_outputLimits = limits; }

    /// See versionsOf().
    [[nodiscard]] VersionsAsked versionsAsked() const { return versionsOf(m_recipe, m_values); }

    /// All; not while it is busy.
    void start();
    /// Which steps are not so yet, on all at once; nothing is done. Not while it is busy.
    void check();
    /// What was begun last is, or was, a check().
    [[nodiscard]] bool isCheck() const { return m_errand == Errand::Check; }
    /// Those that are notGood(): what is so already there is left alone.
    void startAgain();
    /// The same of one of them; not while it is busy, or where it is good.
    void resume(const WorkerRef &worker);
    /// See RemoteRun::stop(); who has not been begun is not begun any more.
    void stop();

signals:
    /// It begins under another runId(); nothing has been sent yet.
    void begun();
    void changed();
    /// A worker has ended; what it came to does not change any more.
    void workerEnded(const podium::recipe::WorkerVerdicts &worker);
    /// What could not be sent to all at once; for the person.
    void narrowed(const QString &text);
    void finished();

private:
    [[nodiscard]] std::vector<WorkerRef> all() const;
    void send(std::vector<WorkerRef> workers, Errand errand = Errand::CarryOut);
    void onStarting(const WorkerRef &worker);
    void onProgress(const WorkerRef &worker, const remote::Answer &soFar);
    [[nodiscard]] WorkerVerdicts &verdictsFor(const WorkerRef &worker);
    void onReport(const remote::Report &report);
    [[nodiscard]] Error whyNoAnswer(const WorkerVerdicts &worker, Error told) const;
    void onRunFinished();

    const run::RunService m_service;
    const Recipe m_recipe;
    const Values m_values; ///< secrets are among them: kept no longer than this
    std::vector<WorkerVerdicts> m_workers;
    QString m_person;
    Errand m_errand = Errand::CarryOut;
    bool m_isBusy = false;
    QString m_runId;
    QDateTime m_begunAt;
    run::OutputLimits m_outputLimits{0, 0, {}};
    std::unique_ptr<remote::RemoteRun> m_run;
};

/// Of one that has ended: the first that keeps the recipe from holding on all its workers.
[[nodiscard]] Result<> verdictOf(const RecipeSession &session);

/// "6 changed, 1 already so, 1 failed": workers, by how they stand. Pure.
[[nodiscard]] QString verdictSummary(const std::vector<WorkerVerdicts> &workers);

} // namespace podium::recipe
