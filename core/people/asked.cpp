// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/asked.h"

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

QString unreachedText(const Asked &asked)
{
    if (asked.unreached.empty()) {
        return {};
    }
    QStringList names;
    for (const WorkerRef &worker : asked.unreached) {
        if (names.size() == MostNamed) {
            names << QStringLiteral("…");
            break;
        }
        names << worker.text();
    }
    return QStringLiteral("%1 could not be asked (%2).")
        .arg(
            partText(int(asked.unreached.size()), asked.total()), names.join(QStringLiteral(", ")));
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
    const std::function<bool(const WorkerRef &)> &isReached)
{
    Asked asked;
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
    QStringList sentences{unreachedText(asked), unknownText(asked)};
    sentences.removeAll(QString());
    if (!sentences.isEmpty()) {
        sentences << QStringLiteral("Nothing is known of who can log in there.");
    }
    return sentences.join(QLatin1Char(' '));
}

} // namespace podium::people
