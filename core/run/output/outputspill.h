// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/outputlimits.h"
#include "core/run/output/spillblock.h"
#include "core/run/output/spillfile.h"

#include <QObject>

#include <deque>
#include <functional>
#include <memory>

namespace podium::run {

/// Brings blocks of a run's output to disk and back, in the pool: never on the thread it is used
/// on. What waits to be written is bounded; a disk that is full, broken or much slower than the
/// output ends it, and the blocks that are not there are lost.
class OutputSpill final
{
public:
    using Block = std::shared_ptr<SpillBlock>;
    struct Listener
    {
        /// The lines of this block are in memory again, or will not be.
        std::function<void(int slot)> loaded;
        /// This block of the slot is lost, and those after it.
        std::function<void(int slot, const Block &block)> lost;
    };

    OutputSpill(const OutputLimits &limits, Listener listener);

    /// Whether it takes blocks.
    [[nodiscard]] bool isOpen() const { return m_isOpen; }
    void add(int slot, const Block &block);
    void want(int slot, const Block &block);

    [[nodiscard]] const QString &problem() const { return m_problem; }
    [[nodiscard]] qint64 memoryBytes() const { return m_waitingBytes + m_loadedBytes; }
    [[nodiscard]] qint64 diskBytes() const { return m_diskBytes; }
    [[nodiscard]] std::shared_ptr<const SpillFile> file() const { return m_file; }

private:
    struct Entry
    {
        int slot = 0;
        Block block;
    };
    void writeNext();
    void written(const std::vector<qint64> &offsets, const QString &problem);
    void close(const QString &problem);
    void keepLoaded(const Entry &entry, std::shared_ptr<const BlockContent> content);

    Listener m_listener;
    std::shared_ptr<SpillFile> m_file;
    bool m_isOpen = false;
    QString m_problem;
    bool m_isWriting = false;
    std::deque<Entry> m_waiting; ///< the first ones are being written
    std::deque<Entry> m_loaded;  ///< the oldest first
    qint64 m_waitingBytes = 0;
    qint64 m_loadedBytes = 0;
    qint64 m_diskBytes = 0;
    QObject m_context; ///< what is under way is dropped with it
};

} // namespace podium::run
