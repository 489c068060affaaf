// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/valuesjson.h" // first: it has what Format is

#include "app/podiumctl/lifecycle/createarguments.h"
#include "app/podiumctl/task.h"
#include "app/podiumctl/workstatus.h"
#include "core/inventory/cloudnodesource.h"
#include "core/inventory/inventory.h"
#include "core/lifecycle/grantstore.h"
#include "core/lifecycle/request/requestcoverage.h"
#include "core/lifecycle/request/requestservice.h"
#include "core/recipe/recipesession.h"
#include "core/recipe/recipestore.h"

#include <QPointer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace podium::ctl {

struct CreateServices
{
    lifecycle::GrantStore &grants;
    lifecycle::RequestStore &requests;
    inventory::CloudNodeSource &source; ///< of the inventory
    inventory::Inventory &inventory;
    cloud::TpuClient &tpu;
    const Clock &clock;
    std::shared_ptr<lifecycle::NodeHost> host;
    recipe::RecipeFolders recipes; ///< where those that follow are looked for
};

/// A request as the documents of all these commands have it.
[[nodiscard]] Json requestDocument(const lifecycle::NodeRequest &request);

/// What grants say of zones, for a person and as these commands' documents have it.
void printCoverage(const lifecycle::RequestCoverage &coverage);
[[nodiscard]] Json coverageJson(const lifecycle::RequestCoverage &coverage);

/// Carries a node request out in the foreground and tells how it goes; the base of those that do.
class NodeRequestTask : public Task
{
    Q_OBJECT

public:
    /// The services must outlive this.
    NodeRequestTask(CreateServices services, CreateArguments arguments, QObject *parent = nullptr);
    void interrupt() override;
    /// That of a node which this makes, or that of an account there: where it is interrupted, it is
    /// said that it may go on.
    void noteRecipe(recipe::RecipeSession *session) { m_recipes.emplace_back(session); }

protected:
    using Judged = std::function<void(const lifecycle::RequestCoverage &)>;
    /// By the grants and by what stands and is queued in the project now; what of that is not
    /// known is said.
    void judge(const lifecycle::NodeRequest &request, const Judged &done);
    /// Carries a new one out, or follows whoever carries it out.
    void carryOut(const lifecycle::NodeRequest &request);
    /// What is to be said of one that goes on, or that is left to others.
    void leave(const lifecycle::NodeRequest &request, const QString &note);
    /// More for the JSON document.
    [[nodiscard]] virtual Json details() const { return Json::object(); }
    void end(const Error &error, ExitCode code);
    void printResult(const std::optional<lifecycle::NodeRequest> &request) const;

    CreateServices m_services;
    CreateArguments m_arguments;

private:
    void judgeBy(
        const lifecycle::NodeRequest &request, const lifecycle::TpuGrants &grants,
        const Judged &done);
    void follow(const QString &id);
    void tell();
    void handleEnd(const lifecycle::NodeRequest &request);
    void handleFailure(const lifecycle::NodeRequest &request);
    [[nodiscard]] const lifecycle::NodeRequest *current() const;

    void tellRecipes() const;

    std::unique_ptr<lifecycle::RequestService> m_service;
    std::vector<QPointer<recipe::RecipeSession>> m_recipes;
    WorkStatus m_status;
    QString m_id;
    QString m_told;
    int m_unheardRevision = -1; ///< of what was wished before it was to go on
    bool m_isOver = false;
};

} // namespace podium::ctl
