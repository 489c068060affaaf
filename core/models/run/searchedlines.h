// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/outputstore.h"
#include "core/run/runterminals.h"

#include <QString>

namespace podium::models {

/// What a search looks through: the lines of each slot, as they are shown.
class SearchedLines
{
public:
    virtual ~SearchedLines() = default;
    [[nodiscard]] virtual int slotCount() const = 0;
    [[nodiscard]] virtual int lineCount(int slot) const = 0;
    /// Lines before this one stay as they are, or are cut.
    [[nodiscard]] virtual int settledCount(int slot) const = 0;
    [[nodiscard]] virtual QString text(int slot, int line) const = 0;
    [[nodiscard]] virtual run::Elision cut(int slot) const = 0;
    /// False: want() asks for the line, and that it has come is told as output that grew.
    [[nodiscard]] virtual bool isThere(int slot, int line) const = 0;
    virtual void want(int slot, int line) const = 0;
};

/// The output that is kept. Of a slot that runs, the last line may still change.
class OutputLines final : public SearchedLines
{
public:
    /// `store` must outlive it.
    explicit OutputLines(const run::OutputStore &store) : m_store(store) {}
    [[nodiscard]] int slotCount() const override { return m_store.slotCount(); }
    [[nodiscard]] int lineCount(int slot) const override { return m_store.lineCount(slot); }
    [[nodiscard]] int settledCount(int slot) const override { return m_store.lineCount(slot) - 1; }
    [[nodiscard]] QString text(int slot, int line) const override
    {
        return m_store.line(slot, line).text;
    }
    [[nodiscard]] run::Elision cut(int slot) const override { return m_store.cut(slot); }
    [[nodiscard]] bool isThere(int slot, int line) const override
    {
        return m_store.isThere(slot, line);
    }
    void want(int slot, int line) const override { m_store.want(slot, line); }

private:
    const run::OutputStore &m_store;
};

/// Terminals: what has scrolled away stays as it is, the screen may change anywhere.
class ScreenLines final : public SearchedLines
{
public:
    /// `terminals` must outlive it.
    ScreenLines(const run::RunTerminals &terminals, int slotCount)
        : m_terminals(terminals)
        , m_slotCount(slotCount)
    {}
    [[nodiscard]] int slotCount() const override { return m_slotCount; }
    [[nodiscard]] int lineCount(int slot) const override;
    [[nodiscard]] int settledCount(int slot) const override;
    [[nodiscard]] QString text(int slot, int line) const override;
    [[nodiscard]] run::Elision cut(int slot) const override;
    [[nodiscard]] bool isThere(int, int) const override { return true; }
    void want(int, int) const override {}

private:
    [[nodiscard]] int marks(int slot) const;

    const run::RunTerminals &m_terminals;
    int m_slotCount;
};

} // namespace podium::models
