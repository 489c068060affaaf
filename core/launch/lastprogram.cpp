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

bool hasUseFor(const LaunchProgram &program, const LaunchTarget &target)
{
    // Both at once are for no program; that is a sentence of launchArguments().
    return !target.tmuxSession.isEmpty() ? isTerminal(program)
                                         : target.path.isEmpty() || !isTerminal(program);
}

Error notFound(const LaunchTarget &target, const QString &wished)
{
    QString summary = QStringLiteral("%1 is not installed on this machine.").arg(wished);
    if (wished == QLatin1String("terminal") || // which is no program's name
        (wished.isEmpty() && !target.tmuxSession.isEmpty())) {
        summary = QStringLiteral("No terminal was found on this machine.");
    } else if (wished.isEmpty() && !target.path.isEmpty()) {
        summary = QStringLiteral("No editor that opens a folder was found on this machine.");
    } else if (wished.isEmpty()) {
        summary = QStringLiteral("No terminal and no editor was found on this machine.");
    }
    return {ErrorKind::NotFound, summary};
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
    const std::vector<LaunchProgram> &installed, const LaunchTarget &target, const QString &wished,
    const QString &last)
{
    const auto chosen =
        std::find_if(installed.begin(), installed.end(), [&](const LaunchProgram &program) {
            return wished.isEmpty() ? program.id == last && hasUseFor(program, target)
                                    : program.id == wished;
        });
    if (chosen != installed.end()) {
        return *chosen;
    }
    const auto first =
        std::find_if(installed.begin(), installed.end(), [&target](const LaunchProgram &program) {
            return hasUseFor(program, target);
        });
    if (wished.isEmpty() && first != installed.end()) {
        return *first;
    }
    return failure(notFound(target, wished));
}

} // namespace podium::launch
