// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/runpages.h"

#include "app/composition/services.h"
#include "app/podium/activityfeed.h"
#include "app/podium/nodelifecycle.h"
#include "app/podium/tpuview.h"
#include "app/podium/views/diskview.h"
#include "core/gateway/internalendpoint.h"
#include "core/models/run/reciperecorder.h"
#include "core/secret/placedon.h"
#include "widgets/files/copyform.h"
#include "widgets/files/fetchform.h"
#include "widgets/files/transferpage.h"
#include "widgets/recipe/recipepage.h"
#include "widgets/run/kinds/runkinds.h"
#include "widgets/run/kinds/scriptsbar.h"
#include "widgets/run/page/runpage.h"

#include <QCoreApplication>

namespace podium::app {

using ui::CloseQuestion;

namespace {

struct RunPagesWords
{
    Q_DECLARE_TR_FUNCTIONS(RunPages)
};

template <typename Page>
void addTo(ui::RunKinds &kinds, const QString &title, Page *page)
{
    kinds.add(
        {title, page, [page] { return page->targets(); },
         [page](const QStringList &words) { page->setTargets(words); },
         [page] { page->focusTargets(); }});
}

/// What has ended is kept in Activity, a recipe among the past runs, too.
void keepEnded(
    const AccountRecipes &ofAccounts, ActivityFeed &feed, models::RecipeRecorder &recorder,
    const ui::RecipePage &recipes, const RunPages &pages)
{
    QObject::connect(
        &recipes, &ui::RecipePage::sessionMade, &recorder, &models::RecipeRecorder::follow);
    QObject::connect(
        &ofAccounts, &AccountRecipes::recipeMade, &recorder, &models::RecipeRecorder::follow);
    QObject::connect(&ofAccounts, &AccountRecipes::failed, &feed, &ActivityFeed::addError);
    for (const ui::TransferPage *page : {pages.copies, pages.fetches}) {
        QObject::connect(
            page, &ui::TransferPage::runFinished, &feed,
            [&feed](const QString &what, const QString &how) {
                feed.addNote(models::ActivityKind::Run, what, how);
            });
    }
}

/// Out of the past runs, whose list is on the page of commands.
void showPastRecipes(const ui::RunPage &commands, ui::RunKinds &kinds, ui::RecipePage &recipes)
{
    QObject::connect(
        &commands, &ui::RunPage::pastRecipeRequested, &recipes,
        [&kinds, &recipes](const store::PastRun &run) {
            kinds.showKind(ui::RunKinds::Recipes);
            recipes.showPast(run);
        });
}

ui::AskBucketPlace placeAsker(Services &services)
{
    return [&services](
               const cloud::BucketName &bucket, const Callback<Result<cloud::BucketPlace>> &done) {
        services.storage.placeOf(bucket, done);
    };
}

ui::LinesButton::PlanConfig configPlanner(Services &services)
{
    return [&services](const Callback<Result<sshconfig::ConfigPlan>> &done) {
        services.sshConfig.plan(
            services.inventory.sharedSnapshot(), services.sshConfigOptions(), done);
    };
}

/// The defaults as they are when a copy is planned.
ui::CopyForm::MakeEndpointOf endpointOfMaker(Services &services)
{
    return [&services] {
        return [&services, defaults = services.sshDefaults()](const WorkerRef &worker) {
            return gateway::internalEndpointOf(
                services.inventory.snapshot(), worker, defaults, *services.hostKeys);
        };
    };
}

} // namespace

RunPages makeRunPages(
    Services &services, ui::RunPage &commands, ActivityFeed &feed, models::RecipeRecorder &recorder)
{
    const auto makeService = [&services] { return services.runService(); };
    auto *recipes = new ui::RecipePage(
        services.inventory,
        ui::RecipePage::Running{
            makeService, [&services] { return services.outputLimits(); }, services.clock},
        services.secrets,
        [&services](const std::vector<WorkerRef> &workers) {
            return secret::placedOn(services.inventory.snapshot(), workers, services.sshDefaults());
        },
        placeAsker(services), services.recipeFolders());
    RunPages pages;
    pages.recipes = recipes;
    pages.commands = &commands;
    pages.kinds = new ui::RunKinds(&commands, new ui::ScriptsBar);
    pages.copies = new ui::TransferPage(
        services.inventory, makeService, services.clock,
        new ui::CopyForm(endpointOfMaker(services), configPlanner(services)));
    pages.fetches =
        new ui::TransferPage(services.inventory, makeService, services.clock, new ui::FetchForm);
    const auto bring = [kinds = pages.kinds,
                        recipes](const QString &recipe, const WorkerRef &worker) {
        kinds->showKind(ui::RunKinds::Recipes);
        recipes->bring(recipe, {worker.text()});
    };
    QObject::connect(&commands, &ui::RunPage::recipeRequested, recipes, bring);
    QObject::connect(pages.copies, &ui::TransferPage::recipeRequested, recipes, bring);
    addTo(*pages.kinds, RunPagesWords::tr("Recipe"), recipes);
    addTo(*pages.kinds, RunPagesWords::tr("Copy"), pages.copies);
    addTo(*pages.kinds, RunPagesWords::tr("Fetch"), pages.fetches);
    keepEnded(services.accountRecipes, feed, recorder, *recipes, pages);
    showPastRecipes(commands, *pages.kinds, *recipes);
    return pages;
}

CloseQuestion questionBeforeClosing(const RunPages &pages, const QWidget &window)
{
    CloseQuestion question(pages.commands->questionBeforeClosing());
    question.detail = pages.commands->meaningOfClosing();
    const bool isCopying = pages.copies->isBusy() || pages.fetches->isBusy();
    const auto add = [&question](const QString &text) {
        question.text = question.text.isEmpty() ? text : question.text + QLatin1Char('\n') + text;
    };
    if (isCopying) {
        add(RunPagesWords::tr(
            "A copy is under way. Quitting cuts it off: each file is the old or the new one, and "
            "the same copy again sends only the rest."));
    }
    const bool isAtDisks = hasDiskWork(window);
    if (isAtDisks) {
        add(RunPagesWords::tr(
            "Workers are at work with a disk. Quitting breaks that off: look at the disk again "
            "afterwards."));
    }
    const bool isAtRecipe = pages.recipes->isBusy();
    if (isAtRecipe) {
        add(RunPagesWords::tr(
            "Workers are at work with a recipe. Quitting breaks that off: the same recipe again "
            "does only what is not so yet."));
    }
    const bool isFreeing = isTpuFreed(window);
    if (isFreeing) {
        add(RunPagesWords::tr("A TPU is being freed. Quitting breaks that off: look at it again "
                              "afterwards."));
    }
    if (hasDiskChange(window)) {
        add(RunPagesWords::tr("A disk is being changed at Google. What has begun there goes on, "
                              "but nothing tells how it ends: look at the disk again afterwards."));
    }
    const bool isAtNodes = hasNodeAction(window);
    if (isAtNodes) {
        add(RunPagesWords::tr("An action on nodes is under way. Quitting leaves those as they are "
                              "that it has not come to; what Google has begun goes on."));
    }
    if (isCopying || isAtDisks || isAtRecipe || isFreeing || isAtNodes ||
        pages.commands->attachedCount() > 0) {
        question.quit = RunPagesWords::tr("Stop and quit");
    }
    return question;
}

} // namespace podium::app
