// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

#include <string>
#include <vector>

namespace podium::ctl {

/// The words of a command line, as the parser gives them.
[[nodiscard]] inline QStringList toList(const std::vector<std::string> &words)
{
    QStringList list;
    for (const std::string &word : words) {
        list << QString::fromStdString(word);
    }
    return list;
}

} // namespace podium::ctl
