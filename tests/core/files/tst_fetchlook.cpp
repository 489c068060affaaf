// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What is said of a worker where a fetch finds nothing: that it is not there only where that was
// seen.
#include "core/files/fetch/fetchplan.h"
#include "core/files/lookreader.h"
#include "tests/core/files/streamfixture.h"

#include <unistd.h>

using namespace podium;
using namespace podium::files;
using namespace podium::tests;

class TestFetchLook final : public QObject, private StreamFixture
{
    Q_OBJECT

private slots:
    void init() { makeFolders(); }
    void whatCannotBeSeenIsNotSaidToBeMissing_data();
    void whatCannotBeSeenIsNotSaidToBeMissing();
};

void TestFetchLook::whatCannotBeSeenIsNotSaidToBeMissing_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<bool>("isSeen");
    QTest::newRow("in it") << QByteArray("closed/f") << false;
    QTest::newRow("below it") << QByteArray("closed/inner/f") << false;
    QTest::newRow("pattern") << QByteArray("closed/*") << false;
    QTest::newRow("beside it") << QByteArray("none") << true;
    QTest::newRow("in no folder") << QByteArray("none/f") << true;
}

void TestFetchLook::whatCannotBeSeenIsNotSaidToBeMissing()
{
    QFETCH(QByteArray, path);
    QFETCH(bool, isSeen);
    shell("chmod 755 . && mkdir -p there/closed/inner && chmod 0 there/closed");
    // Root may look everywhere.
    m_shell = ::geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups sh" : "sh";
    const RemoteSource source = *remoteSourceOf(path);
    LookReader look;
    look.read(runScript(lookScript(), lookData(source), listedNames({source.name})).items);
    shell("chmod 700 there/closed");
    const Error error =
        nothingThere(source, look.tree(), *WorkerRef::parse(QStringLiteral("lab/us-a/pod:0")));
    QVERIFY2(
        error.kind == (isSeen ? ErrorKind::NotFound : ErrorKind::PermissionDenied),
        qPrintable(error.text()));
    QCOMPARE(error.detail.contains(QLatin1String("closed may not be looked into")), !isSeen);
}

QTEST_GUILESS_MAIN(TestFetchLook)
#include "tst_fetchlook.moc"
