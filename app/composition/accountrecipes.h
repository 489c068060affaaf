// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/people/pendingrecipes.h"
#include "core/people/script/scripttransport.h"
#include "core/recipe/recipesession.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <deque>
#include <map>
#include <memory>
#include <vector>

namespace podium::app {

struct Services;

/// Runs the roster's recipes where an account has just been made, whoever had it made: a run that a
/// person watches, the reconciler, a node request. For each account one recipe after the other, on
/// the workers where all before it are as they should be. It holds up nothing else of people. What
/// a worker did not answer to, or what was not come to, stays pending, also over the end of the
/// program, and is tried again when somebody hears of that worker; a step that failed is an answer.
/// Lives on the services' thread, blocks never.
class AccountRecipes final : public QObject
{
    Q_OBJECT

public:
    /// The services must outlive it.
    explicit AccountRecipes(Services &services, QObject *parent = nullptr);
    ~AccountRecipes() override;

    /// What is pending on a worker is tried again whenever that tells of its accounts.
    void setRetrying(bool retries) { m_retries = retries; }
    /// The same once, on all workers that have told of their accounts since.
    void retryWhereHeard();

    /// Some are under way, or to come.
    [[nodiscard]] bool isBusy() const
    {
        return !m_made.empty() || m_asking > 0 || !m_ready.empty() || !m_accounts.empty();
    }
    /// What is under way is stopped, and what is to come is not begun: both stay pending.
    void stop();

signals:
    /// Before it is started; it is gone soon after it has ended.
    void recipeMade(podium::recipe::RecipeSession *session);
    /// One that cannot be run, so that nothing was sent.
    void failed(const podium::Error &error);
    /// Nothing is under way or to come any more.
    void idle();

private:
    using Pending = std::vector<people::PendingRecipes>;
    /// An account, what is to be begun there, and where: with what is not done yet on each worker.
    struct Account
    {
        QString login;
        QStringList recipes;
        Pending places;
        QString underWay{}; ///< as it is named there
    };
    /// An account that was made, or half.
    struct Made
    {
        people::AccountPlace at;
        bool isWhole = true; ///< else its recipes wait until nothing fails there
    };
    [[nodiscard]] QString nodeIdOf(const WorkerRef &worker) const;
    /// Written down already: this program may be gone before the worker has told of the rest.
    void onBegun(const WorkerRef &worker, const UserName &login);
    void onReport(const people::ScriptReport &report);
    void writeMade();
    /// Of `found` the rest, once what is of accounts that are half made is released.
    [[nodiscard]] Pending withoutHalfMade(Pending found, const std::vector<Made> &made);
    void take(const Result<Pending> &found, int stops);
    void collect();
    void next();
    bool begin(Account &account);
    void onFinished();
    /// They are another's to go on with.
    void release(Pending places);

    Services &m_services;
    people::PendingRecipesStore m_pending;
    bool m_retries = false;
    std::vector<Made> m_made; ///< not written down yet
    bool m_isWriting = false;
    int m_asking = 0; ///< questions to the store
    int m_stops = 0;  ///< what was asked for before one is not begun
    std::map<WorkerRef, people::WorkerContact> m_heard;
    Pending m_ready;                ///< not begun
    std::deque<Account> m_accounts; ///< the first is under way
    std::unique_ptr<recipe::RecipeSession> m_session;
    QTimer m_soon; ///< workers answer one after the other, and are to be one run
};

} // namespace podium::app
