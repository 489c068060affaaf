// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/plan/touchednames.h"

#include "core/sshconfig/document/configdocument.h"
#include "core/sshconfig/document/sshline.h"

#include <QSet>

#include <algorithm>
#include <iterator>

namespace podium::sshconfig {

namespace {

/// Host names are one whatever their case; ssh's patterns are not, which only adds to the names.
QByteArray folded(const std::string &name)
{
    return QByteArray::fromStdString(name).toLower();
}

/// The names of a generated config, or none where a line of it could apply to others.
std::optional<QSet<QByteArray>> namesOfHostBlocks(const QByteArray &generated)
{
    const ConfigDocument document(generated);
    QSet<QByteArray> names;
    bool isInBlock = false;
    for (int number = 1; number <= document.lineCount(); ++number) {
        const SshLine line = lexSshLine(document.line(number));
        if (line.keyword.empty() && line.isValid) {
            continue;
        }
        if (!line.isValid || line.keyword == "match" || line.keyword == "include") {
            return {};
        }
        if (line.keyword != "host") {
            if (!isInBlock) {
                return {};
            }
            continue;
        }
        if (!std::all_of(line.arguments.begin(), line.arguments.end(), isLiteralPattern)) {
            return {};
        }
        isInBlock = true;
        for (const std::string &name : line.arguments) {
            names.insert(folded(name));
        }
    }
    return names;
}

bool keepsOwnLines(const QByteArray &before, const QByteArray &after)
{
    const auto old = ConfigDocument(before).withoutRegion();
    const auto now = ConfigDocument(after).withoutRegion();
    return old && now && *old == *now;
}

} // namespace

std::optional<std::vector<std::string>>
touchedNames(const PartChange &change, const std::vector<std::string> &names)
{
    const auto before = namesOfHostBlocks(change.generatedBefore);
    const auto after = namesOfHostBlocks(change.generatedAfter);
    if (!before || !after || !keepsOwnLines(change.ownBefore, change.ownAfter)) {
        return {};
    }
    std::vector<std::string> touched;
    std::copy_if(
        names.begin(), names.end(), std::back_inserter(touched), [&](const std::string &name) {
            return before->contains(folded(name)) || after->contains(folded(name));
        });
    return touched;
}

} // namespace podium::sshconfig
