// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/keptprocess.h"

namespace podium::tests {

/// As Patience, which is for who links QTest.
constexpr int EndLimit = 180'000;

KeptProcess::~KeptProcess()
{
    endAll();
}

void KeptProcess::startKept(const QString &program, const QStringList &arguments)
{
    start(QStringLiteral(PODIUM_KEEPER), QStringList{program} + arguments);
}

bool KeptProcess::endAll()
{
    if (state() == NotRunning) {
        return true;
    }
    closeWriteChannel(); // as the kernel does for a test that was killed
    return waitForFinished(EndLimit);
}

} // namespace podium::tests
