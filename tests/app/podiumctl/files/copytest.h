// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/app/podiumctl/files/transfertest.h"

namespace podium::tests {

/// Three workers without a folder `data`.
class CopyTest : public TransferTest
{
protected:
    CopyTest() : TransferTest(3) {}

    void makeFolders()
    {
        makeFolder();
        for (int worker = 0; worker < 3; ++worker) {
            QVERIFY(
                there("chmod -R u+rwx data 2>/dev/null; rm -rf data; echo gone", worker) ==
                "gone\n");
        }
    }
    [[nodiscard]] Outcome copy(const QStringList &arguments) const
    {
        return m_lab.ctl(QStringList{"copy", "--yes", "--json"} + arguments);
    }
    /// Until a copy to worker 0 has got so far.
    void waitFor(const QString &name)
    {
        const Outcome outcome = m_lab.admin(
            "pod",
            QString("timeout %1 sh -c 'until ls data/.podium-copy-*/sent/%2 >/dev/null 2>&1; do "
                    "sleep 0.02; done'")
                .arg(QString::number(podium::Patience / 1000), name));
        VERIFY_EXIT(outcome, 0);
    }
    [[nodiscard]] QByteArray listedThere(const QString &folder, int worker) const
    {
        return there(QString(Listing).arg(folder), worker);
    }
    [[nodiscard]] QString source(const QString &name) const { return m_here + '/' + name; }
};

} // namespace podium::tests
