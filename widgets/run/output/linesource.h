// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/outputstore.h"

namespace podium::ui {

/// Lines that a view can show: of one worker, or of anything else that has lines.
class LineSource
{
public:
    virtual ~LineSource() = default;
    [[nodiscard]] virtual int lineCount() const = 0;
    /// 0 … lineCount()-1; asked for what is on screen only.
    [[nodiscard]] virtual run::StyledLine line(int index) const = 0;
    /// What is no longer there: lines after it move up when it grows.
    [[nodiscard]] virtual run::Elision cut() const { return {}; }
    /// Where the text of a line begins, after what the source has put before it.
    [[nodiscard]] virtual int textColumn(int index) const
    {
        Q_UNUSED(index)
        return 0;
    }
    /// False: it is on disk, and line() has a mark in its place.
    [[nodiscard]] virtual bool isThere(int index) const
    {
        Q_UNUSED(index)
        return true;
    }
    /// This line is on screen: where it is not there yet, it is fetched.
    virtual void want(int index) const { Q_UNUSED(index) }
    /// Grows when lines that were wanted have come.
    [[nodiscard]] virtual int revision() const { return 0; }
};

/// One slot of a store. A value; the store must outlive it.
class StoreLines final : public LineSource
{
public:
    StoreLines(const run::OutputStore &store, int slot) : m_store(store), m_slot(slot) {}
    [[nodiscard]] int lineCount() const override { return m_store.lineCount(m_slot); }
    [[nodiscard]] run::StyledLine line(int index) const override
    {
        return m_store.line(m_slot, index);
    }
    [[nodiscard]] run::Elision cut() const override { return m_store.cut(m_slot); }
    [[nodiscard]] bool isThere(int index) const override { return m_store.isThere(m_slot, index); }
    void want(int index) const override { m_store.want(m_slot, index); }
    [[nodiscard]] int revision() const override { return m_store.revision(m_slot); }

private:
    const run::OutputStore &m_store;
    int m_slot;
};

} // namespace podium::ui
