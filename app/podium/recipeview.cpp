// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/recipeview.h"

#include "app/composition/services.h"
#include "app/podium/activityfeed.h"
#include "core/run/detached/runjournal.h"
#include "core/secret/placedon.h"
#include "widgets/recipe/recipepage.h"

namespace podium::app {

ui::RecipePage *makeRecipePage(Services &services, ActivityFeed &feed)
{
    const auto makeService = [&services] {
        run::RunService service(
            services.transport,
            [&services](const WorkerRef &worker) {
                return run::endpointFor(
                    services.inventory.snapshot(), worker, services.sshDefaults());
            },
            services.clock);
        service.setJournalFolder(run::journalFolder(services.paths.stateDir));
        return service;
    };
    auto *page = new ui::RecipePage(
        services.inventory, makeService, services.secrets,
        [&services](const std::vector<WorkerRef> &workers) {
            return secret::placedOn(services.inventory.snapshot(), workers, services.sshDefaults());
        },
        services.paths.configDir + QStringLiteral("/recipes"));
    QObject::connect(
        page, &ui::RecipePage::runFinished, &feed,
        [&feed](const QString &title, const QString &how) {
            feed.addNote(models::ActivityKind::Run, title, how);
        });
    return page;
}

} // namespace podium::app
