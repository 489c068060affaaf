// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/nodes/nodecells.h"

namespace podium::models {

/// What an event is about, in a word: "IP", "state", "new".
[[nodiscard]] QString changeWord(inventory::EventKind kind);
/// The display name with the id where they differ: "Speech (lab-speech)".
[[nodiscard]] QString projectTitle(const cloud::Project &project);
/// "3 nodes, 12 workers".
[[nodiscard]] QString groupText(const std::vector<NodeRow> &rows);
[[nodiscard]] QString countText(int nodes, int workers);
/// Of a column's cells and title: numbers stand at the right.
[[nodiscard]] int alignmentOf(NodeColumn column);

} // namespace podium::models
