// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/action/nodeactionrun.h"
#include "core/lifecycle/pricetable.h"

namespace podium::lifecycle {

/// What is so of a node at the end, after its name: "is gone".
[[nodiscard]] QString doneText(NodeAction action);

/// What a step changes of what is charged for a day, by list price: "$38.40", "nothing", "unknown".
/// Empty where the action changes nothing of that kind, or is not done.
[[nodiscard]] QString dayPriceText(const NodeActionPlan &plan, const NodeActionStep &step);

/// One paragraph of how many nodes it is done to, and what begins or ends to be charged for.
[[nodiscard]] QString planSummary(const NodeActionPlan &plan);
/// What it means for the nodes, and why it is not done to others: a paragraph for all of which the
/// same is to be said.
[[nodiscard]] QString planText(const NodeActionPlan &plan);

/// "would be stopped".
[[nodiscard]] QString intendedText(NodeAction action);
/// How far a step is, after the node's name. isWatched: its run goes on; else nobody asks any more.
[[nodiscard]] QString progressText(NodeAction action, const NodeActionState &state, bool isWatched);
/// What went wrong with steps that were begun, whole, a paragraph each.
[[nodiscard]] QString
failuresText(const NodeActionPlan &plan, const std::vector<NodeActionState> &states);

/// What a person types before a deletion: the name of the node, or how many there are. Empty where
/// nothing is to be typed.
[[nodiscard]] QString wordToType(const NodeActionPlan &plan);

} // namespace podium::lifecycle
