// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/plan/makeplan.h"

#include "core/sshconfig/document/configdocument.h"
#include "core/sshconfig/plan/writtenblocks.h"

namespace podium::sshconfig {

namespace {

FileChange change(const DiskFile &file, const QByteArray &after)
{
    return {file.path, file.exists, file.bytes, after};
}

/// Where only some projects were asked for, the person knows of the others.
void noteWhatIsKept(ConfigPlan &plan, std::size_t count, const inventory::Snapshot &snapshot)
{
    if (count > 0 && snapshot.coverage.projects() != inventory::Coverage::Projects::Named) {
        plan.keptNote =
            count == 1
                ? QStringLiteral("1 host stays in the config as it is: the cloud did not say "
                                 "whether it is still there.")
                : QStringLiteral("%1 hosts stay in the config as they are: the cloud did not say "
                                 "whether they are still there.")
                      .arg(count);
        plan.warnings << plan.keptNote;
    }
    if (plan.losesMost()) {
        plan.warnings << plan.lossText();
    }
}

Error withSubject(Error error, const QString &path)
{
    if (error.subject.isEmpty()) {
        error.detail =
            error.detail.isEmpty() ? QStringLiteral("The file is %1.").arg(path) : error.detail;
        error.subject = path;
    }
    return error;
}

} // namespace

QString generatedPath(const Paths &paths)
{
    return paths.podiumSshDir() + QStringLiteral("/config");
}

QString knownHostsPath(const Paths &paths)
{
    return paths.podiumSshDir() + QStringLiteral("/known_hosts");
}

QString firstUsePath(const Paths &paths)
{
    return paths.podiumSshDir() + QStringLiteral("/known_hosts_first_use");
}

QString homeWarning(const Paths &paths)
{
    if (paths.accountHome.isEmpty()) {
        return {};
    }
    return QStringLiteral("HOME is %1, but ssh reads %2/.ssh/config, by the password database: "
                          "what is written here it sees with \"ssh -F %3\" only.")
        .arg(paths.home, paths.accountHome, paths.sshConfigFile());
}

Result<FileStates> readStates(const Paths &paths)
{
    auto own = readOwnFiles(paths);
    if (!own) {
        return failure(own.error());
    }
    auto generated = readTarget(generatedPath(paths));
    if (!generated) {
        return failure(generated.error());
    }
    auto knownHosts = readTarget(knownHostsPath(paths));
    if (!knownHosts) {
        return failure(knownHosts.error());
    }
    return FileStates{std::move(*own), std::move(*generated), std::move(*knownHosts)};
}

Result<ConfigPlan> makePlan(
    const inventory::Snapshot &snapshot, const ConfigOptions &options, const FileStates &states,
    const Paths &paths)
{
    if (!snapshot.asOf.isValid()) {
        return failure(
            {ErrorKind::Refused,
             QStringLiteral("Nothing is known of your nodes yet, so nothing is written."),
             snapshot.error ? snapshot.error->summary : QString(),
             QStringLiteral("Refresh first.")});
    }
    const auto ownAfter = ConfigDocument(states.own.main.bytes).withRegion();
    if (!ownAfter) {
        return failure(withSubject(ownAfter.error(), states.own.main.path));
    }
    const KnownHosts known = readKnownHosts(states.knownHosts.bytes);
    auto kept = keptEntries(states.generated.bytes, known, snapshot);
    const std::size_t keptCount = kept.size();
    auto entries = makeEntries(snapshot, options, states.own.aliases, known, std::move(kept));
    if (!entries) {
        return failure(entries.error());
    }
    const QByteArray generated =
        configText(entries->list, {knownHostsPath(paths), firstUsePath(paths)});
    ConfigPlan plan;
    plan.files = {
        change(states.generated, generated),
        change(states.knownHosts, knownHostsText(entries->list)),
        change(states.own.main, *ownAfter)};
    plan.entries = std::move(entries->list);
    plan.warnings = std::move(entries->warnings);
    plan.hostsBefore = writtenCount(states.generated.bytes);
    plan.hostsAfter = writtenCount(generated);
    noteWhatIsKept(plan, keptCount, snapshot);
    if (const QString warning = homeWarning(paths); !warning.isEmpty()) {
        plan.warnings.prepend(warning);
    }
    return plan;
}

} // namespace podium::sshconfig
