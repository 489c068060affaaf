// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/slotspill.h"
#include "core/run/output/streamoutput.h"

#include <array>
#include <vector>

namespace podium::run {

/// A place in each stream's bytes.
using StreamPlaces = std::array<qint64, 2>;

/// Makes blocks for the disk of what a slot's memory is about to let go.
class SpillDrafts final
{
public:
    /// Both must outlive it.
    SpillDrafts(const std::array<StreamOutput, 2> &streams, const LineOrder &order)
        : m_streams(streams)
        , m_order(order)
    {}

    /// Of the lines firstLine … endLine-1 of the slot, and with them of these bytes.
    [[nodiscard]] std::vector<SlotSpill::Block>
    of(qint64 firstLine, qint64 endLine, const StreamPlaces &from, const StreamPlaces &to) const;

private:
    qint64 draftLines(
        BlockDraft &draft, qint64 line, qint64 endLine, StreamPlaces &at,
        const StreamPlaces &to) const;

    const std::array<StreamOutput, 2> &m_streams;
    const LineOrder &m_order;
};

} // namespace podium::run
