// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/values/auditentry.h"

#include "core/cloud/values/jsonaccess.h"

#include <utility>

namespace podium::cloud {

QString AuditEntry::action() const
{
    static const std::pair<const char *, const char *> actions[] = {
        {".CreateNode", "created"},
        {".DeleteNode", "deleted"},
        {".UpdateNode", "changed"},
        {".StartNode", "started"},
        {".StopNode", "stopped"},
        {".PerformMaintenance", "maintenance begun"},
        {"tpu.nodes.terminate", "ended by Google"}};
    for (const auto &[name, text] : actions) {
        if (method.endsWith(QLatin1String(name))) {
            return QLatin1String(text);
        }
    }
    return method;
}

Result<AuditPage> parseAuditPage(const QByteArray &json, const NodeRef &node)
{
    const auto answer = parseJson(json);
    if (!answer || !isListAnswer(*answer, {"entries", "nextPageToken"})) {
        return failure(
            {ErrorKind::Protocol,
             QStringLiteral("The audit log of %1 could not be read: the answer is not what Cloud "
                            "Logging sends.")
                 .arg(node.project.text()),
             {},
             {},
             node.text()});
    }
    const QString about =
        QStringLiteral("/locations/%1/nodes/%2").arg(node.zone.text(), node.name.text());
    AuditPage page;
    page.nextPageToken = text(*answer, "nextPageToken");
    for (const Json &item : arrayMember(*answer, "entries")) {
        const Json &payload = member(item, "protoPayload");
        const Json &operation = member(item, "operation");
        const bool isBeginning = flag(operation, "first") && !flag(operation, "last");
        AuditEntry entry;
        entry.resource = text(payload, "resourceName");
        if (isBeginning || !entry.resource.endsWith(about)) {
            continue;
        }
        entry.time = time(item, "timestamp");
        entry.method = text(payload, "methodName");
        entry.who = text(member(payload, "authenticationInfo"), "principalEmail");
        entry.reason = text(member(payload, "metadata"), "terminateReason");
        entry.failure = text(item, "severity") == QLatin1String("ERROR")
                            ? text(member(payload, "status"), "message")
                            : QString();
        page.entries.push_back(std::move(entry));
    }
    return page;
}

} // namespace podium::cloud
