// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/inventory.h"

#include <QStringList>

#include <functional>
#include <vector>

namespace podium::ui {

class NoticeBar;
class RunView;

/// A worker that is not the one that is known: what to do about it is not found by itself, so the
/// notice has a button for it, which does `answer`.
void tellOfHostKeys(
    NoticeBar &notice, const inventory::Snapshot &snapshot, const std::vector<WorkerRef> &workers,
    std::function<void()> answer);

/// What the person would otherwise find out too late: `narrowed`, that fewer workers run at a time;
/// `dropped`, the runs that were closed for this one.
void tellOfStart(NoticeBar &notice, const QString &narrowed, const QStringList &dropped);

/// From now on: what was saved and copied of the run, and what failed.
void followView(NoticeBar &notice, RunView &view);

} // namespace podium::ui
