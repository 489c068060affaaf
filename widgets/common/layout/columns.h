// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/common/theme.h"

#include <vector>

class QAbstractItemView;
class QHeaderView;

namespace podium::ui {

/// How the columns of a list share its width: each has what its texts need while there is room.
struct ColumnShares
{
    int growing = 0;             ///< has what the others leave
    std::vector<int> yielding{}; ///< are cut where there is no room for all, the first one first
    int leastOfGrowing = Grid * 16;
    int leastOfYielding = Grid * 12;
};

/// The widths, of columns that would be so wide. Pure.
[[nodiscard]] std::vector<int>
sharedWidths(std::vector<int> wanted, int room, const ColumnShares &shares);

/// Gives the columns of `view` their widths, by the texts that are in sight.
void shareColumns(const QAbstractItemView &view, QHeaderView &header, const ColumnShares &shares);

} // namespace podium::ui
