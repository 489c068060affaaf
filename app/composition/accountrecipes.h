// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
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
/// the workers where all before it are as they should be. It holds up nothing else of people, and
/// tries nothing again: an account is made once. Lives on the services' thread, blocks never.
class AccountRecipes final : public QObject
{
    Q_OBJECT

public:
    /// The services must outlive it.
    explicit AccountRecipes(Services &services, QObject *parent = nullptr);
    ~AccountRecipes() override;

    /// Some are under way, or to come.
    [[nodiscard]] bool isBusy() const
    {
        return !m_made.empty() || m_reading > 0 || !m_accounts.empty();
    }
    /// What is under way is stopped, and what is to come is not begun.
    void stop();

signals:
    /// Before it is started; it is gone soon after it has ended.
    void recipeMade(podium::recipe::RecipeSession *session);
    /// One that cannot be run, so that nothing was sent.
    void failed(const podium::Error &error);
    /// Nothing is under way or to come any more.
    void idle();

private:
    /// An account, where it was made, and what is still to be run there.
    struct Account
    {
        QString login;
        std::vector<WorkerRef> workers;
        QStringList recipes;
    };
    void onReport(const people::ScriptReport &report);
    void readRecipes();
    void next();
    bool begin(Account &account);
    void onFinished();

    Services &m_services;
    std::map<QString, std::vector<WorkerRef>> m_made; ///< by login; nothing was begun for them
    int m_reading = 0;
    int m_stops = 0;                ///< what was read before one is not begun
    std::deque<Account> m_accounts; ///< the first is under way
    std::unique_ptr<recipe::RecipeSession> m_session;
    QTimer m_soon; ///< workers answer one after the other, and are to be one run
};

} // namespace podium::app
