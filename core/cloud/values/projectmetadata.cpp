// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/values/projectmetadata.h"

#include "core/cloud/values/jsonaccess.h"

#include <algorithm>

namespace podium::cloud {

namespace {

Error notUnderstood(const QString &project)
{
    return {
        ErrorKind::Protocol,
        QStringLiteral("The Compute API answered for %1 with what is no JSON.").arg(project),
        {},
        {},
        project};
}

} // namespace

QString ProjectMetadata::value(const QString &key) const
{
    const auto found = std::find_if(
        items.begin(), items.end(), [&key](const auto &item) { return item.first == key; });
    return found == items.end() ? QString() : found->second;
}

void ProjectMetadata::set(const QString &key, const QString &value)
{
    const auto found = std::find_if(
        items.begin(), items.end(), [&key](const auto &item) { return item.first == key; });
    if (value.isEmpty()) {
        if (found != items.end()) {
            items.erase(found);
        }
    } else if (found == items.end()) {
        items.emplace_back(key, value);
    } else {
        found->second = value;
    }
}

bool ProjectMetadata::usesOsLogin() const
{
    return value(QStringLiteral("enable-oslogin"))
               .compare(QLatin1String("true"), Qt::CaseInsensitive) == 0;
}

Result<ProjectMetadata> parseProjectMetadata(const QByteArray &json, const QString &project)
{
    const auto read = parseJson(json);
    if (!read) {
        return failure(notUnderstood(project));
    }
    const Json &common = member(*read, "commonInstanceMetadata");
    ProjectMetadata metadata;
    metadata.fingerprint = text(common, "fingerprint");
    for (const Json &item : arrayMember(common, "items")) {
        metadata.items.emplace_back(text(item, "key"), text(item, "value"));
    }
    return metadata;
}

QByteArray projectMetadataToJson(const ProjectMetadata &metadata)
{
    Json items = Json::array();
    for (const auto &[key, value] : metadata.items) {
        items.push_back({{"key", toJson(key)}, {"value", toJson(value)}});
    }
    return dump({{"fingerprint", toJson(metadata.fingerprint)}, {"items", std::move(items)}});
}

Result<ComputeOperation> parseComputeOperation(const QByteArray &json, const QString &project)
{
    const auto read = parseJson(json);
    if (!read) {
        return failure(notUnderstood(project));
    }
    ComputeOperation operation;
    operation.name = text(*read, "name");
    operation.isDone = text(*read, "status") == QLatin1String("DONE");
    for (const Json &error : arrayMember(member(*read, "error"), "errors")) {
        operation.error += text(error, "message");
    }
    return operation;
}

} // namespace podium::cloud
