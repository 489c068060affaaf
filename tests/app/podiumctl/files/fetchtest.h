// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/app/podiumctl/files/transfertest.h"

namespace podium::tests {

/// Two workers with an empty folder `data`.
class FetchTest : public TransferTest
{
protected:
    FetchTest() : TransferTest(2) {}

    void makeFolders()
    {
        makeFolder();
        for (int worker = 0; worker < 2; ++worker) {
            there("chmod -R u+rwx data; rm -rf data; mkdir -p data", worker);
        }
    }
    [[nodiscard]] Outcome fetch(const QStringList &arguments) const
    {
        return m_lab.ctl(QStringList{"fetch", "--yes", "--json"} + arguments);
    }
};

} // namespace podium::tests
