// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayList>

#include <array>

namespace podium::remote {

/// Takes texts out of what comes piece by piece, wherever the pieces are cut: in their place stands
/// "(secret)". A value.
class SecretFilter final
{
public:
    /// Empty ones do not count.
    explicit SecretFilter(const QByteArrayList &hidden = {});

    /// What can be shown by now: not the end where one of the texts may be coming.
    [[nodiscard]] QByteArray take(const QByteArray &bytes);
    /// Nothing more comes: what was held back, without the beginning of a text that was cut off.
    [[nodiscard]] QByteArray rest();

private:
    [[nodiscard]] int mark();
    [[nodiscard]] QByteArray release(int end);

    std::array<QByteArrayList, 256> m_hidden; ///< by their first byte: all output goes past them
    QByteArray m_held;                        ///< what was not shown yet
    QByteArray m_marks;      ///< for each of these bytes: 1 where it belongs to one of the texts
    bool m_isHiding = false; ///< so did the last one that was shown
};

} // namespace podium::remote
