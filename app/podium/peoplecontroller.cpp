// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/peoplecontroller.h"

#include "app/podium/activityfeed.h"
#include "core/base/jobs.h"
#include "core/inventory/targets.h"
#include "core/people/keys/projectkeys.h"
#include "core/people/roster/desiredstate.h"
#include "core/people/roster/rosteredit.h"
#include "core/sshconfig/plan/configexport.h"
#include "widgets/people/accountrecipespanel.h"
#include "widgets/people/keymaker.h"
#include "widgets/people/matrixview.h"
#include "widgets/people/peoplepage.h"
#include "widgets/people/projectkeyspanel.h"
#include "widgets/run/page/runpage.h"
#include "widgets/shell/mainwindow.h"

#include <QPushButton>
#include <QSet>
#include <QStringList>

#include <algorithm>
#include <utility>
#include <vector>

namespace podium::app {

using namespace podium::people;

namespace {

/// How soon a change by another Podium is seen; a look that finds nothing new is a small read.
constexpr auto RosterPace = std::chrono::seconds(3);
constexpr qint64 MetadataPauseMs = 10 * 60 * 1000;
/// What a run that the person started has to itself.
constexpr auto RunTime = std::chrono::minutes(2);

/// Their part of the ssh config, as text; empty where they have nothing.
QString hostEntriesOf(
    const Person &person, const inventory::Snapshot &snapshot,
    const sshconfig::ConfigOptions &options, const QDateTime &now)
{
    sshconfig::ExportOptions theirs;
    theirs.user = person.login.text();
    for (const NodeRef &node : nodesOf(person, snapshot, now)) {
        for (int i = 0; i < int(snapshot.find(node)->node.workers.size()); ++i) {
            theirs.workers.push_back({node, i});
        }
    }
    if (theirs.workers.empty()) {
        return QString();
    }
    const auto part = sshconfig::exportConfig(snapshot, options, {}, theirs);
    return part && !part->aliases.isEmpty() ? sshconfig::exportText(*part) : QString();
}

/// With how many nodes each has.
std::vector<std::pair<ProjectId, int>> projectsOf(const inventory::Snapshot &snapshot)
{
    std::vector<std::pair<ProjectId, int>> projects;
    for (const cloud::Project &project : snapshot.projects) {
        const auto isOfIt = [&project](const inventory::NodeEntry &entry) {
            return entry.node.ref.project == project.id;
        };
        projects.emplace_back(
            project.id, int(std::count_if(snapshot.nodes.begin(), snapshot.nodes.end(), isOfIt)));
    }
    return projects;
}

ui::AccountRecipesPanel::Chosen recipesOfAll(const Roster &roster)
{
    ui::AccountRecipesPanel::Chosen all{{QString(), roster.recipes}};
    for (const Person &person : roster.people) {
        all.insert(person.login.text(), person.recipes);
    }
    return all;
}

/// How many recipes are run for anybody, each counted once.
int countOf(const ui::AccountRecipesPanel::Chosen &chosen)
{
    QSet<QString> names;
    for (const QStringList &each : chosen) {
        names += QSet<QString>(each.cbegin(), each.cend());
    }
    return int(names.size());
}

} // namespace

PeopleController::PeopleController(
    Services &services, ui::MainWindow &window, ui::RunPage &runs, ActivityFeed &feed,
    const ui::KeyPlace &newKeys, QObject *parent)
    : QObject(parent)
    , m_services(services)
    , m_window(window)
    , m_runs(runs)
    , m_feed(feed)
    , m_service(services.peopleWorld())
    , m_reconciler(m_service, services.clock, {})
    , m_page(new ui::PeoplePage(
          m_service, services.inventory, services.clock, newKeys,
          [this](const Person &person, Callback<QString> done) {
              makeHostEntries(person, std::move(done));
          }))
{
    m_window.addPage(
        {QStringLiteral("people"), tr("People"), QStringLiteral("person"), m_page,
         [this] { m_page->focusFilter(); }, false});
    addProjectKeys(newKeys);
    addRecipes();
    m_services.accountRecipes.setRetrying(true);
    connectParts();
}

void PeopleController::addRecipes()
{
    auto *panel =
        new ui::AccountRecipesPanel([&services = m_services] { return services.recipeFolders(); });
    QPushButton *button = m_page->addView(
        tr("Recipes"), panel,
        [this, panel] {
            panel->setChosen(recipesOfAll(m_service.roster()));
            showPending(*panel);
        },
        ui::PeopleBar::Place::Manner);
    connect(&m_services.accountRecipes, &AccountRecipes::idle, panel, [this, panel] {
        showPending(*panel);
    });
    connect(panel, &ui::AccountRecipesPanel::closed, m_page, &ui::PeoplePage::showMain);
    connect(
        panel, &ui::AccountRecipesPanel::chosen, this,
        [this, panel](const QString &login, const QString &recipe, bool isRun) {
            chooseRecipe(*panel, login, recipe, isRun);
        });
    connect(&m_service, &PeopleService::rosterChanged, panel, [this, panel, button] {
        const auto now = recipesOfAll(m_service.roster());
        const int count = countOf(now);
        button->setText(count == 0 ? tr("Recipes") : tr("Recipes (%1)").arg(count));
        if (now != panel->current()) {
            panel->setChosen(now);
        }
    });
    connect(
        &m_services.accountRecipes, &AccountRecipes::recipeMade, this,
        [this](recipe::RecipeSession *session) { followRecipe(*session); });
}

/// In no pane: where the person is who has just applied, and on the page of people.
void PeopleController::followRecipe(const recipe::RecipeSession &session)
{
    std::vector<WorkerRef> workers;
    for (const recipe::WorkerVerdicts &each : session.workers()) {
        workers.push_back(each.worker);
    }
    const QString what =
        tr("Recipe %1 for %2 on %3")
            .arg(
                session.recipe().name, session.person(),
                inventory::describeWorkers(m_services.inventory.snapshot(), workers));
    showRecipe(models::Mark::Busy, tr("%1: under way.").arg(what));
    connect(&session, &recipe::RecipeSession::finished, m_page, [this, what, &session] {
        const auto verdict = recipe::verdictOf(session);
        showRecipe(
            verdict ? models::Mark::Good : models::Mark::Bad,
            tr("%1: %2.").arg(what, recipe::verdictSummary(session.workers())));
        if (!verdict) {
            m_page->showError(verdict.error());
        }
    });
}

void PeopleController::showRecipe(models::Mark mark, const QString &text)
{
    m_page->showNote(mark, text, tr("Activity has its verdicts."));
    m_runs.showNote(mark, text);
}

void PeopleController::showPending(ui::AccountRecipesPanel &panel)
{
    PendingRecipesStore(m_services.database)
        .load({&panel, [&panel](const Result<PendingRecipesStore::Found> &pending) {
                   if (pending) {
                       panel.setPending(*pending);
                   }
               }});
}

/// That one alone: another Podium may have chosen others since the roster was read here.
void PeopleController::chooseRecipe(
    ui::AccountRecipesPanel &panel, const QString &login, const QString &recipe, bool isRun)
{
    m_service.change(
        [login, recipe, isRun](Roster roster) {
            return people::withRecipe(std::move(roster), login, recipe, isRun);
        },
        {&panel, [this, &panel, login](const Result<Roster> &roster) {
             if (!roster) {
                 panel.setChosen(recipesOfAll(m_service.roster()));
                 m_page->showError(roster.error());
                 return;
             }
             const QString whose = login.isEmpty() ? tr("everybody") : login;
             const QStringList now = people::recipesOf(*roster, login).value_or(QStringList());
             m_feed.addNote(
                 models::ActivityKind::People, tr("People"),
                 now.isEmpty()
                     ? tr("No recipe is run any more where an account was made, for %1.").arg(whose)
                     : tr("Run where an account was made, from now on, for %1: %2.")
                           .arg(whose, now.join(QStringLiteral(", "))));
         }});
}

void PeopleController::addProjectKeys(const ui::KeyPlace &newKeys)
{
    auto *panel = new ui::ProjectKeysPanel(m_services.compute, m_services.clock, newKeys);
    m_projectKeys = panel;
    m_page->addView(tr("Project keys"), panel, [this, panel] {
        panel->setProjects(projectsOf(m_services.inventory.snapshot()));
        panel->refresh();
    });
    connect(panel, &ui::ProjectKeysPanel::closed, m_page, &ui::PeoplePage::showMain);
    connect(panel, &ui::ProjectKeysPanel::failed, m_page, &ui::PeoplePage::showError);
    connect(panel, &ui::ProjectKeysPanel::changed, m_page, &ui::PeoplePage::showDone);
    connect(
        panel, &ui::ProjectKeysPanel::noted, this,
        [this](const QString &project, const QString &what) {
            m_feed.addNote(models::ActivityKind::People, project, what);
        });
    connect(panel, &ui::ProjectKeysPanel::noted, this, [this] {
        m_metadataAskedMs.clear(); // they are others now
        readMetadata();
    });
}

void PeopleController::showProjectKeys(const ProjectId &project)
{
    m_window.showPage(QStringLiteral("people"));
    m_page->showOther(m_projectKeys);
    m_projectKeys->setProjects(projectsOf(m_services.inventory.snapshot()));
    m_projectKeys->chooseProject(project);
    m_projectKeys->refresh();
}

PeopleController::~PeopleController() = default;

void PeopleController::start()
{
    m_service.load();
    connect(&m_reload, &QTimer::timeout, &m_service, [this] { m_service.load(); });
    m_reload.start(RosterPace);
    m_services.roster.loadKeeping({this, [this](const Result<bool> &keeps) {
                                       m_page->setKeeping(keeps.value_or(false));
                                       m_reconciler.setKeeping(keeps.value_or(false));
                                   }});
}

void PeopleController::connectParts()
{
    connect(m_page, &ui::PeoplePage::runRequested, this, [this](const run::RunSpec &spec) {
        // Whoever cannot be reached now is changed when they can.
        m_reconciler.pendingOf(spec.workers, RunTime);
        m_story.begin(spec.workers);
        m_window.showPage(QStringLiteral("run"));
        m_runs.run(spec);
    });
    connect(m_page, &ui::PeoplePage::autoApplyToggled, this, [this](bool keeps) {
        m_services.roster.setKeeping(keeps);
        m_reconciler.setKeeping(keeps);
        m_feed.addNote(
            models::ActivityKind::People, tr("People"),
            keeps ? tr("Changes of people are applied automatically from now on.")
                  : tr("Changes of people are no longer applied automatically."));
    });
    connect(m_page, &ui::PeoplePage::noted, this, [this](const QString &who, const QString &what) {
        m_feed.addNote(models::ActivityKind::People, who, what, who);
    });
    connect(
        &m_reconciler, &PeopleReconciler::applied, this,
        [this](const std::vector<WorkerRef> &changed, const std::vector<WorkerRef> &failed) {
            const inventory::Snapshot &now = m_services.inventory.snapshot();
            m_page->showApplied(
                inventory::describeWorkers(now, changed), inventory::describeWorkers(now, failed));
        });
    connect(&m_service, &PeopleService::applied, this, &PeopleController::handleApplied);
    connect(&m_service, &PeopleService::proved, this, &PeopleController::handleProof);
    connect(&m_service, &PeopleService::failed, &m_feed, &ActivityFeed::addError);
    connect(
        &m_page->matrix(), &models::PeopleMatrix::countsChanged, this,
        &PeopleController::showBadge);
}

void PeopleController::readMetadata()
{
    if (m_service.roster().people.empty()) {
        return; // nobody whose name could clash
    }
    const qint64 now = m_services.clock.monotonicMs();
    for (const WorkerRef &worker : m_service.workers()) {
        const ProjectId project = worker.node.project;
        const auto asked = m_metadataAskedMs.constFind(project);
        if (asked != m_metadataAskedMs.constEnd() && now - *asked < MetadataPauseMs) {
            continue;
        }
        m_metadataAskedMs.insert(project, now);
        m_services.compute.metadata(
            project, {this, [this, project](const Result<cloud::ProjectMetadata> &read) {
                          // Who may not read it gets no warning; nothing else depends on it.
                          if (read) {
                              handleMetadata(project, *read);
                          }
                      }});
    }
}

void PeopleController::handleMetadata(
    const ProjectId &project, const cloud::ProjectMetadata &metadata)
{
    const ProjectKeys keys = projectKeys(metadata);
    m_service.setMetadataLogins(project, keys.logins());
    if (keys.usesOsLogin && !m_osLogin.contains(project)) {
        m_osLogin.insert(project);
        m_page->showError(
            {ErrorKind::Refused, tr("OS Login is on in %1.").arg(project.text()),
             tr("Its machines may take no other keys than those of Google accounts."),
             tr("Switch it off in the project's metadata, or manage people there."),
             project.text()});
    }
}

void PeopleController::showBadge()
{
    const auto &counts = m_page->matrix().counts();
    const bool isDrift = counts.steps > 0 || counts.blocked > 0;
    m_window.setBadge(
        QStringLiteral("people"),
        counts.steps > 0 ? QString::number(counts.steps)
                         : (counts.blocked > 0 ? QStringLiteral("!") : QString()),
        !isDrift              ? QString()
        : counts.steps == 1   ? tr("1 change to review")
        : counts.steps > 0    ? tr("%1 changes to review").arg(counts.steps)
        : counts.blocked == 1 ? tr("1 account needs a decision")
                              : tr("%1 accounts need a decision").arg(counts.blocked));
}

void PeopleController::showPerson(const QString &login)
{
    m_window.showPage(QStringLiteral("people"));
    m_page->choosePerson(login);
}

void PeopleController::handleApplied(const ScriptReport &report)
{
    if (const auto entry = m_story.applied(report, m_services.clock.now())) {
        m_feed.add(*entry);
    }
}

void PeopleController::handleProof(const WorkerRef &worker, const KeyProof &proof)
{
    m_feed.add(m_story.proved(worker, proof, m_services.clock.now()));
    if (!proof.taken.isEmpty()) {
        m_page->showError(proof.error.value_or(Error{
            ErrorKind::Refused,
            proof.taken.join(QLatin1Char(' ')),
            {},
            tr("Podium did not put that key there; see the account in the audit."),
            worker.text()}));
    }
}

void PeopleController::makeHostEntries(const Person &person, Callback<QString> done)
{
    runJob(
        this,
        [person, snapshot = m_services.inventory.sharedSnapshot(),
         options = m_services.sshConfigOptions(),
         now = m_services.clock.now()] { return hostEntriesOf(person, *snapshot, options, now); },
        [done = std::move(done)](const QString &text) { done(text); });
}

} // namespace podium::app
