// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/endpoint.h"
#include "tests/fakes/simcloud.h"

#include <QJsonArray>
#include <QTest>

#include <algorithm>
#include <vector>

namespace podium::tests {

/// A cloud with a node, lab/us-central2-b/pod, whose workers are real sshd on this machine; with
/// another one beside it, "rest", where wished.
class SimWorkers final
{
public:
    /// False where there can be none; reason() says why. A cloud that does not start is a failure.
    /// `rttMs`: how far away they are.
    [[nodiscard]] bool start(int count, int countOfRest = 0, int rttMs = 0)
    {
        QJsonArray nodes{nodeOf(QStringLiteral("pod"), count)};
        if (countOfRest > 0) {
            nodes.append(nodeOf(QStringLiteral("rest"), countOfRest));
        }
        const QJsonObject project{
            {QStringLiteral("id"), QStringLiteral("lab")}, {QStringLiteral("nodes"), nodes}};
        const bool hasStarted = m_cloud.startWith(
            {{QStringLiteral("operationMs"), 0}, {QStringLiteral("projects"), QJsonArray{project}}},
            {QStringLiteral("--rtt"), QString::number(rttMs)});
        [&] { QVERIFY2(hasStarted, qPrintable(m_cloud.error())); }();
        if (!hasStarted || m_cloud.workers() == QLatin1String("none")) {
            return false;
        }
        addEndpoints(QStringLiteral("pod"), count);
        addEndpoints(QStringLiteral("rest"), countOfRest);
        return true;
    }
    [[nodiscard]] QString reason() { return m_cloud.error(); }
    [[nodiscard]] const SimCloud &cloud() const { return m_cloud; }

    [[nodiscard]] const ssh::Endpoint &endpoint(int index) const
    {
        return m_endpoints.at(std::size_t(index));
    }
    [[nodiscard]] const ssh::Endpoint &endpointOf(const WorkerRef &worker) const
    {
        return *std::find_if(
            m_endpoints.begin(), m_endpoints.end(),
            [&worker](const ssh::Endpoint &each) { return each.worker == worker; });
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

    /// All of the pod's workers go at once.
    [[nodiscard]] bool preempt() const
    {
        return m_cloud.post(QStringLiteral("/sim/nodes/lab/us-central2-b/pod:preempt")).status ==
               200;
    }

private:
    [[nodiscard]] static QJsonObject nodeOf(const QString &name, int count)
    {
        return {
            {QStringLiteral("zone"), QStringLiteral("us-central2-b")},
            {QStringLiteral("name"), name},
            {QStringLiteral("acceleratorType"), QStringLiteral("v4-%1").arg(8 * count)},
            {QStringLiteral("internalNetwork"), true},
            {QStringLiteral("workers"), count}};
    }
    void addEndpoints(const QString &node, int count)
    {
        if (count == 0) {
            return;
        }
        const QJsonArray addresses =
            m_cloud.get(QStringLiteral("/v2/projects/lab/locations/us-central2-b/nodes/") + node)
                .json()[QLatin1String("networkEndpoints")]
                .toArray();
        for (int index = 0; index < count; ++index) {
            ssh::Endpoint endpoint;
            endpoint.worker =
                *WorkerRef::parse(QStringLiteral("lab/us-central2-b/%1:%2").arg(node).arg(index));
            endpoint.address = addresses.at(index)
                                   .toObject()[QLatin1String("accessConfig")]
                                   .toObject()[QLatin1String("externalIp")]
                                   .toString();
            endpoint.port = quint16(m_cloud.sshPort());
            endpoint.user = m_cloud.user();
            endpoint.identityFiles = QStringList{m_cloud.identity()};
            endpoint.useAgent = false;
            endpoint.hostKeyAlias = QStringLiteral("tpu.1234-%1").arg(m_endpoints.size());
            m_endpoints.push_back(endpoint);
        }
    }

    SimCloud m_cloud;
    std::vector<ssh::Endpoint> m_endpoints;
};

} // namespace podium::tests
