// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>
#include <QTest>

namespace podium::tests {

/// A row "seed" for each seed that the environment names: "1000" is 1 to 1000, "501-750" is those,
/// nothing is 1 to `fallback`.
inline void addSeedRows(const char *variable, int fallback)
{
    const QList<QByteArray> ends = qgetenv(variable).split('-');
    const int last = ends.back().toInt();
    QTest::addColumn<int>("seed");
    for (int seed = ends.size() > 1 ? ends[0].toInt() : 1; seed <= (last < 1 ? fallback : last);
         ++seed) {
        QTest::newRow(qPrintable(QStringLiteral("seed %1").arg(seed))) << seed;
    }
}

} // namespace podium::tests
