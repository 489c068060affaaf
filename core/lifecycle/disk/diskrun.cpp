// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/disk/diskrun.h"

#include "core/lifecycle/action/actionjudgement.h"

#include <QTimer>

#include <algorithm>
#include <utility>

namespace podium::lifecycle {

using cloud::AttachedDisk;
using cloud::Operation;

namespace {

/// So often it is looked at after a lost reply before nobody knows.
constexpr int LooksAfterALostReply = 3;

/// Whether the cloud may have heard a request that ended so.
bool mayBeDone(ErrorKind kind)
{
    return kind == ErrorKind::Network || kind == ErrorKind::Timeout ||
           kind == ErrorKind::Unavailable || kind == ErrorKind::Protocol;
}

bool hasDisk(const std::vector<AttachedDisk> &attached, const cloud::Disk &disk)
{
    return std::any_of(attached.begin(), attached.end(), [&disk](const AttachedDisk &each) {
        return each.isOf(disk);
    });
}

Error conflict(const NodeRef &node, const QString &summary, const QString &detail)
{
    return {ErrorKind::Conflict, summary, detail, {}, node.text()};
}

/// Why the plan is not for this node as it is now; nothing: it is.
std::optional<Error> objectionTo(const DiskPlan &plan, const cloud::Node &node)
{
    const QString name = node.ref.name.text();
    const QString nothing = QStringLiteral("Nothing was done to it.");
    if (!plan.nodeId.isEmpty() && node.id != plan.nodeId) {
        return conflict(
            node.ref, QStringLiteral("%1 is not the node that was shown.").arg(name),
            QStringLiteral("It was recreated meanwhile under the same name. ") + nothing);
    }
    if (isLocked(node)) {
        return conflict(
            node.ref, QStringLiteral("%1 is locked by the label %2 by now.").arg(name, lockLabel()),
            nothing);
    }
    if (plan.isOfStopped && node.state != cloud::NodeState::Stopped) {
        Error error = conflict(
            node.ref,
            QStringLiteral("%1 is not stopped any more: its workers may have the disk mounted.")
                .arg(name),
            nothing);
        error.hint = QStringLiteral("Detach it again: its workers are asked then.");
        return error;
    }
    return std::nullopt;
}

} // namespace

DiskRun::DiskRun(
    cloud::DisksClient &disks, cloud::TpuClient &tpu, DiskPlan plan, ActionPace pace,
    QObject *parent)
    : QObject(parent)
    , m_disks(disks)
    , m_tpu(tpu)
    , m_plan(std::move(plan))
    , m_pace(pace)
{}

bool DiskRun::isOfNode() const
{
    return m_plan.request.node && (m_plan.request.action == DiskAction::Attach ||
                                   m_plan.request.action == DiskAction::Detach);
}

cloud::Disk DiskRun::disk() const
{
    const DiskRequest &request = m_plan.request;
    return {request.project, request.zone, request.disk, request.type, request.gib, {}, {}};
}

void DiskRun::start()
{
    if (isOfNode()) {
        lookAtNode();
    } else {
        m_plan.request.action == DiskAction::Delete ? lookAtDisk() : change({});
    }
}

/// Made anew under the same name since the plan.
bool DiskRun::isOther(const cloud::Disk &found) const
{
    return !m_plan.diskId.isEmpty() && !found.id.isEmpty() && found.id != m_plan.diskId;
}

void DiskRun::lookAtDisk()
{
    const DiskRequest &request = m_plan.request;
    m_disks.disk(
        request.project, request.zone, request.disk,
        {this, [this](const Result<cloud::Disk> &found) {
             if (!found) {
                 finish(failure(found.error()));
             } else if (isOther(*found)) {
                 finish(failure(
                     {ErrorKind::Conflict,
                      QStringLiteral("%1 is not the disk that was shown.").arg(found->name),
                      QStringLiteral("It was recreated meanwhile under the same name. Nothing was "
                                     "done to it."),
                      {},
                      found->name}));
             } else {
                 change({});
             }
         }});
}

void DiskRun::lookAtNode()
{
    m_tpu.node(*m_plan.request.node, {this, [this](const Result<cloud::Node> &node) {
                                          const auto objection = node ? objectionTo(m_plan, *node)
                                                                      : std::optional(node.error());
                                          if (objection) {
                                              finish(failure(*objection));
                                          } else {
                                              lookAtDisks();
                                          }
                                      }});
}

/// The list is replaced whole: what somebody else has changed since the plan must stay.
void DiskRun::lookAtDisks()
{
    m_disks.attached(
        *m_plan.request.node,
        {this, [this](const Result<std::vector<AttachedDisk>> &now) {
             if (!now) {
                 finish(failure(now.error()));
                 return;
             }
             const bool isAttach = m_plan.request.action == DiskAction::Attach;
             if (isAttach && hasDisk(*now, disk())) {
                 finish(failure(conflict(
                     *m_plan.request.node,
                     QStringLiteral("%1 has the disk %2 by now.")
                         .arg(m_plan.request.node->name.text(), m_plan.request.disk),
                     QStringLiteral("Somebody else attached it, maybe in another mode. Nothing was "
                                    "done to it."))));
                 return;
             }
             std::vector<AttachedDisk> wanted = *now;
             std::erase_if(wanted, [this](const AttachedDisk &each) { return each.isOf(disk()); });
             if (isAttach) {
                 wanted.push_back(m_plan.after.back());
             }
             change(wanted);
         }});
}

void DiskRun::change(const std::vector<AttachedDisk> &now)
{
    const Callback<Result<Operation>> answer(
        this, [this](const Result<Operation> &operation) { handleAnswer(operation); });
    switch (m_plan.request.action) {
    case DiskAction::Create:
        m_disks.create(disk(), answer);
        break;
    case DiskAction::Delete:
        m_disks.remove(disk(), answer);
        break;
    case DiskAction::Attach:
    case DiskAction::Detach:
        m_disks.setAttached(*m_plan.request.node, now, answer);
        break;
    }
}

void DiskRun::handleAnswer(const Result<Operation> &operation)
{
    if (!operation && mayBeDone(operation.error().kind)) {
        m_loss = operation.error();
        prove();
    } else if (!operation) {
        finish(failure(operation.error()));
    } else if (operation->error) {
        finish(failure(*operation->error));
    } else if (operation->done) {
        prove();
    } else {
        m_operation = operation->name;
        later(&DiskRun::follow);
    }
}

void DiskRun::later(void (DiskRun::*what)())
{
    if (++m_questions > m_pace.mostQuestions || (m_loss && m_questions > LooksAfterALostReply)) {
        finish(failure(
            {ErrorKind::Timeout,
             QStringLiteral("It is not known whether Google will %1 the disk %2.")
                 .arg(verbOf(m_plan.request.action), m_plan.request.disk),
             m_loss ? m_loss->text()
                    : QStringLiteral("It did not end within the time that it may take."),
             QStringLiteral("Refresh the disks in a while, before asking once more."),
             m_plan.request.disk}));
        return;
    }
    QTimer::singleShot(m_pace.wait(m_questions), this, what);
}

void DiskRun::follow()
{
    const QString action =
        QStringLiteral("%1 the disk %2").arg(verbOf(m_plan.request.action), m_plan.request.disk);
    const Callback<Result<Operation>> answer(
        this, [this](const Result<Operation> &operation) { handleProgress(operation); });
    if (isOfNode()) {
        m_tpu.operation(m_operation, action, answer);
    } else {
        m_disks.operation(m_plan.request.project, m_plan.request.zone, m_operation, action, answer);
    }
}

void DiskRun::handleProgress(const Result<Operation> &operation)
{
    if (operation && operation->error) {
        finish(failure(*operation->error));
    } else if (operation ? operation->done : tellsNoMore(operation.error().kind)) {
        prove();
    } else {
        later(&DiskRun::follow);
    }
}

void DiskRun::prove()
{
    if (isOfNode()) {
        m_disks.attached(
            *m_plan.request.node, {this, [this](const Result<std::vector<AttachedDisk>> &now) {
                                       const bool isWanted =
                                           m_plan.request.action == DiskAction::Attach;
                                       judge(
                                           now ? Result<bool>(hasDisk(*now, disk()) == isWanted)
                                               : Result<bool>(failure(now.error())));
                                   }});
        return;
    }
    m_disks.disk(
        m_plan.request.project, m_plan.request.zone, m_plan.request.disk,
        {this, [this](const Result<cloud::Disk> &found) {
             const bool isWanted = m_plan.request.action == DiskAction::Create;
             const bool isGone =
                 found ? isOther(*found) : found.error().kind == ErrorKind::NotFound;
             if (!found && !isGone) {
                 judge(failure(found.error()));
             } else {
                 const bool isReady = found && found->status == QLatin1String("READY");
                 judge(isWanted ? isReady : isGone);
             }
         }});
}

void DiskRun::judge(const Result<bool> &isSo)
{
    if (isSo && *isSo) {
        finish({});
    } else if (!isSo && !mayBeDone(isSo.error().kind)) {
        finish(failure(isSo.error()));
    } else {
        later(&DiskRun::prove);
    }
}

void DiskRun::finish(const Result<> &outcome)
{
    if (!std::exchange(m_isFinished, true)) {
        emit finished(outcome);
    }
}

} // namespace podium::lifecycle
