// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/outputspill.h"

#include "core/base/jobs.h"

#include <algorithm>
#include <utility>

namespace podium::run {

namespace {

constexpr qint64 MostWaiting = 64LL * 1024 * 1024;
constexpr qint64 MostLoaded = 16LL * 1024 * 1024;
constexpr qint64 WrittenAtOnce = 8LL * 1024 * 1024;

struct Written
{
    std::vector<qint64> offsets; ///< of the blocks that are on disk
    QString problem;
};

Written write(SpillFile &file, const std::vector<QByteArray> &blocks)
{
    Written result;
    for (const QByteArray &block : blocks) {
        const auto offset = file.append(block);
        if (!offset) {
            result.problem = offset.error().detail;
            break;
        }
        result.offsets.push_back(*offset);
    }
    return result;
}

} // namespace

OutputSpill::OutputSpill(const OutputLimits &limits, Listener listener)
    : m_listener(std::move(listener))
    , m_file(std::make_shared<SpillFile>(limits.folder, limits.diskBytes))
    , m_isOpen(limits.diskBytes > 0 && !limits.folder.isEmpty())
{}

void OutputSpill::add(int slot, const Block &block)
{
    m_waiting.push_back({slot, block});
    m_waitingBytes += block->data.size();
    writeNext();
    if (m_waitingBytes > MostWaiting) {
        close(QStringLiteral("The disk is slower than the output."));
    }
}

void OutputSpill::writeNext()
{
    if (m_isWriting || m_waiting.empty() || !m_isOpen) {
        return;
    }
    m_isWriting = true;
    std::vector<QByteArray> blocks;
    qint64 size = 0;
    for (auto entry = m_waiting.begin(); entry != m_waiting.end() && size < WrittenAtOnce;
         ++entry) {
        blocks.push_back(entry->block->data);
        size += blocks.back().size();
    }
    runJob(
        &m_context, [file = m_file, blocks = std::move(blocks)] { return write(*file, blocks); },
        [this](const Written &result) { written(result.offsets, result.problem); });
}

void OutputSpill::written(const std::vector<qint64> &offsets, const QString &problem)
{
    m_isWriting = false;
    for (const qint64 offset : offsets) {
        if (m_waiting.empty()) {
            break; // given up meanwhile
        }
        SpillBlock &block = *m_waiting.front().block;
        block.offset = offset;
        m_waitingBytes -= block.data.size();
        m_diskBytes += block.data.size();
        block.data.clear();
        m_waiting.pop_front();
    }
    if (!problem.isEmpty()) {
        close(problem);
    }
    writeNext();
}

/// What waits is lost.
void OutputSpill::close(const QString &problem)
{
    m_isOpen = false;
    m_problem = problem;
    m_waitingBytes = 0;
    for (const Entry &entry : std::exchange(m_waiting, {})) {
        entry.block->problem = problem;
        m_listener.lost(entry.slot, entry.block);
    }
}

void OutputSpill::want(int slot, const Block &block)
{
    if (block->content || block->isWanted || !block->problem.isEmpty()) {
        return;
    }
    block->isWanted = true;
    runJob(
        &m_context, [file = m_file, copy = SpillBlock(*block)] { return copy.readBack(*file); },
        [this, slot, block](const Result<std::shared_ptr<const BlockContent>> &content) {
            block->isWanted = false;
            if (content) {
                keepLoaded({slot, block}, *content);
            } else {
                block->problem = content.error().detail;
            }
            m_listener.loaded(slot);
        });
}

void OutputSpill::keepLoaded(const Entry &entry, std::shared_ptr<const BlockContent> content)
{
    entry.block->content = std::move(content);
    m_loadedBytes += entry.block->content->memoryBytes();
    m_loaded.push_back(entry);
    while (m_loadedBytes > MostLoaded && m_loaded.size() > 1) {
        m_loadedBytes -= m_loaded.front().block->content->memoryBytes();
        m_loaded.front().block->content.reset();
        m_loaded.pop_front();
    }
}

} // namespace podium::run
