// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/run/output/outputstore.h"

#include <functional>
#include <memory>

namespace podium::run {

class SlotOutput;

/// The output of one worker as it was at one time, for any thread. Making one costs little: it
/// shares with the store what does not change any more, and holds it for as long as it lives.
class OutputSnapshot final
{
public:
    OutputSnapshot(std::shared_ptr<const SlotOutput> output, std::shared_ptr<const SpillFile> file);

    /// The text of all lines, those on disk too, until one is not taken. Blocks.
    [[nodiscard]] Result<> forEachLine(const std::function<Result<>(const QString &)> &take) const;

private:
    [[nodiscard]] Result<qint64>
    readBlock(qint64 line, const std::function<Result<>(const QString &)> &take) const;

    std::shared_ptr<const SlotOutput> m_output;
    std::shared_ptr<const SpillFile> m_file;
};

} // namespace podium::run
