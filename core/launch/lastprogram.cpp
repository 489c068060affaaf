// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/launch/lastprogram.h"

#include "core/base/files.h"

#include <algorithm>

namespace podium::launch {

namespace {

constexpr int LongestId = 64;

QString lastProgramFile(const QString &stateDir)
{
    return stateDir + QStringLiteral("/open-with");
}

} // namespace

QString lastProgram(const QString &stateDir)
{
    const auto kept = readFile(lastProgramFile(stateDir), LongestId);
    return kept ? QString::fromUtf8(*kept).trimmed() : QString();
}

void rememberProgram(const QString &stateDir, const QString &id)
{
    if (makePrivateFolder(stateDir)) {
        [[maybe_unused]] const auto kept =
            writeFileAtomically(lastProgramFile(stateDir), id.toUtf8() + '\n', 0600);
    }
}

Result<LaunchProgram> chosenProgram(
    const std::vector<LaunchProgram> &installed, const QString &wished, const QString &last)
{
    const auto find = [&installed](const QString &id) {
        return std::find_if(installed.begin(), installed.end(), [&id](const auto &program) {
            return program.id == id;
        });
    };
    auto chosen = find(wished.isEmpty() ? last : wished);
    if (chosen == installed.end() && wished.isEmpty()) {
        chosen = installed.begin();
    }
    if (chosen != installed.end()) {
        return *chosen;
    }
    return failure(
        {ErrorKind::NotFound,
         wished.isEmpty() ? QStringLiteral("No terminal and no editor was found on this machine.")
         : wished == QLatin1String("terminal") // which is no program's name
             ? QStringLiteral("No terminal was found on this machine.")
             : QStringLiteral("%1 is not installed on this machine.").arg(wished),
         {},
         {},
         {}});
}

} // namespace podium::launch
