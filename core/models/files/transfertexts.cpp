// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/files/transfertexts.h"

#include "core/models/workprogress.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>

namespace podium::models {

using files::CopyState;
using files::EntryKind;
using files::Transfer;
using files::WorkerCopy;
using files::WorkerPlan;

namespace {

struct TransferWords
{
    Q_DECLARE_TR_FUNCTIONS(Transfer)
};

bool isToWorkers(const Transfer &transfer)
{
    return transfer.direction() == Transfer::Direction::ToWorkers;
}

QString entriesText(qint64 count)
{
    return count == 1 ? TransferWords::tr("1 entry")
                      : TransferWords::tr("%n entries", nullptr, int(count));
}

QString workersText(std::size_t count)
{
    return count == 1 ? TransferWords::tr("1 worker")
                      : TransferWords::tr("%n workers", nullptr, int(count));
}

qint64 deletedOn(const Transfer &transfer, const WorkerPlan &plan)
{
    return transfer.deletesExtras() && !plan.error ? plan.extras.size() : 0;
}

/// Whether its place there is as it should be already: nothing is in the way, and nothing to do.
bool isSameAlready(const Transfer &transfer, const WorkerPlan &plan)
{
    return plan.send.empty() && deletedOn(transfer, plan) == 0 && plan.conflicts.empty() &&
           plan.unread.empty();
}

QString dot()
{
    return QStringLiteral(" · ");
}

/// What is here, of a copy.
QString sourceText(const files::LocalTree &tree)
{
    const auto countOf = [&tree](EntryKind kind) {
        return int(
            std::count_if(tree.entries.begin(), tree.entries.end(), [kind](const auto &each) {
                return each.entry.kind == kind;
            }));
    };
    const int files = countOf(EntryKind::File);
    const int folders = countOf(EntryKind::Folder);
    return TransferWords::tr("%1, %2, %3 here")
        .arg(
            files == 1 ? TransferWords::tr("1 file")
                       : TransferWords::tr("%n files", nullptr, files),
            folders == 1 ? TransferWords::tr("1 folder")
                         : TransferWords::tr("%n folders", nullptr, folders),
            transferSize(tree.bytes));
}

/// All plans together.
struct PlanSums
{
    qint64 entries = 0;
    qint64 bytes = 0;
    qint64 kept = 0; ///< of those, see WorkerPlan::keptBytes
    qint64 replaced = 0;
    qint64 deleted = 0;
    qint64 stays = 0; ///< extras that are not deleted
    std::size_t workers = 0;
    std::size_t impossible = 0;
    bool hasLeftovers = false; ///< of transfers that were cut or killed
};

PlanSums sumsOf(const Transfer &transfer)
{
    PlanSums sums;
    for (const WorkerCopy &copy : transfer.workers()) {
        const WorkerPlan &plan = copy.plan;
        if (plan.error) {
            ++sums.impossible;
            continue;
        }
        sums.entries += qint64(plan.send.size());
        sums.bytes += plan.bytes;
        sums.kept += plan.keptBytes;
        sums.hasLeftovers = sums.hasLeftovers || plan.hasLeftovers;
        sums.replaced += qint64(plan.replaced);
        sums.deleted += deletedOn(transfer, plan);
        sums.stays += transfer.deletesExtras() ? 0 : plan.extras.size();
        sums.workers += plan.send.empty() ? 0 : 1;
    }
    return sums;
}

/// "60 MB to data on 5 workers".
QString amountText(const Transfer &transfer, const PlanSums &sums)
{
    const QString folder = transfer.folder().isEmpty() ? TransferWords::tr("the home folder")
                                                       : files::shownPath(transfer.folder());
    const QString workers = workersText(sums.workers);
    return isToWorkers(transfer)
               ? TransferWords::tr("%1 to %2 on %3").arg(transferSize(sums.bytes), folder, workers)
               : TransferWords::tr("%1 from %2 into %3, a folder for each")
                     .arg(transferSize(sums.bytes), workers, folder);
}

/// Of a copy through a gateway: what goes where.
QStringList passedOnTexts(const files::PassedOn &passedOn)
{
    const QString gateway = passedOn.gateway.node.name.text() + QLatin1Char(':') +
                            QString::number(passedOn.gateway.index);
    QStringList texts{TransferWords::tr("%1 of it uploaded, to %2")
                          .arg(transferSize(passedOn.linkBytes), gateway)};
    if (passedOn.needsEngine) {
        texts << TransferWords::tr("ClusterShell is installed there first");
    }
    return texts;
}

} // namespace

QString transferSize(qint64 bytes)
{
    return QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat);
}

