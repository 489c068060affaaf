// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/copysession.h"
#include "core/gateway/gatewaydistribution.h"
#include "core/gateway/internalendpoint.h"
#include "core/recipe/recipesession.h"
#include "core/remote/remoterun.h"

#include <atomic>
#include <memory>
#include <optional>

namespace podium::gateway {

/// What is to be copied, and through whom.
struct GatewayRequest
{
    files::CopyRequest copy;
    std::optional<WorkerRef> gateway; ///< one of the workers; none: the first of them
};

/// A copy that is uploaded once: to one worker, the gateway, and from there by
/// ClusterShell to the others inside their network. What each has is proven there, over a
/// connection of this machine. Where ClusterShell is missing, it is installed on the gateway by
/// the recipe of that name.
class GatewayCopy final : public files::Transfer
{
    Q_OBJECT

public:
    /// What `service` and `internalEndpointOf` refer to must outlive it.
    GatewayCopy(
        run::RunService service, const std::vector<WorkerRef> &workers, GatewayRequest request,
        InternalEndpointOf internalEndpointOf, QObject *parent = nullptr);
    ~GatewayCopy() override;

    [[nodiscard]] Direction direction() const override { return Direction::ToWorkers; }
    [[nodiscard]] const QByteArray &folder() const override { return m_request.copy.folder; }
    [[nodiscard]] const files::LocalTree *tree() const override { return m_plan->tree(); }
    [[nodiscard]] bool deletesExtras() const override { return m_request.copy.deletesExtras; }
    [[nodiscard]] bool hasWork() const override;
    [[nodiscard]] bool leavesOut() const override { return m_plan->leavesOut(); }
    [[nodiscard]] std::optional<files::PassedOn> passedOn() const override;
    void updateProgress() override;

    void look() override;
    void apply() override;
    void stop() override;

private:
    void onPlanned();
    void askForEngine();
    void onEngine(const remote::Report &report);
    void endPlan();
    void install();
    void onInstalled();
    void copyToGateway();
    void onGatewayHasIt();
    /// Those that are not passed on to.
    void concludeOthers();
    void refuseOthers(const Error &why);
    void failOthers(const Error &why);
    void passOn();
    void startDistribution(std::vector<Group> groups, std::vector<Control> controls);
    void onPassed();
    void end();
    [[nodiscard]] std::vector<Group> groups() const;
    [[nodiscard]] const WorkerRef &gateway() const { return m_workers[m_gateway].plan.worker; }

    const run::RunService m_service;
    const GatewayRequest m_request;
    const InternalEndpointOf m_internalEndpointOf;
    std::size_t m_gateway = 0;
    bool m_hasEngine = true; ///< or none is needed
    std::vector<InternalEndpoint> m_endpoints;
    std::unique_ptr<files::CopySession> m_plan;  ///< of all of them; only looks
    std::unique_ptr<remote::RemoteRun> m_engine; ///< asks for ClusterShell
    std::unique_ptr<recipe::RecipeSession> m_setUp;
    std::unique_ptr<files::CopySession> m_first;         ///< to the gateway
    std::vector<std::vector<Group>> m_waves;             ///< that are still to be passed on to
    std::unique_ptr<GatewayDistribution> m_distribution; ///< of one of them
    qint64 m_passedBytes = 0;                            ///< that earlier ones sent to the gateway
    std::optional<Error> m_engineError;                  ///< why the gateway has none
    QStringList m_notWithdrawn;
    QStringList m_swept;
    std::shared_ptr<std::atomic<bool>> m_isStopped = std::make_shared<std::atomic<bool>>(false);
};

} // namespace podium::gateway
