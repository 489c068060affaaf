// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/inventory.h"

#include <QStringList>

#include <vector>

namespace podium::ui {

class NoticeBar;

/// A worker that is not the one that is known: what to do about it is not found by itself, so the
/// notice has a button for it.
void tellOfHostKeys(
    NoticeBar &notice, const inventory::Snapshot &snapshot, const std::vector<WorkerRef> &workers);

/// What the person would otherwise find out too late: `narrowed`, that fewer workers run at a time;
/// `dropped`, the runs that were closed for this one. False: there is nothing to tell.
bool tellOfStart(NoticeBar &notice, const QString &narrowed, const QStringList &dropped);

} // namespace podium::ui
