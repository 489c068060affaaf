// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/asked.h"

#include "core/inventory/targets.h"
#include "core/people/roster/roster.h"

#include <algorithm>
#include <utility>

namespace podium::people {

namespace {

constexpr int MostNamed = 5;

QString workersText(int count)
{
    return count == 1 ? QStringLiteral("1 worker") : QStringLiteral("%1 workers").arg(count);
}

/// "1 of 9 workers", or "9 workers" where that is all.
QString partText(int count, int total)
{
    return count == total ? workersText(count)
                          : QStringLiteral("%1 of %2").arg(count).arg(workersText(total));
}

template <typename Ref>
QString firstNames(const std::vector<Ref> &refs)
{
    QStringList names;
    for (const Ref &ref : refs) {
        if (names.size() == MostNamed) {
            names << QStringLiteral("…");
            break;
        }
        names << ref.text();
    }
    return names.join(QStringLiteral(", "));
}

QString unreachedText(const Asked &asked)
{
    return asked.unreached.empty() ? QString()
                                   : QStringLiteral("%1 could not be asked (%2).")
                                         .arg(
                                             partText(int(asked.unreached.size()), asked.total()),
                                             firstNames(asked.unreached));
}

QString stoppedText(const Asked &asked)
{
    if (asked.stopped.empty()) {
        return {};
    }
    const QString names = firstNames(asked.stopped);
    return asked.stopped.size() == 1
               ? QStringLiteral("1 node is stopped and was not asked (%1).").arg(names)
               : QStringLiteral("%1 nodes are stopped and were not asked (%2).")
                     .arg(QString::number(asked.stopped.size()), names);
}

QString unknownText(const Asked &asked)
{
    return asked.unknown.isEmpty() ? QString()
                                   : QStringLiteral("There may be more workers: %1.")
                                         .arg(asked.unknown.join(QStringLiteral("; ")));
}

QString withRest(const QString &sentence, const Asked &asked)
{
    const QString rest = notAskedText(asked);
    return rest.isEmpty() ? sentence : QString(sentence % QLatin1Char(' ') % rest);
}

} // namespace

Asked askedOf(
    const std::vector<WorkerRef> &workers, const inventory::Snapshot &snapshot,
    const std::function<bool(const WorkerRef &)> &isReached, std::vector<NodeRef> stopped)
{
    Asked asked;
    asked.stopped = std::move(stopped);
    for (const WorkerRef &worker : workers) {
        (isReached(worker) ? asked.reached : asked.unreached).push_back(worker);
    }
    if (snapshot.error) {
        asked.unknown << QStringLiteral("the cloud could not be asked");
    }
    if (snapshot.projectsError) {
        asked.unknown << QStringLiteral("the projects could not be listed");
    }
    for (const inventory::ScopeProblem &problem : snapshot.problems) {
        const QString project = problem.project.text();
        asked.unknown << QStringLiteral("%1 could not be listed")
                             .arg(
                                 problem.zone
                                     ? QString(project % QLatin1Char('/') % problem.zone->text())
                                     : project);
    }
    asked.unknown.removeDuplicates();
    return asked;
}

bool isAskedAbout(const cloud::Node &node, const Roster &roster)
{
    const auto isOfNode = [&node](const Grant &grant) {
        const auto word = parseSelector(grant.selector);
        return !word || word->matches(node);
    };
    return std::any_of(
        roster.people.begin(), roster.people.end(), [&isOfNode](const Person &person) {
            return std::any_of(person.grants.begin(), person.grants.end(), isOfNode);
        });
}

std::vector<NodeRef>
stoppedNodes(const inventory::Snapshot &snapshot, const Roster &roster, const QStringList &words)
{
    const auto named = words.isEmpty() ? Result<std::vector<WorkerRef>>()
                                       : inventory::resolveTargets(snapshot, words);
    const auto isMeant = [&](const cloud::Node &node) {
        if (words.isEmpty()) {
            return !roster.formerMembers.empty() || isAskedAbout(node, roster);
        }
        return named && std::any_of(named->begin(), named->end(), [&node](const WorkerRef &worker) {
                   return worker.node == node.ref;
               });
    };
    std::vector<NodeRef> nodes;
    for (const inventory::NodeEntry &entry : snapshot.nodes) {
        const cloud::NodeState state = entry.node.state;
        const bool isStopped =
            state == cloud::NodeState::Stopped || state == cloud::NodeState::Stopping;
        if (isStopped && isMeant(entry.node)) {
            nodes.push_back(entry.node.ref);
        }
    }
    return nodes;
}

AppliedCounts appliedCounts(
    const run::RunState &run, const std::function<const KeyProof *(const WorkerRef &)> &proofOf)
{
    AppliedCounts counts;
    for (const run::WorkerState &state : run.workers()) {
        ++counts.tried;
        if (!state.ending || run::endingClass(*state.ending) != run::EndingClass::Ok) {
            continue;
        }
        ++counts.changed;
        if (const KeyProof *proof = proofOf(state.worker)) {
            ++(proof->isProven() ? counts.proven : counts.unproven);
        }
    }
    return counts;
}

QString plannedText(const Asked &asked, int toChange)
{
    const QString checked = partText(int(asked.reached.size()), asked.total());
    return withRest(
        toChange == 0
            ? QStringLiteral("%1 checked; nothing to do there.").arg(checked)
            : QStringLiteral("%1 checked; %2 to be changed.").arg(checked, workersText(toChange)),
        asked);
}

QString appliedText(const Asked &asked, const AppliedCounts &counts)
{
    if (counts.tried == 0) {
        return plannedText(asked, 0);
    }
    QString sentence = QStringLiteral("%1 changed").arg(partText(counts.changed, asked.total()));
    if (counts.changed < counts.tried) {
        sentence += QStringLiteral(", of %1 that were to be").arg(counts.tried);
    }
    if (counts.changed == 0) {
        sentence += QLatin1Char('.');
    } else if (counts.unproven > 0) {
        sentence += QStringLiteral("; on %1 of them it is not proven that every key that was taken "
                                   "away is refused.")
                        .arg(counts.unproven);
    } else if (counts.proven == 0) {
        sentence += counts.changed < counts.tried ? QStringLiteral("; no key was taken away there.")
                                                  : QStringLiteral("; no key was taken away.");
    } else if (counts.proven == counts.changed) {
        sentence += QStringLiteral("; every key that was taken away is refused there.");
    } else {
        sentence +=
            QStringLiteral("; every key that was taken away on %1 of them is refused there.")
                .arg(counts.proven);
    }
    return withRest(sentence, asked);
}

QString notAskedText(const Asked &asked)
{
    QStringList sentences{unreachedText(asked), stoppedText(asked), unknownText(asked)};
    sentences.removeAll(QString());
    if (!sentences.isEmpty()) {
        sentences << QStringLiteral("Nothing is known of who can log in there.");
    }
    return sentences.join(QLatin1Char(' '));
}

} // namespace podium::people
