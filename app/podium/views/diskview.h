// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/clients/disksclient.h"
#include "core/disk/disksession.h"

#include <functional>
#include <memory>
#include <optional>

class QWidget;

namespace podium::ui {
class DiskDialog;
}

namespace podium::app {

struct Services;

/// A session about all workers of a node that are known now.
[[nodiscard]] std::unique_ptr<disk::DiskSession>
diskSession(Services &services, const NodeRef &node);

/// What its workers have is remembered until the dialog asks Google: the disk may come from then
/// on.
void rememberUntilBegun(disk::DiskSession &session, const ui::DiskDialog &dialog);

/// What a view of a disk on the workers is about.
struct DiskView
{
    disk::Work work = disk::Work::Prepare;
    NodeRef node;
    QString name; ///< the disk's
    /// What was done, sentences with the worker in front.
    std::function<void(const QStringList &outcomes)> tell{};
    /// What comes behind it, if anything: a detach. At once where no worker can be asked.
    std::function<void()> next{};
};

/// Opens the view, a window of its own that goes when it is closed. Its functions are called as
/// long as `context` lives. `session`: one that remembers what was there before; null: a new one.
/// An Error says why there is nothing to be shown.
[[nodiscard]] std::optional<Error> openDiskView(
    Services &services, QObject &context, const DiskView &view, const cloud::DiskList &list,
    std::unique_ptr<disk::DiskSession> session, QWidget *parent);

/// Whether the workers are at it in one that was opened from here.
[[nodiscard]] bool hasDiskWork(const QWidget &parent);
/// Whether Google is at a disk for a dialog that was opened from here.
[[nodiscard]] bool hasDiskChange(const QWidget &parent);

} // namespace podium::app
