// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/plan/touchednames.h"

#include "core/sshconfig/document/configdocument.h"

#include <QTest>

using namespace podium::sshconfig;

using Names = std::vector<std::string>;

namespace {

const QByteArray Own = "User joe\nHost work\n  HostName 10.0.0.9\n";
const QByteArray Generated = "# by Podium\n\nHost tpu1 tpu1-0\n  User ada\n";
const Names All = {"work", "TPU1", "tpu1-00", "old"};

PartChange firstWrite()
{
    return {Own, *ConfigDocument(Own).withRegion(), {}, Generated};
}

} // namespace

class TestTouchedNames final : public QObject
{
    Q_OBJECT

private slots:
    void onlyNamesOfBlocksAreTouched();
    void whatTheTextDoesNotProve_data();
    void whatTheTextDoesNotProve();
};

void TestTouchedNames::onlyNamesOfBlocksAreTouched()
{
    // A name that differs in case may be one machine to whoever compares names.
    QVERIFY(touchedNames(firstWrite(), All) == Names{"TPU1"});
    PartChange update = firstWrite();
    update.ownBefore = update.ownAfter;
    update.generatedBefore = "Host old\n  Port 22\n";
    QVERIFY((touchedNames(update, All) == Names{"TPU1", "old"}));
    // Podium's part goes away.
    QVERIFY(touchedNames({update.ownAfter, Own, Generated, {}}, All) == Names{"TPU1"});
}

void TestTouchedNames::whatTheTextDoesNotProve_data()
{
    QTest::addColumn<QByteArray>("generated");
    QTest::addColumn<QByteArray>("ownAfter");
    const QByteArray after = firstWrite().ownAfter;
    QTest::newRow("wildcard") << QByteArray("Host tpu*\n  User ada\n") << after;
    QTest::newRow("negation") << QByteArray("Host !tpu1\n  User ada\n") << after;
    QTest::newRow("above all blocks") << QByteArray("User ada\n" + Generated) << after;
    QTest::newRow("Match") << QByteArray(Generated + "Match all\n  User ada\n") << after;
    QTest::newRow("Include") << QByteArray(Generated + "Include other\n") << after;
    QTest::newRow("open quote") << QByteArray("Host \"tpu1\n  User ada\n") << after;
    QTest::newRow("a line of the person's")
        << Generated << QByteArray(after + "Host *\n  Port 2\n");
    QTest::newRow("a damaged mark") << Generated << QByteArray("# BEGIN Podium\n" + after);
}

void TestTouchedNames::whatTheTextDoesNotProve()
{
    QFETCH(QByteArray, generated);
    QFETCH(QByteArray, ownAfter);
    PartChange change = firstWrite();
    change.generatedAfter = generated;
    change.ownAfter = ownAfter;
    QVERIFY(!touchedNames(change, All));
    if (ownAfter == firstWrite().ownAfter) {
        std::swap(change.generatedBefore, change.generatedAfter); // as it was, too
        QVERIFY(!touchedNames(change, All));
    }
}

QTEST_GUILESS_MAIN(TestTouchedNames)
#include "tst_touchednames.moc"