QString transferStateText(const Transfer &transfer, std::size_t worker, bool isPlanned)
{
    const WorkerCopy &copy = transfer.workers()[worker];
    switch (copy.state) {
    case CopyState::Planned:
        break;
    case CopyState::Sending:
        return isToWorkers(transfer) ? TransferWords::tr("copying") : TransferWords::tr("fetching");
    case CopyState::Verified:
        return TransferWords::tr("verified");
    case CopyState::Incomplete:
        return TransferWords::tr("not complete");
    case CopyState::Failed:
        return TransferWords::tr("failed");
    case CopyState::Stopped:
        return TransferWords::tr("stopped");
    }
    if (copy.plan.error) {
        return files::isUnreached(*copy.plan.error) ? TransferWords::tr("not reached")
                                                    : TransferWords::tr("not possible");
    }
    if (!isPlanned) {
        return TransferWords::tr("looking");
    }
    if (!copy.plan.conflicts.empty()) {
        return TransferWords::tr("not all of it");
    }
    return isSameAlready(transfer, copy.plan) ? TransferWords::tr("the same already")
                                              : TransferWords::tr("ready");
}

Mark transferMark(const Transfer &transfer, std::size_t worker, bool isPlanned)
{
    const WorkerCopy &copy = transfer.workers()[worker];
    switch (copy.state) {
    case CopyState::Planned:
        break;
    case CopyState::Sending:
        return Mark::Busy;
    case CopyState::Verified:
        return Mark::Good;
    case CopyState::Incomplete:
        return Mark::Warning;
    case CopyState::Failed:
        return Mark::Bad;
    case CopyState::Stopped:
        return Mark::Off;
    }
    if (copy.plan.error) {
        return files::isUnreached(*copy.plan.error) ? Mark::Unknown : Mark::Bad;
    }
    if (!isPlanned) {
        return Mark::Busy;
    }
    if (!copy.plan.conflicts.empty()) {
        return Mark::Warning;
    }
    return isSameAlready(transfer, copy.plan) ? Mark::Good : Mark::Off;
}

QString transferPlanText(const Transfer &transfer, std::size_t worker)
{
    const WorkerPlan &plan = transfer.workers()[worker].plan;
    if (plan.error) {
        return {};
    }
    QStringList parts;
    if (!plan.send.empty()) {
        parts << entriesText(qint64(plan.send.size())) << transferSize(plan.bytes);
    }
    if (plan.keptBytes > 0) {
        parts << TransferWords::tr("%1 of it here already").arg(transferSize(plan.keptBytes));
    }
    if (plan.replaced > 0) {
        parts
            << (plan.replaced == 1
                    ? TransferWords::tr("1 replaces another")
                    : TransferWords::tr("%n replace others", nullptr, int(plan.replaced)));
    }
    if (const qint64 deleted = deletedOn(transfer, plan); deleted > 0) {
        parts << TransferWords::tr("%n to delete", nullptr, int(deleted));
    }
    return parts.isEmpty() ? TransferWords::tr("nothing") : parts.join(QStringLiteral(", "));
}

QString transferNote(const WorkerCopy &copy)
{
    if (copy.error) {
        return copy.error->text();
    }
    if (copy.plan.error) {
        return copy.plan.error->text();
    }
    const auto first = [](const std::vector<files::FileProblem> &problems, const QString &text) {
        const QString named = QStringLiteral("%1 (%2)").arg(
            files::shownPath(problems.front().path), problems.front().reason);
        return problems.size() == 1
                   ? text.arg(named)
                   : text.arg(TransferWords::tr("%1 and %n more", nullptr, int(problems.size()) - 1)
                                  .arg(named));
    };
    if (!copy.missing.empty()) {
        return first(copy.missing, TransferWords::tr("Did not arrive: %1"));
    }
    if (!copy.plan.conflicts.empty()) {
        return first(copy.plan.conflicts, TransferWords::tr("Stays as it is: %1"));
    }
    return copy.plan.unread.empty() ? QString()
                                    : first(copy.plan.unread, TransferWords::tr("Left out: %1"));
}

