// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/files/copyprint.h"

#include "app/podiumctl/exitcodes.h"

#include <QLocale>

#include <algorithm>
#include <map>

namespace podium::ctl {

using files::CopySession;
using files::CopyState;
using files::EntryKind;
using files::FileProblem;
using files::WorkerCopy;
using files::WorkerPlan;

namespace {

constexpr std::size_t MostNamed = 10; ///< of a list on the screen; JSON has all

QString sizeOf(qint64 bytes)
{
    return QLocale::c().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat);
}

QString counted(qint64 count, const char *one, const char *many)
{
    return QStringLiteral("%1 %2").arg(count).arg(QLatin1String(count == 1 ? one : many));
}

qint64 countOf(const CopySession &session, EntryKind kind)
{
    const auto &entries = session.tree()->entries;
    return std::count_if(entries.begin(), entries.end(), [kind](const auto &each) {
        return each.entry.kind == kind;
    });
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

QString planText(const WorkerPlan &plan, bool deletes)
{
    if (plan.error) {
        return plan.error->text();
    }
    QStringList parts;
    parts
        << (plan.send.empty() ? QStringLiteral("nothing to send")
                              : QStringLiteral("%1 to send, %2")
                                    .arg(counted(qint64(plan.send.size()), "entry", "entries"))
                                    .arg(sizeOf(plan.bytes)));
    if (!plan.extras.isEmpty()) {
        parts << (deletes ? QStringLiteral("%1 to delete")
                          : QStringLiteral("%1 that are not here stay"))
                     .arg(counted(plan.extras.size(), "entry", "entries"));
    }
    for (const FileProblem &conflict : plan.conflicts) {
        parts << QStringLiteral("%1 stays as it is: %2")
                     .arg(files::shownPath(conflict.path), conflict.reason);
    }
    return parts.join(QStringLiteral("; "));
}

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

/// A line for all that have the same text, in the order of the first of them.
QStringList grouped(
    const CopySession &session, const NamesOf &namesOf,
    const std::function<QString(const WorkerCopy &)> &textOf)
{
    std::vector<QString> texts;
    std::map<QString, std::vector<WorkerRef>> groups;
    for (const WorkerCopy &copy : session.workers()) {
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

Json workerJson(const WorkerCopy &copy, bool deletes)
{
    const WorkerPlan &plan = copy.plan;
    return {
        {"worker", text(plan.worker.text())},
        {"state", text(files::copyStateName(copy.state))},
        {"sends", plan.send.size()},
        {"bytes", plan.bytes},
        {"extras", plan.extras.size()},
        {"deletes", deletes ? plan.extras.size() : 0},
        {"freeBytes", plan.freeBytes ? Json(*plan.freeBytes) : Json(nullptr)},
        {"sentBytes", copy.sentBytes},
        {"seconds", double(copy.tookMs) / 1000.0},
        {"conflicts", problemsJson(plan.conflicts)},
        {"missing", problemsJson(copy.missing)},
        {"error", copy.error   ? errorJson(*copy.error)
                  : plan.error ? errorJson(*plan.error)
                               : Json(nullptr)}};
}

} // namespace

Json copyJson(const CopySession &session, bool isDone)
{
    Json workers = Json::array();
    for (const WorkerCopy &copy : session.workers()) {
        workers.push_back(workerJson(copy, session.request().deletesExtras));
    }
    return {
        {"done", isDone},
        {"folder", text(files::shownPath(session.request().folder))},
        {"files", countOf(session, EntryKind::File)},
        {"folders", countOf(session, EntryKind::Folder)},
        {"links", countOf(session, EntryKind::Link)},
        {"bytes", session.tree()->bytes},
        {"leftOut", problemsJson(session.tree()->problems)},
        {"workers", std::move(workers)}};
}

QStringList copyPlanLines(const CopySession &session, const NamesOf &namesOf)
{
    const bool deletes = session.request().deletesExtras;
    const QByteArray &folder = session.request().folder;
    QStringList lines;
    lines << QStringLiteral("%1, %2, %3 to %4 on %5")
                 .arg(
                     counted(countOf(session, EntryKind::File), "file", "files"),
                     counted(countOf(session, EntryKind::Folder), "folder", "folders"),
                     sizeOf(session.tree()->bytes),
                     folder.isEmpty() ? QStringLiteral("the home") : files::shownPath(folder),
                     counted(qint64(session.workers().size()), "worker", "workers"));
    lines << problemLines(QStringLiteral("left out:"), session.tree()->problems);
    lines << grouped(session, namesOf, [deletes](const WorkerCopy &copy) {
        return planText(copy.plan, deletes);
    });
    std::vector<FileProblem> deleted;
    for (const WorkerCopy &copy : session.workers()) {
        for (const QByteArray &extra : deletes ? copy.plan.extras : QByteArrayList()) {
            deleted.push_back({extra, copy.plan.worker.text()});
        }
    }
    return lines << problemLines(QStringLiteral("deletes"), deleted);
}

QStringList copyVerdictLines(const CopySession &session, const NamesOf &namesOf)
{
    QStringList lines = grouped(session, namesOf, verdictText);
    for (const WorkerCopy &copy : session.workers()) {
        lines << problemLines(copy.plan.worker.text() + QStringLiteral(": missing"), copy.missing);
    }
    return lines;
}

QString copyProgress(const CopySession &session, qint64 elapsedMs)
{
    qint64 wanted = 0;
    qint64 done = 0;
    qint64 ended = 0;
    for (const WorkerCopy &copy : session.workers()) {
        const bool isOver = copy.state != CopyState::Planned && copy.state != CopyState::Sending;
        ended += isOver ? 1 : 0;
        wanted += isOver ? copy.doneBytes : copy.plan.bytes;
        done += copy.doneBytes;
    }
    QString line = QStringLiteral("%1 of %2 workers, %3 of %4")
                       .arg(ended)
                       .arg(session.workers().size())
                       .arg(sizeOf(done), sizeOf(wanted));
    const qint64 rate = elapsedMs > 0 ? done * 1000 / elapsedMs : 0;
    if (rate > 0) {
        line += QStringLiteral(", %1/s, %2 s left").arg(sizeOf(rate)).arg((wanted - done) / rate);
    }
    return line;
}

int copyPlanExitCode(const CopySession &session)
{
    bool isDifferent = !session.tree()->problems.empty();
    bool isUnreachable = false;
    for (const WorkerCopy &copy : session.workers()) {
        isUnreachable = isUnreachable || (copy.plan.error && files::isUnreached(*copy.plan.error));
        isDifferent = isDifferent || copy.plan.error || !copy.plan.conflicts.empty();
    }
    return isUnreachable ? ExitUnreachable : isDifferent ? ExitDifferent : ExitDone;
}

int copyExitCode(const CopySession &session)
{
    bool isDifferent = !session.tree()->problems.empty();
    bool isUnreachable = false;
    for (const WorkerCopy &copy : session.workers()) {
        if (copy.state == CopyState::Stopped) {
            return ExitInterrupted;
        }
        isUnreachable = isUnreachable || (copy.error && files::isUnreached(*copy.error));
        isDifferent = isDifferent || copy.state != CopyState::Verified;
    }
    return isUnreachable ? ExitUnreachable : isDifferent ? ExitDifferent : ExitDone;
}

} // namespace podium::ctl
