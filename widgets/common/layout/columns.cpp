// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/layout/columns.h"

#include <QAbstractItemView>
#include <QHeaderView>

#include <numeric>

namespace podium::ui {

std::vector<int> sharedWidths(std::vector<int> wanted, int room, const ColumnShares &shares)
{
    int &growing = wanted[std::size_t(shares.growing)];
    const int least = qMin(growing, shares.leastOfGrowing);
    growing = 0;
    int others = std::accumulate(wanted.begin(), wanted.end(), 0);
    for (const int column : shares.yielding) {
        int &width = wanted[std::size_t(column)];
        const int spare = qMax(0, width - shares.leastOfYielding);
        const int cut = qBound(0, others + least - room, spare);
        width -= cut;
        others -= cut;
    }
    growing = qMax(least, room - others);
    return wanted;
}

void shareColumns(const QAbstractItemView &view, QHeaderView &header, const ColumnShares &shares)
{
    std::vector<int> wanted;
    for (int column = 0; column < header.count(); ++column) {
        const int needed = qMax(header.sectionSizeHint(column), view.sizeHintForColumn(column));
        wanted.push_back(header.isSectionHidden(column) ? 0 : needed + Grid);
    }
    const std::vector<int> widths = sharedWidths(wanted, view.viewport()->width(), shares);
    for (int column = 0; column < header.count(); ++column) {
        if (!header.isSectionHidden(column)) {
            header.resizeSection(column, widths[std::size_t(column)]);
        }
    }
}

} // namespace podium::ui
