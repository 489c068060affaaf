// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/composition/accountrecipes.h"

#include "app/composition/services.h"
#include "core/people/roster/roster.h"
#include "core/recipe/recipestore.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace podium::app {

namespace {

/// Those that answer within this time of each other are one run.
constexpr auto AnswersPause = std::chrono::seconds(1);

} // namespace

AccountRecipes::AccountRecipes(Services &services, QObject *parent)
    : QObject(parent)
    , m_services(services)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(AnswersPause);
    connect(&m_soon, &QTimer::timeout, this, &AccountRecipes::readRecipes);
    connect(
        &services.transport, &people::ScriptTransport::reported, this, &AccountRecipes::onReport);
}

AccountRecipes::~AccountRecipes() = default;

void AccountRecipes::onReport(const people::ScriptReport &report)
{
    for (const UserName &login : people::accountsMade(report.answer)) {
        m_made[login.text()].push_back(report.worker);
        m_soon.start();
    }
}

void AccountRecipes::readRecipes()
{
    ++m_reading;
    m_services.roster.load(
        {this, [this, made = std::exchange(m_made, {}),
                stops = m_stops](const Result<people::Roster> &roster) {
             --m_reading;
             if (!roster) {
                 emit failed(roster.error());
             }
             const bool isWanted = roster && stops == m_stops;
             const auto recipes = people::recipesForAccounts(isWanted ? *roster : people::Roster());
             for (const auto &[login, workers] : made) {
                 m_accounts.push_back({login, workers, recipes.of(login)});
             }
             if (!m_session) {
                 next();
             }
         }});
}

void AccountRecipes::next()
{
    while (!m_accounts.empty()) {
        Account &account = m_accounts.front();
        if (account.recipes.isEmpty() || account.workers.empty()) {
            m_accounts.pop_front();
        } else if (begin(account)) {
            return;
        }
    }
    if (!isBusy()) {
        emit idle();
    }
}

bool AccountRecipes::begin(Account &account)
{
    const QString name = account.recipes.takeFirst();
    const auto stored = recipe::loadRecipe(m_services.recipeFolders(), name);
    const auto values =
        stored ? recipe::completeValues(
                     stored->recipe, recipe::valuesForAccount(stored->recipe, account.login))
               : failure(stored.error());
    if (!values) {
        account.recipes.clear(); // they may need this one
        emit failed(values.error());
        return false;
    }
    const std::vector<WorkerRef> workers = recipe::workersOf(stored->recipe, account.workers);
    if (workers.empty()) {
        return false; // it is for the first of a node
    }
    m_session = std::make_unique<recipe::RecipeSession>(
        m_services.runService(), stored->recipe, *values, workers);
    m_session->setPerson(account.login);
    emit recipeMade(m_session.get());
    // After those who were just told of it: they hear of its end first.
    connect(m_session.get(), &recipe::RecipeSession::finished, this, &AccountRecipes::onFinished);
    m_session->start();
    return true;
}

void AccountRecipes::onFinished()
{
    if (!m_accounts.empty()) {
        auto &workers = m_accounts.front().workers;
        for (const recipe::WorkerVerdicts &worker : m_session->workers()) {
            if (!worker.isGood()) {
                workers.erase(
                    std::remove(workers.begin(), workers.end(), worker.worker), workers.end());
            }
        }
    }
    // It is what has just said that it is finished.
    m_session->setParent(this);
    m_session.release()->deleteLater();
    next();
}

void AccountRecipes::stop()
{
    ++m_stops;
    m_soon.stop();
    m_made.clear();
    for (Account &account : m_accounts) {
        account.recipes.clear();
    }
    if (m_session) {
        m_session->stop();
    } else if (!isBusy()) {
        emit idle();
    }
}

} // namespace podium::app
