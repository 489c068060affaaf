// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/snapshot.h"
#include "core/models/nodes/dayprices.h"
#include "core/models/nodes/toldcells.h"
#include "core/run/detached/detachedrun.h"

#include <QString>
#include <QStringList>

#include <utility>
#include <vector>

namespace podium::ui {

/// What is worth saying of a node beside its workers: name and value, empty values left out.
[[nodiscard]] std::vector<std::pair<QString, QString>> nodeFacts(
    const inventory::NodeEntry &entry, const models::SharedDayPrices &prices,
    const models::HolderLook &holders, const QDateTime &now);

/// Why no terminal can be opened on a node now, as a sentence; empty: it can.
/// Why no command can run on it, as a sentence; empty: it can.
[[nodiscard]] QString whyNoRun(const cloud::Node &node);
[[nodiscard]] QString whyNoShell(const cloud::Node &node);

/// What is known to be left running on a node, a line a run; the last one counts those that are
/// too many to be told.
[[nodiscard]] QStringList
detachedRunTexts(const std::vector<run::DetachedRun> &runs, const NodeRef &node);

} // namespace podium::ui
