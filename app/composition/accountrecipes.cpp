// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/composition/accountrecipes.h"

#include "app/composition/services.h"
#include "core/recipe/recipestore.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace podium::app {

namespace {

/// Those that answer within this time of each other are one run.
constexpr auto AnswersPause = std::chrono::seconds(1);

std::vector<WorkerRef> workersOf(const std::vector<people::PendingRecipes> &places)
{
    std::vector<WorkerRef> workers;
    workers.reserve(places.size());
    for (const people::PendingRecipes &place : places) {
        workers.push_back(place.at.worker);
    }
    return workers;
}

void forgetRest(std::vector<people::PendingRecipes> &places)
{
    for (people::PendingRecipes &place : places) {
        place.recipes.clear();
    }
}

/// Null: the recipe is not for this worker.
const recipe::WorkerVerdicts *
verdictsOf(const recipe::RecipeSession &session, const WorkerRef &worker)
{
    const auto at = std::find_if(
        session.workers().begin(), session.workers().end(),
        [&worker](const recipe::WorkerVerdicts &each) { return each.worker == worker; });
    return at == session.workers().end() ? nullptr : &*at;
}

} // namespace

AccountRecipes::AccountRecipes(Services &services, QObject *parent)
    : QObject(parent)
    , m_services(services)
    , m_pending(services.database)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(AnswersPause);
    connect(&m_soon, &QTimer::timeout, this, &AccountRecipes::collect);
    connect(
        &services.transport, &people::ScriptTransport::accountBegun, this,
        &AccountRecipes::onBegun);
    connect(
        &services.transport, &people::ScriptTransport::reported, this, &AccountRecipes::onReport);
}

AccountRecipes::~AccountRecipes() = default;

QString AccountRecipes::nodeIdOf(const WorkerRef &worker) const
{
    const inventory::NodeEntry *entry = m_services.inventory.snapshot().find(worker.node);
    return entry ? entry->node.id : QString();
}

void AccountRecipes::onBegun(const WorkerRef &worker, const UserName &login)
{
    m_pending.begin({{worker, nodeIdOf(worker), login.text()}}, m_services.clock.now(), {});
}

void AccountRecipes::onReport(const people::ScriptReport &report)
{
    const QString nodeId = nodeIdOf(report.worker);
    for (const people::AccountMade &made : people::accountsMade(report.answer)) {
        m_made.push_back({{report.worker, nodeId, made.login.text()}, made.isWhole});
    }
    writeMade();
    if (report.answer.found) {
        m_heard[report.worker] = {
            report.worker, nodeId, report.answer.found, people::loginsThatFailed(report.answer)};
        if (m_retries) {
            m_soon.start();
        }
    }
}

/// At once: what is not written down is lost with this program.
void AccountRecipes::writeMade()
{
    if (m_isWriting || m_made.empty()) {
        return;
    }
    m_isWriting = true;
    ++m_asking;
    const std::vector<Made> made = std::exchange(m_made, {});
    std::vector<people::AccountPlace> places;
    places.reserve(made.size());
    for (const Made &each : made) {
        places.push_back(each.at);
    }
    m_pending.begin(
        std::move(places), m_services.clock.now(),
        {this, [this, made, stops = m_stops](const Result<Pending> &found) {
             m_isWriting = false;
             take(found ? Result<Pending>(withoutHalfMade(*found, made)) : found, stops);
             writeMade();
         }});
}

AccountRecipes::Pending
AccountRecipes::withoutHalfMade(Pending found, const std::vector<Made> &made)
{
    const auto half = std::stable_partition(
        found.begin(), found.end(), [&made](const people::PendingRecipes &pending) {
            return std::any_of(made.begin(), made.end(), [&pending](const Made &each) {
                return each.at == pending.at && each.isWhole;
            });
        });
    release(Pending(half, found.end()));
    found.erase(half, found.end());
    return found;
}

