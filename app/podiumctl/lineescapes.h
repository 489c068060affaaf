// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

namespace podium::ctl {

/// What is typed into a terminal far away, without what is meant for here, as ssh has it: "~." at
/// the beginning of a line hangs up, "~~" is one "~". Pure; bytes may be cut anywhere.
class LineEscapes final
{
public:
    struct Taken
    {
        QByteArray bytes; ///< for the worker
        bool hangsUp = false;
    };
    [[nodiscard]] Taken take(const QByteArray &typed);

private:
    enum class At { LineBegin, InLine, AfterTilde };
    At m_at = At::LineBegin;
};

} // namespace podium::ctl
