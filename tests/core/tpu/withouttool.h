// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/remote/script.h"

#include <QStringBuilder>

namespace podium::tests {

/// A script that does not find a tool.
inline remote::Script without(remote::Script script, const QByteArray &tool)
{
    // Behind what all begin with, so that it is this one that counts.
    script.text = "have() { [ \"$1\" != " + tool + " ] && command -v \"$1\" >/dev/null 2>&1; }\n" +
                  tool + "() { return 127; }\n" + script.text;
    return script;
}

} // namespace podium::tests
