// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/people/workerlab.h"
#include "tests/fakes/ordinaryuser.h"

#include <QtTest>

namespace podium::tests {

/// The two ways in which workers can stand: of root's, and of an ordinary user's. A test class
/// names them in initTestCase_data() and takes one in init(); then each test runs in both, or in
/// the one that PODIUM_LAB_MODE says, "root" or "user".
class LabModes final
{
public:
    static void addRows()
    {
        QTest::addColumn<int>("mode");
        const QByteArray only = qgetenv("PODIUM_LAB_MODE");
        if (only != "user") {
            QTest::newRow("root's workers") << 0;
        }
        if (only != "root") {
            QTest::newRow("an ordinary user's workers") << 1;
        }
    }

    /// A fresh node of the row's lab, or the one that was taken last; null where that way cannot be
    /// had, with the reason in why().
    [[nodiscard]] WorkerLab *take(int nodes, bool isFresh = true)
    {
        QFETCH_GLOBAL(int, mode);
        Mode &chosen = m_modes[mode];
        if (!chosen.isStarted) {
            chosen.isStarted = true;
            begin(chosen, mode == 1, nodes);
        }
        m_why = chosen.why;
        if (!chosen.why.isEmpty()) {
            return nullptr;
        }
        if (isFresh || !chosen.lab.hasNode()) {
            chosen.lab.useNextNode();
        }
        return &chosen.lab;
    }
    [[nodiscard]] const QString &why() const { return m_why; }

private:
    struct Mode
    {
        QTemporaryDir accounts;
        WorkerLab lab;
        bool isStarted = false;
        QString why;
    };

    static void begin(Mode &mode, bool isOrdinary, int nodes)
    {
        QStringList wrapper;
        if (isOrdinary) {
            wrapper = ordinaryUserWrapper(mode.accounts.path(), mode.why);
            if (wrapper.isEmpty()) {
                return;
            }
        }
        const bool isUp = mode.lab.start(nodes, wrapper);
        if (!isUp || mode.lab.cloud().workers() == "none") {
            mode.why = mode.lab.cloud().error() + ' ';
        }
    }

    Mode m_modes[2];
    QString m_why;
};

} // namespace podium::tests
