// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/files/workerverdicts.h"

#include "app/podiumctl/exitcodes.h"

#include <QLocale>

#include <algorithm>
#include <map>

namespace podium::ctl {

using files::CopyState;
using files::FileProblem;
using files::WorkerCopy;

namespace {

constexpr std::size_t MostNamed = 10; ///< of a list on the screen; JSON has all

QString verdictText(const WorkerCopy &copy)
{
    switch (copy.state) {
    case CopyState::Verified:
        return QStringLiteral("verified");
    case CopyState::Incomplete:
        return copy.error ? copy.error->text()
                          : QStringLiteral("not complete: %1 did not arrive")
                                .arg(counted(qint64(copy.missing.size()), "file", "files"));
    case CopyState::Stopped:
        return QStringLiteral("stopped");
    default:
        return copy.error ? copy.error->text() : files::copyStateName(copy.state);
    }
}

} // namespace

QString sizeOf(qint64 bytes)
{
    return QLocale::c().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat);
}

QString counted(qint64 count, const char *one, const char *many)
{
    return QStringLiteral("%1 %2").arg(count).arg(QLatin1String(count == 1 ? one : many));
}

Json problemsJson(const std::vector<FileProblem> &problems)
{
    Json list = Json::array();
    for (const FileProblem &problem : problems) {
        list.push_back(
            {{"path", text(files::shownPath(problem.path))}, {"reason", text(problem.reason)}});
    }
    return list;
}

QString amountOf(const files::WorkerPlan &plan, const char *verb)
{
    QString text = QStringLiteral("%1 to %2, %3")
                       .arg(counted(qint64(plan.send.size()), "entry", "entries"))
                       .arg(QLatin1String(verb), sizeOf(plan.bytes));
    if (plan.replaced > 0) {
        text += QStringLiteral(", %1 in the place of another").arg(plan.replaced);
    }
    return text;
}

QStringList problemLines(const QString &before, const std::vector<FileProblem> &problems)
{
    QStringList lines;
    for (std::size_t i = 0; i < std::min(problems.size(), MostNamed); ++i) {
        lines << QStringLiteral("%1 %2: %3")
                     .arg(before, files::shownPath(problems[i].path), problems[i].reason);
    }
    if (problems.size() > MostNamed) {
        lines << QStringLiteral("%1 %2 more").arg(before).arg(problems.size() - MostNamed);
    }
    return lines;
}

QStringList groupedByText(
    const std::vector<WorkerCopy> &workers, const NamesOf &namesOf,
    const std::function<QString(const WorkerCopy &)> &textOf)
{
    std::vector<QString> texts;
    std::map<QString, std::vector<WorkerRef>> groups;
    for (const WorkerCopy &copy : workers) {
        const QString text = textOf(copy);
        if (groups[text].empty()) {
            texts.push_back(text);
        }
        groups[text].push_back(copy.plan.worker);
    }
    QStringList lines;
    for (const QString &text : texts) {
        lines << QStringLiteral("%1: %2").arg(namesOf(groups[text]), text);
    }
    return lines;
}

QStringList roomLines(const std::vector<WorkerCopy> &workers)
{
    std::optional<qint64> least;
    bool isUnknown = false;
    for (const WorkerCopy &copy : workers) {
        const std::optional<qint64> &free = copy.plan.freeBytes;
        if (free && (!least || *free < *least)) {
            least = free;
        }
        isUnknown = isUnknown || (!free && !copy.plan.error);
    }
    QStringList lines;
    if (least) {
        lines << QStringLiteral("free on the disk that has the least room: %1").arg(sizeOf(*least));
    }
    if (isUnknown) {
        lines << QStringLiteral("the room is not known on some");
    }
    return lines;
}

Json workerJson(const WorkerCopy &copy)
{
    const files::WorkerPlan &plan = copy.plan;
    return {
        {"worker", text(plan.worker.text())},
        {"state", text(files::copyStateName(copy.state))},
        {"entries", plan.send.size()},
        {"replaces", plan.replaced},
        {"bytes", plan.bytes},
        {"freeBytes", plan.freeBytes ? Json(*plan.freeBytes) : Json(nullptr)},
        {"sentBytes", copy.sentBytes},
        {"seconds", double(copy.tookMs) / 1000.0},
        {"conflicts", problemsJson(plan.conflicts)},
        {"missing", problemsJson(copy.missing)},
        {"error", copy.error   ? errorJson(*copy.error)
                  : plan.error ? errorJson(*plan.error)
                               : Json(nullptr)}};
}

