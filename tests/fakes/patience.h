// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QTest>

namespace podium {

/// How long a test waits for what must come, in ms. Only a fault meets this limit, so it is long
/// enough for a machine that does twenty other things.
constexpr int Patience = 180'000;

} // namespace podium

namespace podium::tests {

/// What `ask` brings, asked again until it is as wished, or for long enough.
template <typename Ask, typename IsWished>
[[nodiscard]] auto askUntil(Ask ask, IsWished isWished)
{
    QElapsedTimer since;
    since.start();
    auto answer = ask();
    while (!isWished(answer) && since.elapsed() < Patience) {
        answer = ask();
    }
    return answer;
}

} // namespace podium::tests

// Qt's own limit of five seconds is met on a busy machine.
#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(expression) QTRY_VERIFY_WITH_TIMEOUT((expression), podium::Patience)
#define QTRY_VERIFY2(expression, message)                                                          \
    QTRY_VERIFY2_WITH_TIMEOUT((expression), message, podium::Patience)
#define QTRY_COMPARE(actual, expected)                                                             \
    QTRY_COMPARE_WITH_TIMEOUT((actual), expected, podium::Patience)