QString transferPlanSummary(const Transfer &transfer)
{
    const PlanSums sums = sumsOf(transfer);
    QStringList parts;
    if (transfer.tree() != nullptr) {
        parts << sourceText(*transfer.tree());
    }
    if (sums.entries == 0) {
        parts
            << (isToWorkers(transfer) ? TransferWords::tr("nothing to send")
                                      : TransferWords::tr("nothing to fetch"));
    } else {
        parts << amountText(transfer, sums);
    }
    if (sums.kept > 0) {
        parts << TransferWords::tr("%1 of it are here from a fetch that was cut, and checked first")
                     .arg(transferSize(sums.kept));
    } else if (sums.hasLeftovers && !isToWorkers(transfer)) {
        parts << TransferWords::tr("leftovers of an earlier fetch are removed");
    }
    if (const auto passedOn = transfer.passedOn(); passedOn && sums.entries > 0) {
        parts << passedOnTexts(*passedOn);
    }
    if (sums.replaced > 0) {
        parts
            << (sums.replaced == 1
                    ? TransferWords::tr("1 entry replaces another")
                    : TransferWords::tr("%n entries replace others", nullptr, int(sums.replaced)));
    }
    if (sums.deleted > 0) {
        parts
            << (sums.deleted == 1
                    ? TransferWords::tr("1 entry is deleted")
                    : TransferWords::tr("%n entries are deleted", nullptr, int(sums.deleted)));
    }
    if (sums.stays > 0) {
        parts
            << (sums.stays == 1
                    ? TransferWords::tr("1 entry that is not here stays")
                    : TransferWords::tr(
                          "%n entries that are not here stay", nullptr, int(sums.stays)));
    }
    if (sums.impossible > 0) {
        parts << TransferWords::tr("not possible on %1").arg(workersText(sums.impossible));
    }
    return parts.join(dot());
}

QString transferProgress(const Transfer &transfer, qint64 elapsedMs)
{
    const files::CopyTotals totals = files::totalsOf(transfer.workers(), elapsedMs);
    QStringList parts{
        TransferWords::tr("%1 of %2")
            .arg(QString::number(totals.ended), workersText(transfer.workers().size())),
        TransferWords::tr("%1 of %2").arg(transferSize(totals.done), transferSize(totals.wanted))};
    if (const auto left = totals.secondsLeft()) {
        parts << TransferWords::tr("%1/s").arg(transferSize(totals.rate))
              << (*left > 0 ? timeLeftText(*left) : TransferWords::tr("verifying"));
    }
    return parts.join(dot());
}

QString transferVerdict(const Transfer &transfer, qint64 elapsedMs)
{
    std::array<int, std::size_t(CopyState::Stopped) + 1> counts{};
    qint64 bytes = 0;
    for (const WorkerCopy &copy : transfer.workers()) {
        ++counts.at(std::size_t(copy.state));
        bytes += copy.movedBytes();
    }
    QStringList parts;
    const auto add = [&](CopyState state, const QString &text) {
        if (const int count = counts.at(std::size_t(state)); count > 0) {
            parts << text.arg(count);
        }
    };
    add(CopyState::Verified, TransferWords::tr("%1 verified"));
    add(CopyState::Incomplete, TransferWords::tr("%1 not complete"));
    add(CopyState::Failed, TransferWords::tr("%1 failed"));
    add(CopyState::Stopped, TransferWords::tr("%1 stopped"));
    parts << TransferWords::tr("%1 in %2 s")
                 .arg(transferSize(bytes), QLocale().toString(double(elapsedMs) / 1000, 'f', 1));
    if (const auto passedOn = transfer.passedOn()) {
        parts << TransferWords::tr("%1 uploaded").arg(transferSize(passedOn->sentBytes));
    }
    return parts.join(dot());
}

} // namespace podium::models
