// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <vector>

namespace podium::files {

/// A file that is to be sent.
struct FileToPack
{
    QByteArray localPath;
    qint64 size = 0; ///< bytes
};

/// Whether zstd makes them so much smaller that it is worth the time of both sides: by pieces of
/// the largest of them, which are most of what is sent. What cannot be read counts for nothing.
/// Blocks.
[[nodiscard]] bool packingPays(std::vector<FileToPack> files);

} // namespace podium::files
