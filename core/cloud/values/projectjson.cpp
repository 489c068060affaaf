// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/values/jsonaccess.h"
#include "core/cloud/values/nodejson.h"

#include <QRegularExpression>

namespace podium::cloud {

namespace {

std::optional<Project> parseProject(const Json &json)
{
    // Google makes such a project for every Apps Script; nobody keeps TPUs in one.
    static const QRegularExpression appsScript(QStringLiteral(R"(\Asys-[0-9]{20,}\z)"));
    const bool isV1 = member(json, "lifecycleState").is_string();
    const QString state = text(json, isV1 ? "lifecycleState" : "state");
    const QString idText = text(json, "projectId");
    const auto id = ProjectId::parse(idText);
    if (!id || appsScript.match(idText).hasMatch() ||
        (!state.isEmpty() && state != QLatin1String("ACTIVE"))) {
        return std::nullopt;
    }
    // v3 has the number in its name, "projects/123".
    const QString name = text(json, "name");
    const QString number = text(json, "projectNumber");
    return Project{
        *id, isV1 || !number.isEmpty() ? number : name.mid(name.lastIndexOf(QLatin1Char('/')) + 1),
        isV1 ? name : text(json, "displayName")};
}

} // namespace

Result<ProjectPage> parseProjectPage(const QByteArray &json)
{
    const auto answer = parseJson(json);
    if (!answer || !isListAnswer(*answer, {"projects", "nextPageToken"})) {
        return failure(
            {ErrorKind::Protocol,
             QStringLiteral("The list of projects could not be read: the answer is not what the "
                            "Resource Manager API sends.")});
    }
    ProjectPage page;
    page.nextPageToken = text(*answer, "nextPageToken");
    const Json &projects = arrayMember(*answer, "projects");
    page.isEmpty = projects.empty();
    for (const Json &project : projects) {
        if (auto parsed = parseProject(project)) {
            page.projects.push_back(std::move(*parsed));
        }
    }
    return page;
}

} // namespace podium::cloud
