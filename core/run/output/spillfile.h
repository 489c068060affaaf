// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <memory>
#include <vector>

namespace podium::run {

/// Output beyond what memory holds, on disk: a file without a name (mode 0600, in a folder of mode
/// 0700, unlinked as soon as it is open), so that it goes with its program however that ends.
/// Written by one thread at a time, read by any. All of it blocks.
class SpillFile final
{
public:
    /// At most `limit` bytes. Makes nothing before the first append().
    SpillFile(QString folder, qint64 limit);
    ~SpillFile();
    SpillFile(const SpillFile &) = delete;
    SpillFile &operator=(const SpillFile &) = delete;

    /// Gives where the bytes begin. QuotaExceeded where the limit is reached; Io.
    [[nodiscard]] Result<qint64> append(const QByteArray &bytes);
    /// Of what has been appended. Io.
    [[nodiscard]] Result<QByteArray> read(qint64 offset, qint64 size) const;

private:
    [[nodiscard]] Result<> open();

    const QString m_folder;
    const qint64 m_limit;
    int m_fd = -1;
    qint64 m_size = 0;
};

/// Output as pieces in memory and in a SpillFile, in their order. A value for any thread; making
/// one copies none of the output.
struct OutputContent
{
    struct Piece
    {
        QByteArray bytes;   ///< in memory; empty: in the file
        qint64 offset = -1; ///< in the file
        qint64 size = 0;
        std::shared_ptr<const char[]> owner = {}; ///< of bytes that it only looks at
    };
    std::vector<Piece> pieces;
    std::shared_ptr<const SpillFile> file;

    [[nodiscard]] qint64 size() const;
    /// In handy portions, until one is not taken. Blocks.
    [[nodiscard]] Result<> forEach(const std::function<Result<>(const QByteArray &)> &take) const;
};

} // namespace podium::run