void AccountRecipes::retryWhereHeard()
{
    if (m_heard.empty()) {
        return;
    }
    std::vector<people::WorkerContact> contacts;
    for (auto &[worker, contact] : std::exchange(m_heard, {})) {
        contacts.push_back(std::move(contact));
    }
    ++m_asking;
    m_pending.claim(
        std::move(contacts), m_services.clock.now(),
        {this, [this, stops = m_stops](const Result<Pending> &found) { take(found, stops); }});
}

void AccountRecipes::take(const Result<Pending> &found, int stops)
{
    --m_asking;
    if (!found) {
        emit failed(found.error());
    } else if (stops != m_stops) {
        release(*found);
    } else if (!found->empty()) {
        m_ready.insert(m_ready.end(), found->begin(), found->end());
        m_soon.start();
    }
    if (!isBusy()) {
        emit idle();
    }
}

/// Those of one login, with the same to be run, are one account.
void AccountRecipes::collect()
{
    if (m_retries) {
        retryWhereHeard();
    }
    const std::size_t before = m_accounts.size();
    for (people::PendingRecipes &ready : m_ready) {
        const auto begun = m_accounts.begin() + std::ptrdiff_t(before);
        const auto account = std::find_if(begun, m_accounts.end(), [&ready](const Account &each) {
            return each.login == ready.at.login && each.recipes == ready.recipes;
        });
        if (account != m_accounts.end()) {
            account->places.push_back(std::move(ready));
        } else {
            m_accounts.push_back({ready.at.login, ready.recipes, {ready}});
        }
    }
    m_ready.clear();
    if (!m_session) {
        next();
    }
}

void AccountRecipes::next()
{
    while (!m_accounts.empty()) {
        Account &account = m_accounts.front();
        if (account.recipes.isEmpty() || account.places.empty()) {
            release(std::move(account.places)); // of those that are through nothing is left
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
    account.underWay = name;
    const auto stored = recipe::loadRecipe(m_services.recipeFolders(), name);
    const auto values =
        stored ? recipe::completeValues(
                     stored->recipe, recipe::valuesForAccount(stored->recipe, account.login))
               : failure(stored.error());
    if (!values) {
        account.recipes.clear(); // they may need this one
        if (values.error().kind != ErrorKind::Io) {
            // Else it may be there again the next time.
            forgetRest(account.places);
        }
        emit failed(values.error());
        return false;
    }
    const std::vector<WorkerRef> workers =
        recipe::workersOf(stored->recipe, workersOf(account.places));
    if (workers.empty()) { // it is for the first of a node
        for (people::PendingRecipes &place : account.places) {
            place.recipes.removeOne(name);
        }
        return false;
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
    Account &account = m_accounts.front();
    Pending changed;
    Pending unfinished;
    Pending goOn;
    for (people::PendingRecipes &place : account.places) {
        const recipe::WorkerVerdicts *verdicts = verdictsOf(*m_session, place.at.worker);
        if (!verdicts || verdicts->isGood()) {
            place.recipes.removeOne(account.underWay);
            goOn.push_back(place);
        } else if (verdicts->error || verdicts->isNotBegun()) {
            unfinished.push_back(place);
            continue;
        } else {
            place.recipes.clear(); // a step failed; the next may need it
        }
        changed.push_back(place);
    }
    account.places = std::move(goOn);
    m_pending.keep(std::move(changed), true, m_services.clock.now());
    release(std::move(unfinished));
    // It is what has just said that it is finished.
    m_session->setParent(this);
    m_session.release()->deleteLater();
    next();
}

void AccountRecipes::release(Pending places)
{
    if (!places.empty()) {
        m_pending.keep(std::move(places), false, m_services.clock.now());
    }
}

void AccountRecipes::stop()
{
    ++m_stops;
    m_soon.stop();
    release(std::exchange(m_ready, {}));
    for (Account &account : m_accounts) {
        account.recipes.clear();
    }
    if (m_session) {
        m_session->stop();
    } else {
        next();
    }
}

} // namespace podium::app
