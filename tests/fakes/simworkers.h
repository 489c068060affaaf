// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/endpoint.h"
#include "tests/fakes/simcloud.h"

#include <QJsonArray>

#include <memory>
#include <vector>

namespace podium::tests {

/// A cloud with one node, lab/us-central2-b/pod, whose workers are real sshd on this machine.
class SimWorkers final
{
public:
    /// False where there can be none; reason() says why.
    [[nodiscard]] bool start(int count)
    {
        const QJsonObject node{
            {QStringLiteral("zone"), QStringLiteral("us-central2-b")},
            {QStringLiteral("name"), QStringLiteral("pod")},
            {QStringLiteral("acceleratorType"), QStringLiteral("v4-%1").arg(8 * count)},
            {QStringLiteral("workers"), count}};
        const QJsonObject project{
            {QStringLiteral("id"), QStringLiteral("lab")},
            {QStringLiteral("nodes"), QJsonArray{node}}};
        const bool hasStarted = m_cloud.startWith(
            {{QStringLiteral("operationMs"), 0},
             {QStringLiteral("projects"), QJsonArray{project}}});
        if (!hasStarted || m_cloud.workers() == QLatin1String("none")) {
            return false;
        }
        for (int i = 0; i < count; ++i) {
            m_endpoints.push_back(endpointOf(i));
        }
        return true;
    }
    [[nodiscard]] QString reason() { return m_cloud.error(); }
    [[nodiscard]] const SimCloud &cloud() const { return m_cloud; }

    [[nodiscard]] const ssh::Endpoint &endpoint(int index) const
    {
        return m_endpoints.at(std::size_t(index));
    }
    [[nodiscard]] std::vector<WorkerRef> refs() const
    {
        std::vector<WorkerRef> refs;
        for (const ssh::Endpoint &endpoint : m_endpoints) {
            refs.push_back(endpoint.worker);
        }
        return refs;
    }
    /// "refuse", "hang", "drop", "stop", "newHostKey", "restore".
    [[nodiscard]] bool treat(int index, const char *how) const
    {
        return m_cloud
                   .post(QStringLiteral("/sim/workers/lab/us-central2-b/pod/%1:%2")
                             .arg(QString::number(index), QLatin1String(how)))
                   .status == 200;
    }

private:
    [[nodiscard]] ssh::Endpoint endpointOf(int index) const
    {
        if (m_addresses.isEmpty()) {
            m_addresses =
                m_cloud.get(QStringLiteral("/v2/projects/lab/locations/us-central2-b/nodes/pod"))
                    .json()[QLatin1String("networkEndpoints")]
                    .toArray();
        }
        ssh::Endpoint endpoint;
        endpoint.worker = *WorkerRef::parse(QStringLiteral("lab/us-central2-b/pod:%1").arg(index));
        endpoint.address = m_addresses.at(index)
                               .toObject()[QLatin1String("accessConfig")]
                               .toObject()[QLatin1String("externalIp")]
                               .toString();
        endpoint.port = quint16(m_cloud.sshPort());
        endpoint.user = m_cloud.user();
        endpoint.identityFiles = QStringList{m_cloud.identity()};
        endpoint.useAgent = false;
        endpoint.hostKeyAlias = QStringLiteral("tpu.1234-%1").arg(index);
        return endpoint;
    }

    SimCloud m_cloud;
    std::vector<ssh::Endpoint> m_endpoints;
    mutable QJsonArray m_addresses;
};

} // namespace podium::tests
