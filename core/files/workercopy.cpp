// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/workercopy.h"

#include "core/ssh/plaintext.h"

#include <algorithm>
#include <array>

namespace podium::files {

namespace {

constexpr std::array<const char *, 2> FullWords{{"No space left", "quota exceeded"}};

bool saysFull(const QByteArray &line)
{
    return std::any_of(FullWords.begin(), FullWords.end(), [&line](const char *words) {
        return line.contains(words);
    });
}

/// Of all that a program said: that the disk is full, wherever that stands, else its last line.
/// That of tar only tells that there were others.
QByteArray reasonOf(const QByteArray &text)
{
    const QByteArrayList lines = text.trimmed().split('\n');
    const auto full = std::find_if(lines.begin(), lines.end(), saysFull);
    if (full != lines.end()) {
        return *full;
    }
    const auto last = std::find_if(lines.rbegin(), lines.rend(), [](const QByteArray &line) {
        return !line.startsWith("tar: Exiting with failure");
    });
    return last == lines.rend() ? lines.back() : *last;
}

/// What the script said besides its word: one line of some program.
Error receiveError(const QByteArray &word, const QString &detail, const QString &subject)
{
    if (word == "busy") {
        return {
            ErrorKind::Conflict,
            QStringLiteral("Another copy to this folder is under way there."),
            {},
            QStringLiteral("Run it again when that has ended."),
            subject};
    }
    if (word == "place") {
        return {
            ErrorKind::PermissionDenied,
            QStringLiteral("The folder cannot be made or used there."),
            detail,
            {},
            subject};
    }
    if (word == "cut") {
        return {
            ErrorKind::Network, QStringLiteral("The copy was cut off before all had arrived."),
            detail, QStringLiteral("Run it again: what arrived whole is not sent again."), subject};
    }
    if (word == "put") {
        return {
            ErrorKind::PermissionDenied,
            QStringLiteral("Not everything could be put in its place there."), detail,
            QStringLiteral("Run it again when that is settled: only the rest is sent."), subject};
    }
    if (word == "delete") {
        return {
            ErrorKind::PermissionDenied,
            QStringLiteral("All was copied, but not all extras could be deleted there."),
            detail,
            {},
            subject};
    }
    const bool isFull = saysFull(detail.toUtf8());
    return {
        isFull ? ErrorKind::QuotaExceeded : ErrorKind::PermissionDenied,
        isFull ? QStringLiteral("The worker's disk is full; nothing was replaced.")
               : QStringLiteral("It could not be written there; nothing was replaced."),
        detail, isFull ? QStringLiteral("Make room there, and run it again.") : QString(), subject};
}

QString conflictsText(const std::vector<FileProblem> &conflicts)
{
    const FileProblem &first = conflicts.front();
    QString text = QStringLiteral("%1 (%2)").arg(shownPath(first.path), first.reason);
    if (conflicts.size() > 1) {
        text += QStringLiteral(" and %1 more").arg(conflicts.size() - 1);
    }
    return text + QLatin1Char('.');
}

} // namespace

std::optional<qint64> CopyTotals::secondsLeft() const
{
    return rate > 0 ? std::optional<qint64>((wanted - done) / rate) : std::nullopt;
}

CopyTotals totalsOf(const std::vector<WorkerCopy> &workers, qint64 elapsedMs)
{
    CopyTotals totals;
    qint64 moved = 0;
    for (const WorkerCopy &copy : workers) {
        const bool isOver = hasEnded(copy.state);
        totals.ended += isOver ? 1 : 0;
        totals.wanted += isOver ? copy.doneBytes : copy.plan.bytes;
        totals.done += copy.doneBytes;
        moved += copy.movedBytes();
    }
    totals.rate = elapsedMs > 0 ? moved * 1000 / elapsedMs : 0;
    return totals;
}

void readReceived(const QByteArrayList &items, WorkerCopy &copy)
{
    for (const QByteArray &item : items) {
        if (item == "placed") {
            copy.isPlaced = true;
        } else if (item.startsWith("bad ")) {
            const int name = item.indexOf("  ./");
            copy.missing.push_back(
                {name < 0 ? QByteArray() : item.mid(name + 4),
                 QStringLiteral("it is not what it was when the copy began, or cannot be read")});
        } else if (item.startsWith("failed ")) {
            const QByteArray said = item.mid(7);
            const int space = said.indexOf(' ');
            const QByteArray word = said.left(space < 0 ? said.size() : space);
            const QByteArray text = space < 0 ? QByteArray() : reasonOf(said.mid(space + 1));
            copy.error = receiveError(word, ssh::plainText(text), copy.plan.worker.text());
        }
    }
}

void concludeCopy(WorkerCopy &copy, const Result<> &how)
{
    for (FileProblem &missing : copy.missing) {
        const auto seen =
            std::find_if(copy.seenHere.begin(), copy.seenHere.end(), [&](const FileProblem &each) {
                return each.path == missing.path;
            });
        if (seen != copy.seenHere.end()) {
            missing.reason = seen->reason;
        }
    }
    if (!how && !copy.error) {
        copy.error = how.error();
    }
    if (copy.error && copy.error->isCancelled()) {
        copy.error.reset();
        copy.state = CopyState::Stopped;
    } else if (copy.error) {
        copy.state = CopyState::Failed;
    } else if (!copy.isPlaced) {
        copy.error = Error{
            ErrorKind::Protocol,
            QStringLiteral("The worker gave no whole answer."),
            {},
            {},
            copy.plan.worker.text()};
        copy.state = CopyState::Failed;
    } else {
        concludePlanned(copy);
    }
}

void concludePlanned(WorkerCopy &copy)
{
    if (!copy.plan.conflicts.empty()) {
        copy.error = Error{
            ErrorKind::AlreadyExists, QStringLiteral("Something else is in the way."),
            conflictsText(copy.plan.conflicts), QStringLiteral("Move it away, and run it again."),
            copy.plan.worker.text()};
    }
    copy.state = copy.missing.empty() && copy.plan.conflicts.empty() ? CopyState::Verified
                                                                     : CopyState::Incomplete;
}

Error stoppedByPerson()
{
    return {ErrorKind::Cancelled, QStringLiteral("Stopped.")};
}

bool isUnreached(const Error &error)
{
    switch (error.kind) {
    case ErrorKind::Unavailable:
    case ErrorKind::Timeout:
    case ErrorKind::Network:
    case ErrorKind::HostKey:
    case ErrorKind::Authentication:
        return true;
    default:
        return false;
    }
}

QString recipeFor(const std::vector<WorkerCopy> &workers)
{
    const auto found = std::find_if(workers.begin(), workers.end(), [](const WorkerCopy &copy) {
        return copy.error && !copy.error->recipe.isEmpty();
    });
    return found == workers.end() ? QString() : found->error->recipe;
}

QString copyStateName(CopyState state)
{
    switch (state) {
    case CopyState::Planned:
        return QStringLiteral("planned");
    case CopyState::Sending:
        return QStringLiteral("sending");
    case CopyState::Verified:
        return QStringLiteral("verified");
    case CopyState::Incomplete:
        return QStringLiteral("incomplete");
    case CopyState::Failed:
        return QStringLiteral("failed");
    case CopyState::Stopped:
        break;
    }
    return QStringLiteral("stopped");
}

} // namespace podium::files