Json passedOnJson(const std::optional<files::PassedOn> &passedOn)
{
    if (!passedOn) {
        return nullptr;
    }
    Json left = Json::array();
    for (const QString &worker : passedOn->notWithdrawn) {
        left.push_back(text(worker));
    }
    return {{"worker", text(passedOn->gateway.text())}, {"installs", passedOn->needsEngine},
            {"linkBytes", passedOn->linkBytes},         {"betweenBytes", passedOn->betweenBytes},
            {"sentBytes", passedOn->sentBytes},         {"notWithdrawn", std::move(left)}};
}

QStringList passedOnLines(const files::PassedOn &passedOn)
{
    const QString gateway = passedOn.gateway.text();
    QStringList lines{QStringLiteral("uploaded once: %1 to %2; from there to the others: %3")
                          .arg(sizeOf(passedOn.linkBytes), gateway, sizeOf(passedOn.betweenBytes))};
    if (passedOn.needsEngine) {
        lines << QStringLiteral("ClusterShell is not on %1: the recipe clustershell installs it "
                                "there first.")
                     .arg(gateway);
    }
    return lines;
}

QStringList verdictLines(const std::vector<WorkerCopy> &workers, const NamesOf &namesOf)
{
    QStringList lines = groupedByText(workers, namesOf, verdictText);
    for (const WorkerCopy &copy : workers) {
        lines << problemLines(copy.plan.worker.text() + QStringLiteral(": missing"), copy.missing);
    }
    return lines;
}

QString progressText(const std::vector<WorkerCopy> &workers, qint64 elapsedMs)
{
    const files::CopyTotals totals = files::totalsOf(workers, elapsedMs);
    QString line = QStringLiteral("%1 of %2").arg(sizeOf(totals.done), sizeOf(totals.wanted));
    if (workers.size() > 1) {
        line.prepend(QStringLiteral("%1 of %2 workers, ").arg(totals.ended).arg(workers.size()));
    }
    if (const auto left = totals.secondsLeft()) {
        line += QStringLiteral(", %1/s, ").arg(sizeOf(totals.rate));
        line += *left > 0 ? QStringLiteral("%1 s left").arg(*left) : QStringLiteral("verifying");
    }
    return line;
}

QString slowestText(const std::vector<WorkerCopy> &workers, const NamesOf &namesOf)
{
    constexpr qint64 Whole = 100;
    const WorkerCopy *slowest = nullptr;
    qint64 least = Whole;
    for (const WorkerCopy &copy : workers) {
        if (copy.state != CopyState::Sending || copy.plan.bytes <= 0) {
            continue;
        }
        const qint64 percent = copy.doneBytes * Whole / copy.plan.bytes;
        if (percent < least) {
            slowest = &copy;
            least = percent;
        }
    }
    return slowest != nullptr && workers.size() > 1 ? QStringLiteral(", slowest %1 at %2 %")
                                                          .arg(namesOf({slowest->plan.worker}))
                                                          .arg(least)
                                                    : QString();
}

int planExitCode(const std::vector<WorkerCopy> &workers, bool isDifferent)
{
    bool isUnreachable = false;
    for (const WorkerCopy &copy : workers) {
        isUnreachable = isUnreachable || (copy.plan.error && files::isUnreached(*copy.plan.error));
        isDifferent = isDifferent || copy.plan.error || !copy.plan.conflicts.empty();
    }
    return isUnreachable ? ExitUnreachable : isDifferent ? ExitDifferent : ExitDone;
}

int verdictExitCode(const std::vector<WorkerCopy> &workers, bool isDifferent)
{
    bool isUnreachable = false;
    for (const WorkerCopy &copy : workers) {
        if (copy.state == CopyState::Stopped) {
            return ExitInterrupted;
        }
        isUnreachable = isUnreachable || (copy.error && files::isUnreached(*copy.error));
        isDifferent = isDifferent || copy.state != CopyState::Verified;
    }
    return isUnreachable ? ExitUnreachable : isDifferent ? ExitDifferent : ExitDone;
}

} // namespace podium::ctl
