// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/check/sshconfigresolver.h"
#include "tests/core/sshconfig/sshhome.h"

#include <QTest>

#include <atomic>
#include <thread>

using namespace podium;
using namespace podium::sshconfig;
using namespace podium::tests;

/// A writer in a loop and ssh in a loop: ssh never gets a wrong answer.
class TestConfigHammer final : public QObject
{
    Q_OBJECT

private slots:
    void sshIsRightAThousandTimes();
};

void TestConfigHammer::sshIsRightAThousandTimes()
{
    const SshHome home;
    QByteArray config;
    for (int i = 0; i < 500; ++i) {
        config += "Host machine-" + QByteArray::number(i) + "\n    User user-" +
                  QByteArray::number(i) + "\n";
    }
    // No final name but wildcards, so that each write asks ssh about few names only.
    config.replace("Host machine-", "Host machine?");
    home.putConfig(config);
    QVERIFY(home.writer().write(oneNode(), usualOptions()));

    std::atomic<bool> isOver{false};
    std::atomic<int> writes{0};
    std::atomic<int> failures{0};
    std::thread writer([&] {
        for (int round = 0; !isOver; ++round) {
            const QString address = QStringLiteral("35.0.0.%1").arg(1 + round % 2);
            failures += home.writer().write(oneNode(address), usualOptions()) ? 0 : 1;
            // Podium's part moves, and comes back: the person's file is replaced each time.
            failures += round % 4 == 3 && !home.writer().remove() ? 1 : 0;
            ++writes;
        }
    });
    const auto resolver = SshConfigResolver::find(home.path());
    const std::vector<std::string> names(20, "machine-499");
    int wrong = 0;
    int asked = 0;
    while (resolver && (asked < 1000 || writes < 5)) { // however slow the one is, or the other
        for (const Resolution &answer : resolver->resolve(home.path(".ssh/config"), names)) {
            wrong += resolvedValues(answer).value("user") == "user-499" ? 0 : 1;
            ++asked;
        }
    }
    isOver = true;
    writer.join();
    QVERIFY(resolver);
    QCOMPARE(wrong, 0);
    QCOMPARE(failures.load(), 0);
    QVERIFY(writes >= 5);
    QCOMPARE(withoutRegion(home.config()), config);
    QCOMPARE(home.leftovers(), QStringList());
}

QTEST_GUILESS_MAIN(TestConfigHammer)
#include "tst_confighammer.moc"
