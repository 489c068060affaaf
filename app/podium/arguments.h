// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include <variant>

namespace podium::app {

/// What the command line of podium asks for.
struct Arguments
{
    bool demo = false;
    QString page; ///< id of the page to show first; empty: the last one
    bool verbose = false;
};

/// Print this and end with this code.
struct EarlyExit
{
    QString text;
    int code = 0;
};

[[nodiscard]] QStringList pageIds();

/// `words` as QCoreApplication::arguments() gives them.
[[nodiscard]] std::variant<Arguments, EarlyExit> parseArguments(const QStringList &words);

} // namespace podium::app
