// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/request/nodehost.h"
#include "core/people/peopleservice.h"
#include "core/recipe/recipesession.h"
#include "core/run/service/runservice.h"

#include <QObject>

#include <map>
#include <memory>
#include <vector>

namespace podium::app {

struct Services;

/// What is done on the workers of a node that a request has made: whether ssh answers, the people
/// of the roster, recipes with their default values. One step of a node at a time. Lives on the
/// services' thread, blocks never.
class RequestHost final : public QObject, public lifecycle::NodeHost
{
    Q_OBJECT

public:
    /// The services must outlive it.
    explicit RequestHost(Services &services, QObject *parent = nullptr);
    ~RequestHost() override;

    void greet(const NodeRef &node, Callback<Result<>> done) override;
    void carryOut(
        const NodeRef &node, const lifecycle::AfterStep &step, Callback<Result<>> done) override;

signals:
    /// Before it is started; it is gone soon after it has ended.
    void recipeMade(podium::recipe::RecipeSession *session);

private:
    using Done = Callback<Result<>>;
    void
    withNode(const NodeRef &node, const Done &done, std::function<void(const cloud::Node &)> then);
    /// For workers that are where this says, whatever the inventory knows of them.
    [[nodiscard]] run::RunService serviceFor(const cloud::Node &node) const;
    void greetAll(const cloud::Node &node, const Done &done);
    void forget(int run);
    void applyPeople(const NodeRef &node, const Done &done);
    void whenRefreshed(const NodeRef &node, const Done &done);
    void inspect(const NodeRef &node, const Done &done);
    /// The roster's recipes for accounts that were made are no part of the step, but they need us.
    void awaitRecipes(const Done &done);
    void judgePeople(const std::vector<WorkerRef> &workers, bool wasApplied, const Done &done);
    void runRecipe(const NodeRef &node, const QString &name, const Done &done);
    [[nodiscard]] std::vector<WorkerRef> knownWorkers(const NodeRef &node) const;

    Services &m_services;
    std::unique_ptr<people::PeopleService> m_people; ///< made when it is needed first
    std::map<int, std::unique_ptr<QObject>> m_runs;  ///< and recipes
    int m_lastRun = 0;
};

} // namespace podium::app
