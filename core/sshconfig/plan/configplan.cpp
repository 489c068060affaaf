// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/plan/configplan.h"

#include <algorithm>

namespace podium::sshconfig {

namespace {

QString lossHint()
{
    return QStringLiteral("Look at what would change, and allow it where that is right.");
}

QString heldHint()
{
    return QStringLiteral("Look at what would change, and write it where that is right.");
}

} // namespace

bool ConfigPlan::isUpToDate() const
{
    return std::none_of(
        files.begin(), files.end(), [](const FileChange &file) { return file.isChanged(); });
}

QString ConfigPlan::lossText() const
{
    return QStringLiteral("This would leave %1 of %2 hosts in %3.")
        .arg(hostsAfter)
        .arg(hostsBefore)
        .arg(files.empty() ? QString() : files.front().path);
}

Error ConfigPlan::lossError() const
{
    return {
        ErrorKind::Refused,
        lossText(),
        {},
        lossHint(),
        files.empty() ? QString() : files.front().path};
}

Error ConfigPlan::heldError() const
{
    return {
        ErrorKind::Refused,
        QStringLiteral("The last change of the ssh config was undone: it is not updated "
                       "automatically until you write it."),
        {},
        heldHint(),
        files.empty() ? QString() : files.front().path};
}

bool isLossError(const Error &error)
{
    return error.kind == ErrorKind::Refused && error.hint == lossHint();
}

bool isHeldError(const Error &error)
{
    return error.kind == ErrorKind::Refused && error.hint == heldHint();
}

} // namespace podium::sshconfig
