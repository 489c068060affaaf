// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/views/diskview.h"

#include "app/composition/services.h"
#include "core/disk/attachment.h"
#include "core/inventory/inventory.h"
#include "widgets/nodes/diskworkdialog.h"
#include "widgets/projects/diskdialog.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace podium::app {

namespace {

/// None where the node is stopped: nothing is mounted there. Where it is not, and none are known,
/// the plan of a detach says so.
std::vector<WorkerRef> workersOf(const Services &services, const NodeRef &node)
{
    const inventory::NodeEntry *entry = services.inventory.snapshot().find(node);
    const bool isUp = entry && entry->node.state != cloud::NodeState::Stopped;
    std::vector<WorkerRef> workers;
    for (int index = 0; isUp && index < int(entry->node.workers.size()); ++index) {
        workers.push_back({node, index});
    }
    return workers;
}

} // namespace

std::unique_ptr<disk::DiskSession> diskSession(Services &services, const NodeRef &node)
{
    return std::make_unique<disk::DiskSession>(services.runService(), workersOf(services, node));
}

void rememberUntilBegun(disk::DiskSession &session, const ui::DiskDialog &dialog)
{
    if (!session.workers().empty()) {
        session.remember();
    }
    QObject::connect(
        &dialog, &ui::DiskDialog::begun, &session, &disk::DiskSession::stopRemembering);
}

std::optional<Error> openDiskView(
    Services &services, QObject &context, const DiskView &view, const cloud::DiskList &list,
    std::unique_ptr<disk::DiskSession> session, QWidget *parent)
{
    const std::vector<WorkerRef> workers = workersOf(services, view.node);
    if (workers.empty() && view.next) {
        view.next();
        return std::nullopt;
    }
    if (workers.empty()) {
        return Error{
            ErrorKind::NotFound,
            QCoreApplication::translate("podium::app::DiskView", "%1 has no workers now.")
                .arg(view.node.name.text())};
    }
    auto found = disk::findAttachment(view.name, workers, list.disks, list.attached);
    if (!found) {
        return found.error();
    }
    found->request.work = view.work;
    if (!session || found->workers.size() != session->workers().size()) {
        session = std::make_unique<disk::DiskSession>(services.runService(), found->workers);
    }
    auto *dialog = new ui::DiskWorkDialog(
        std::move(session), found->request, view.node.name.text(), services.clock, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (view.tell) {
        QObject::connect(dialog, &ui::DiskWorkDialog::worked, &context, view.tell);
    }
    if (view.next) {
        dialog->setNext(QCoreApplication::translate("podium::app::DiskView", "Detach…"));
        QObject::connect(dialog, &ui::DiskWorkDialog::nextWanted, &context, view.next);
    }
    dialog->show();
    return std::nullopt;
}

bool hasDiskWork(const QWidget &parent)
{
    const auto dialogs = parent.findChildren<ui::DiskWorkDialog *>();
    return std::any_of(dialogs.begin(), dialogs.end(), [](const ui::DiskWorkDialog *each) {
        return each->isWorking();
    });
}

bool hasDiskChange(const QWidget &parent)
{
    const auto dialogs = parent.findChildren<ui::DiskDialog *>();
    return std::any_of(dialogs.begin(), dialogs.end(), [](const ui::DiskDialog *each) {
        return each->isRunning();
    });
}

} // namespace podium::app
