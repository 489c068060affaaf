// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtTest>

#include <unistd.h>

namespace podium::tests {

/// For as long as it is there this process may read no more than anybody.
struct AsNobody
{
    AsNobody()
    {
        [] { QVERIFY(::geteuid() != 0 || ::seteuid(65534) == 0); }();
    }
    ~AsNobody()
    {
        [] { QVERIFY(::getuid() != 0 || ::seteuid(0) == 0); }();
    }
    AsNobody(const AsNobody &) = delete;
    AsNobody &operator=(const AsNobody &) = delete;
};

} // namespace podium::tests
