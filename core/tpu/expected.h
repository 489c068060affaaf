// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <optional>

namespace podium::tpu {

/// What Podium believes of a worker, to compare with what it says of itself.
struct Expected
{
    int workerNumber = 0;
    int workersOfNode = 0;        ///< 0: unknown
    std::optional<int> chips{};   ///< on this worker; none: its type does not tell
    std::optional<int> devices{}; ///< that a program sees on this worker; none: the same
    QString nodeName{};           ///< empty: unknown
    QString acceleratorType{};    ///< "v4-64"; empty: unknown
};

/// "1 device", "4 devices".
[[nodiscard]] inline QString deviceCount(qint64 count)
{
    return count == 1 ? QStringLiteral("1 device") : QStringLiteral("%1 devices").arg(count);
}

} // namespace podium::tpu
