// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/targetword.h"

#include <algorithm>

namespace podium::models {

QString targetWord(const inventory::Snapshot &snapshot, const NodeRef &node)
{
    const auto namesakes =
        std::count_if(snapshot.nodes.begin(), snapshot.nodes.end(), [&node](const auto &entry) {
            return entry.node.ref.name == node.name;
        });
    return namesakes > 1 ? node.text() : node.name.text();
}

} // namespace podium::models
