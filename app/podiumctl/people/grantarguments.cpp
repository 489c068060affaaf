// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/people/grantarguments.h"

#include "core/people/roster/roster.h"
#include "core/people/roster/rosteredit.h"

namespace podium::ctl {

using namespace podium::people;

namespace {

using Time = std::optional<QDateTime>;

/// Nothing where it was not given.
Result<std::optional<Time>> beginOf(const QString &text)
{
    if (text.isEmpty()) {
        return std::optional<Time>();
    }
    if (text == QLatin1String("now")) {
        return std::optional<Time>(Time());
    }
    const QDateTime from = QDateTime::fromString(text, Qt::ISODate);
    if (!from.isValid()) {
        return failure(
            {ErrorKind::InvalidArgument,
             QStringLiteral("\"%1\" is not a time.").arg(text),
             {},
             QStringLiteral("Write 2026-12-01T08:00:00Z, or now.")});
    }
    return std::optional<Time>(wholeSeconds(from));
}

Result<std::optional<Time>> endOf(const QString &text, const QDateTime &now)
{
    if (text == QLatin1String("never")) {
        return std::optional<Time>(Time());
    }
    const auto end = optionalEnd(text, now);
    if (!end) {
        return failure(end.error());
    }
    return *end ? std::optional<Time>(*end) : std::optional<Time>();
}

} // namespace

Result<std::optional<QDateTime>> optionalEnd(const QString &text, const QDateTime &now)
{
    if (text.isEmpty()) {
        return Time();
    }
    const auto end = parseEnd(text, now);
    return end ? Result<Time>(*end) : failure(end.error());
}

Result<std::vector<GrantEdit>> grantEdits(const PeopleArguments &arguments, const QDateTime &now)
{
    const auto from = beginOf(arguments.from);
    const auto until = endOf(arguments.until, now);
    if (!from || !until) {
        return failure(from ? until.error() : from.error());
    }
    GrantEdit edit;
    edit.sudo = arguments.sudo;
    edit.adopt = arguments.adopt;
    edit.exclusive = arguments.exclusive;
    edit.addedGroups = arguments.groups;
    edit.removedGroups = arguments.removedGroups;
    if (!arguments.shell.isEmpty()) {
        edit.shell = arguments.shell;
    }
    edit.from = *from;
    edit.until = *until;
    std::vector<GrantEdit> edits;
    for (const QString &selector : arguments.selectors) {
        edit.selector = selector;
        edits.push_back(edit);
    }
    return edits;
}

} // namespace podium::ctl
