// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/outputsnapshot.h"

#include "core/run/output/slotoutput.h"

#include <utility>

namespace podium::run {

OutputSnapshot::OutputSnapshot(
    std::shared_ptr<const SlotOutput> output, std::shared_ptr<const SpillFile> file)
    : m_output(std::move(output))
    , m_file(std::move(file))
{}

Result<> OutputSnapshot::forEachLine(const std::function<Result<>(const QString &)> &take) const
{
    const qint64 count = m_output->lineCount();
    for (qint64 line = 0; line < count;) {
        if (m_output->blockOf(line)) {
            const Result<qint64> next = readBlock(line, take);
            if (!next) {
                return failure(next.error());
            }
            line = *next;
        } else if (const Result<> taken = take(m_output->line(line++).text); !taken) {
            return taken;
        }
    }
    return {};
}

/// The lines of the block that begins with this one; gives the line after them.
Result<qint64>
OutputSnapshot::readBlock(qint64 line, const std::function<Result<>(const QString &)> &take) const
{
    const SlotSpill::Block block = m_output->blockOf(line);
    const Result<std::shared_ptr<const BlockContent>> content = block->readBack(*m_file);
    if (!content) {
        return failure(content.error());
    }
    for (qint64 index = 0; index < block->lineCount; ++index) {
        if (const Result<> taken = take((*content)->line(index).text); !taken) {
            return failure(taken.error());
        }
    }
    return block->firstLine + block->lineCount;
}

} // namespace podium::run
