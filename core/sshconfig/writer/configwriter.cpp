// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/writer/configwriter.h"

#include "core/base/files.h"
#include "core/sshconfig/check/aliascheck.h"
#include "core/sshconfig/document/configdocument.h"
#include "core/sshconfig/document/configscan.h"
#include "core/sshconfig/plan/writtenblocks.h"

#include <QFileInfo>

namespace podium::sshconfig {

namespace {

constexpr int kRounds = 5;
constexpr std::chrono::seconds kLockLimit{20};
constexpr int kAskedOfOurs = 8;

/// Where ssh reads the config again, the text does not tell what a change of Podium's part touches.
bool isReadAgain(const Paths &paths)
{
    const auto matters = [](const QByteArray &keyword, bool) {
        return keyword == "canonicalizehostname";
    };
    return ConfigScan::read(paths, matters).isReadAgain();
}

/// The person's own lines: all but Podium's region.
Result<QByteArray> ownLines(const std::optional<QByteArray> &config)
{
    return ConfigDocument(config.value_or(QByteArray())).withoutRegion();
}

Result<> mayBeWritten(const ConfigPlan &plan, const WriteOptions &how)
{
    if (how.isUnasked && plan.isHeld && !plan.isUpToDate()) {
        return failure(plan.heldError());
    }
    if (!plan.losesMost() || how.mayLoseMost) {
        return {};
    }
    return failure(plan.lossError());
}

QStringList notesOf(const ConfigPlan &plan)
{
    return plan.keptNote.isEmpty() ? QStringList() : QStringList{plan.keptNote};
}

bool isLink(const DiskFile &file)
{
    return file.realPath != file.path;
}

/// A file of Podium's own that is to go, and is a link, stays and is empty: a link that leads
/// nowhere would be refused from then on.
void emptyBehindLinks(const FileStates &states, FileContents &contents)
{
    const auto empty = [&contents](PlanFile which, const DiskFile &file) {
        if (!contents[which] && file.exists && isLink(file)) {
            contents[which] = QByteArray();
        }
    };
    empty(kGeneratedFile, states.generated);
    empty(kKnownHostsFile, states.knownHosts);
}

} // namespace

ConfigWriter::ConfigWriter(Paths paths, QDateTime now)
    : m_paths(std::move(paths))
    , m_now(std::move(now))
{}

Result<ConfigPlan> ConfigWriter::planFor(
    const inventory::Snapshot &snapshot, const ConfigOptions &options,
    const FileStates &states) const
{
    auto plan = makePlan(snapshot, options, states, m_paths);
    if (plan) {
        plan->isHeld = Versions(m_paths).isHeld();
    }
    return plan;
}

Result<ConfigPlan>
ConfigWriter::plan(const inventory::Snapshot &snapshot, const ConfigOptions &options) const
{
    const auto states = readStates(m_paths);
    if (!states) {
        return failure(states.error());
    }
    auto plan = planFor(snapshot, options, *states);
    if (!plan) {
        return plan;
    }
    const auto resolver = SshConfigResolver::find(m_paths.home);
    if (!resolver) {
        return failure(resolver.error());
    }
    if (auto accepted = resolver->accepts(states->own.main.realPath); !accepted) {
        return failure(accepted.error());
    }
    return plan;
}

Result<WriteReport> ConfigWriter::write(
    const inventory::Snapshot &snapshot, const ConfigOptions &options,
    const WriteOptions &how) const
{
    // Whatever speaks against it is said before anything is touched, the lock included.
    const auto first = plan(snapshot, options);
    if (!first) {
        return failure(first.error());
    }
    if (auto allowed = mayBeWritten(*first, how); !allowed) {
        return failure(allowed.error());
    }
    const auto releases = [&how](const ConfigPlan &plan) {
        return !how.isUnasked && plan.isHeld && plan.isUpToDate();
    };
    if (first->isUpToDate() && !hasLeftovers() && !releases(*first)) {
        WriteReport report;
        report.notes = notesOf(*first);
        return report;
    }
    return change(QStringLiteral("write"), [&](const FileStates &states) -> Result<Wish> {
        auto plan = planFor(snapshot, options, states);
        if (!plan) {
            return failure(plan.error());
        }
        if (auto allowed = mayBeWritten(*plan, how); !allowed) {
            return failure(allowed.error());
        }
        if (auto released = releases(*plan) ? Versions(m_paths).release() : Result<>(); !released) {
            return failure(released.error());
        }
        Wish wish;
        wish.notes = notesOf(*plan);
        for (std::size_t i = 0; i < wish.contents.size(); ++i) {
            wish.contents[i] = std::move(plan->files[i].after);
        }
        wish.entries = std::move(plan->entries);
        return wish;
    });
}

Result<std::vector<ConfigVersion>> ConfigWriter::versions() const
{
    return Versions(m_paths).list();
}

Result<WriteReport> ConfigWriter::restore(int number) const
{
    // Whether there is anything to put back is said before a lock or a folder is made.
    if (const auto kept = Versions(m_paths).load(number); !kept) {
        return failure(kept.error());
    }
    return change(QStringLiteral("restore"), [&](const FileStates &states) -> Result<Wish> {
        const auto wanted =
            number == 0 ? Versions(m_paths).newestUnlike(states) : Result<int>(number);
        auto kept = wanted ? Versions(m_paths).load(*wanted) : failure(wanted.error());
        if (!kept) {
            return failure(kept.error());
        }
        auto wish = restoredWish(states, std::move(*kept));
        if (wish) {
            wish->restored = *wanted;
        }
        return wish;
    });
}

Result<ConfigWriter::Wish> ConfigWriter::restoredWish(const FileStates &states, FileContents kept)
{
    const auto now = ownLines(states.own.main.bytes);
    const auto then = ownLines(kept[kOwnFile]);
    Wish wish;
    wish.keepsMeanings = now && then && *now == *then;
    if (!wish.keepsMeanings) {
        wish.notes << QStringLiteral(
            "Lines of your own had changed since that version; they are as they were then.");
    }
    wish.contents = std::move(kept);
    emptyBehindLinks(states, wish.contents);
    if (!wish.contents[kOwnFile] && states.own.main.exists) {
        // There was none: it goes only if nothing but Podium's region is in it, and if no link
        // would be left that leads nowhere.
        if (!now) {
            return failure(now.error());
        }
        const bool goes = now->isEmpty() && !isLink(states.own.main);
        wish.contents[kOwnFile] = goes ? std::optional<QByteArray>() : *now;
        wish.keepsMeanings = true;
        wish.notes.clear();
    }
    return wish;
}

Result<WriteReport> ConfigWriter::remove() const
{
    return change(QStringLiteral("remove"), [](const FileStates &states) -> Result<Wish> {
        Wish wish;
        emptyBehindLinks(states, wish.contents);
        if (states.own.main.exists) {
            auto without = ConfigDocument(states.own.main.bytes).withoutRegion();
            if (!without) {
                return failure(without.error());
            }
            wish.contents[kOwnFile] = std::move(*without);
        }
        return wish;
    });
}

Result<std::vector<AliasCheck>> ConfigWriter::check(
    const inventory::Snapshot &snapshot, const ConfigOptions &options, const CheckOptions &wanted,
    CheckProgress &progress) const
{
    const auto planned = plan(snapshot, options);
    if (!planned) {
        return failure(planned.error());
    }
    const auto resolver = SshConfigResolver::find(m_paths.home);
    if (!resolver) {
        return failure(resolver.error());
    }
    const QString &path = planned->files[kOwnFile].path;
    std::vector<ConfigEntry> entries = planned->entries;
    if (snapshot.coverage.projects() == inventory::Coverage::Projects::Named) {
        std::erase_if(entries, [](const ConfigEntry &entry) { return entry.isKept(); });
    }
    const auto written = writtenEntries(
        planned->files[kGeneratedFile].before,
        readKnownHosts(planned->files[kKnownHostsFile].before));
    return checkAll(
        *resolver, QFileInfo::exists(path) ? path : QStringLiteral("none"), entries, written,
        wanted, progress);
}

bool ConfigWriter::hasLeftovers() const
{
    const auto states = readStates(m_paths);
    return states &&
           (Versions(m_paths).hasOrphans() || StagedFile::hasLeftovers(states->own.main) ||
            StagedFile::hasLeftovers(states->generated) ||
            StagedFile::hasLeftovers(states->knownHosts));
}

Result<> ConfigWriter::prepareFolders() const
{
    if (auto made = makePrivateFolder(m_paths.sshDir()); !made) {
        return made;
    }
    return makePrivateFolder(m_paths.podiumSshDir());
}

Result<WriteReport> ConfigWriter::change(const QString &reason, const MakeWish &make) const
{
    if (auto prepared = prepareFolders(); !prepared) {
        return failure(prepared.error());
    }
    const auto lock =
        FileLock::acquire(m_paths.podiumSshDir() + QStringLiteral("/.lock"), kLockLimit);
    if (!lock) {
        return failure(lock.error());
    }
    Versions(m_paths).removeOrphan();
    Result<WriteReport> outcome;
    for (int round = 0; round < kRounds; ++round) {
        const auto states = readStates(m_paths);
        if (!states) {
            return failure(states.error());
        }
        for (const DiskFile *file : {&states->generated, &states->knownHosts, &states->own.main}) {
            StagedFile::removeLeftovers(*file);
        }
        const auto wish = make(*states);
        if (!wish) {
            return failure(wish.error());
        }
        outcome = changeOnce(reason, *states, *wish);
        // Another program was faster: its lines are the ones to start from.
        if (outcome || outcome.error().kind != ErrorKind::Conflict) {
            break;
        }
    }
    return outcome;
}

Result<WriteReport>
ConfigWriter::changeOnce(const QString &reason, const FileStates &states, const Wish &wish) const
{
    FileTransaction transaction(states, wish.contents);
    WriteReport report;
    report.notes = wish.notes;
    report.filesWritten = transaction.changedPaths();
    report.files = transaction.changedFiles();
    report.restored = wish.restored;
    if (report.filesWritten.isEmpty()) {
        return report;
    }
    const auto resolver = SshConfigResolver::find(m_paths.home);
    if (!resolver) {
        return failure(resolver.error());
    }
    ConfigEquivalenceCheck proof(*resolver, states);
    const bool asksAll = transaction.changes(kOwnFile) && isReadAgain(m_paths);
    if (auto asked = wish.keepsMeanings ? proof.askBefore(wish.contents, asksAll) : Result<>();
        !asked) {
        return failure(asked.error());
    }
    const Versions versions(m_paths);
    const auto version = versions.keep(states, reason, m_now);
    if (!version) {
        return failure(version.error());
    }
    if (auto done = put(transaction, proof, wish); !done) {
        if (transaction.isUndone()) {
            versions.drop(*version);
            return failure(done.error());
        }
        return failure(
            {ErrorKind::Io, QStringLiteral("The ssh config is only in part as it was before."),
             done.error().text(),
             QStringLiteral("What it was is kept as version %1: restore that one.").arg(*version),
             m_paths.sshConfigFile()});
    }
    report.version = *version;
    if (const QString warning = homeWarning(m_paths); !warning.isEmpty()) {
        report.notes << warning;
    }
    for (const AliasCheck &check :
         checkSome(*resolver, m_paths.sshConfigFile(), wish.entries, kAskedOfOurs)) {
        if (!check.isGood()) {
            report.notes << check.alias + QStringLiteral(": ") + check.problem;
        }
    }
    return report;
}

Result<> ConfigWriter::put(
    FileTransaction &transaction, ConfigEquivalenceCheck &proof, const Wish &wish) const
{
    if (auto staged = transaction.stage(); !staged) {
        return staged;
    }
    if (wish.keepsMeanings) {
        const auto same = proof.compareCandidate(
            wish.contents[kOwnFile].value_or(QByteArray()), transaction.stagedGenerated());
        if (!same) {
            return same;
        }
    }
    if (auto done = transaction.commit(); !done) {
        return done;
    }
    if (!wish.keepsMeanings) {
        return {};
    }
    const QString own = m_paths.sshConfigFile();
    auto same = proof.compareInPlace(QFileInfo::exists(own) ? own : QStringLiteral("none"));
    if (!same) {
        (void)transaction.takeBack();
    }
    return same;
}

} // namespace podium::sshconfig
