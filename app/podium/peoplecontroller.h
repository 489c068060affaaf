// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/composition/services.h"
#include "core/models/people/peoplestory.h"
#include "core/people/peoplereconciler.h"
#include "core/people/peopleservice.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QTimer>

namespace podium::ui {
struct KeyPlace;
class AccountRecipesPanel;
class MainWindow;
class PeoplePage;
class ProjectKeysPanel;
class RunPage;
} // namespace podium::ui

namespace podium::app {

class ActivityFeed;

/// All about people in one window: the service, what keeps workers as the roster says, the page,
/// and the ways from it to runs, Activity and the rail.
class PeopleController final : public QObject
{
    Q_OBJECT

public:
    /// All references but the last must outlive it; the page goes with the window. `newKeys`: where
    /// keys that are made here go.
    PeopleController(
        Services &services, ui::MainWindow &window, ui::RunPage &runs, ActivityFeed &feed,
        const ui::KeyPlace &newKeys, QObject *parent = nullptr);
    ~PeopleController() override;

    /// Reads the roster.
    void start();
    /// The keys in the metadata of a project, on the People page.
    void showProjectKeys(const ProjectId &project);
    /// On its page, in front.
    void showPerson(const QString &login);
    [[nodiscard]] ui::PeoplePage &page() { return *m_page; }
    [[nodiscard]] people::PeopleService &service() { return m_service; }

private:
    void addProjectKeys(const ui::KeyPlace &newKeys);
    void addRecipes();
    void showPending(ui::AccountRecipesPanel &panel);
    void chooseRecipe(
        ui::AccountRecipesPanel &panel, const QString &login, const QString &recipe, bool isRun);
    void followRecipe(const recipe::RecipeSession &session);
    void showRecipe(models::Mark mark, const QString &text);
    void connectParts();
    void showBadge();
    /// Who is in the metadata of the projects, from time to time: a clash of names is warned of.
    void readMetadata();
    void handleMetadata(const ProjectId &project, const cloud::ProjectMetadata &metadata);
    void handleApplied(const people::ScriptReport &report);
    void handleProof(const WorkerRef &worker, const people::KeyProof &proof);
    void makeHostEntries(const people::Person &person, Callback<QString> done);

    Services &m_services;
    ui::MainWindow &m_window;
    ui::RunPage &m_runs;
    ActivityFeed &m_feed;
    people::PeopleService m_service;
    people::PeopleReconciler m_reconciler;
    models::PeopleStory m_story;
    ui::PeoplePage *m_page;
    QTimer m_reload; ///< what other Podiums change on the roster
    ui::ProjectKeysPanel *m_projectKeys = nullptr;
    QHash<ProjectId, qint64> m_metadataAskedMs; ///< monotonic
    QSet<ProjectId> m_osLogin;                  ///< projects of which it was said
};

} // namespace podium::app
