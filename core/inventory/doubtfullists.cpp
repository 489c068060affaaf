// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/doubtfullists.h"

#include <QSet>

#include <algorithm>

namespace podium::inventory {

std::optional<Error> doubtOf(
    const cloud::ProjectList &list, const std::vector<cloud::Project> &known,
    const QStringList &set)
{
    if (!list.endsEmpty) {
        return std::nullopt;
    }
    const auto isListed = [&list](const cloud::Project &project) {
        return std::any_of(
            list.projects.begin(), list.projects.end(),
            [&project](const cloud::Project &listed) { return listed.id == project.id; });
    };
    const auto missing = std::find_if_not(known.begin(), known.end(), isListed);
    const bool lacksAll = list.projects.empty() && !set.isEmpty();
    if (missing == known.end() && !lacksAll) {
        return std::nullopt;
    }
    const QString lacking = missing != known.end() ? missing->id.text() : set.front();
    return Error{
        ErrorKind::Protocol, QStringLiteral("The list of projects ends with an empty page."),
        QStringLiteral("It does not name %1; that proves nothing.").arg(lacking)};
}

std::vector<cloud::Project> projectsInstead(
    const Error &error, std::vector<cloud::Project> set, const std::vector<cloud::Project> &known)
{
    if (error.kind == ErrorKind::Credentials) {
        return {};
    }
    // Where nothing answers, each of those known would only be waited for.
    if (error.kind != ErrorKind::Network && error.kind != ErrorKind::Timeout) {
        set.insert(set.end(), known.begin(), known.end());
    }
    const auto less = [](const cloud::Project &a, const cloud::Project &b) { return a.id < b.id; };
    const auto same = [](const cloud::Project &a, const cloud::Project &b) { return a.id == b.id; };
    std::stable_sort(set.begin(), set.end(), less);
    set.erase(std::unique(set.begin(), set.end(), same), set.end());
    return set;
}

const NodeRef *
lastMissing(const Snapshot &known, const ProjectId &project, const cloud::NodeList &list)
{
    QSet<NodeRef> listed;
    for (const cloud::Node &node : list.nodes) {
        listed.insert(node.ref);
    }
    const auto missing =
        std::find_if(known.nodes.rbegin(), known.nodes.rend(), [&](const NodeEntry &entry) {
            const NodeRef &ref = entry.node.ref;
            return ref.project == project && !listed.contains(ref) &&
                   !list.unreachable.contains(ref.zone.text());
        });
    return missing == known.nodes.rend() ? nullptr : &missing->node.ref;
}

Error listLacks(const NodeRef &node)
{
    return {
        ErrorKind::Protocol,
        QStringLiteral("The list of the TPU nodes of %1 is not whole.").arg(node.project.text()),
        QStringLiteral("It ends with an empty page and does not name %1, which is still there.")
            .arg(node.text()),
        QStringLiteral("Podium will ask again."), node.project.text()};
}

Error projectsNotListed(const Error &error)
{
    Error told = error;
    const QString meaning = QStringLiteral("Only projects that are set or known from before were "
                                           "asked; there may be others.");
    // What a cloud says need not end as a sentence.
    const QLatin1String end(error.detail.endsWith(QLatin1Char('.')) ? " " : ". ");
    told.detail = error.detail.isEmpty() ? meaning : QString(error.detail % end % meaning);
    if (told.hint.isEmpty()) {
        told.hint = QStringLiteral("Where projects can never be listed, name yours in Settings "
                                   "(\"projects\" in config.json).");
    }
    return told;
}

std::optional<Error> keysNotRead(const Error &error)
{
    switch (error.kind) {
    case ErrorKind::Network:
    case ErrorKind::Timeout:
    case ErrorKind::Unavailable:
    case ErrorKind::QuotaExceeded:
    case ErrorKind::Protocol:
        break;
    default:
        return std::nullopt;
    }
    Error told = error;
    const QString meaning = QStringLiteral("Host keys that Google vouches for may be missing for "
                                           "new nodes.");
    // What a cloud says need not end as a sentence.
    const QLatin1String end(error.detail.endsWith(QLatin1Char('.')) ? " " : ". ");
    told.detail = error.detail.isEmpty() ? meaning : QString(error.detail % end % meaning);
    return told;
}

Error keysNotWaitedFor()
{
    return {
        ErrorKind::Timeout, QStringLiteral("Host keys could not be read in time."),
        QStringLiteral("Those that Google vouches for may be missing for new nodes."),
        QStringLiteral("Podium will ask again.")};
}

} // namespace podium::inventory
