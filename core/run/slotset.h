// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QVector>

#include <utility>
#include <vector>

namespace podium::run {

/// Slots to which something happened, each once, in the order of the first time.
class SlotSet final
{
public:
    explicit SlotSet(int slotCount) : m_has(std::size_t(slotCount), false) {}

    void add(int slot)
    {
        if (!m_has.at(std::size_t(slot))) {
            m_has[std::size_t(slot)] = true;
            m_slots.append(slot);
        }
    }
    /// What was added since the last call.
    [[nodiscard]] QVector<int> take()
    {
        for (const int slot : std::as_const(m_slots)) {
            m_has[std::size_t(slot)] = false;
        }
        return std::exchange(m_slots, {});
    }
    [[nodiscard]] bool isEmpty() const { return m_slots.isEmpty(); }

private:
    std::vector<bool> m_has;
    QVector<int> m_slots;
};

} // namespace podium::run
