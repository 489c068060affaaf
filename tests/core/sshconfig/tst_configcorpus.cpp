// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/sshconfig/sshhome.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTest>

using namespace podium;
using namespace podium::sshconfig;
using namespace podium::tests;

namespace {

const QString kData = PODIUM_SOURCE_DIR "/tests/data/sshconfig";

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A home with the config of that name and the files that some of them include.
void fill(const SshHome &home, const QString &name)
{
    QDirIterator all(kData + "/home", QDir::Files, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        const QString path = all.next();
        home.put(".ssh" + path.mid((kData + "/home").size()), bytesOf(path));
    }
    home.putConfig(bytesOf(kData + "/" + name));
}

inventory::Snapshot atRound(int round)
{
    return oneNode(QStringLiteral("35.0.0.%1").arg(round));
}

} // namespace

/// Configs of all kinds, as people have them: for every name in each, ssh must say the same
/// before and after, and no byte outside Podium's region may change.
class TestConfigCorpus final : public QObject
{
    Q_OBJECT

private slots:
    void everythingElseStaysAsItWas_data();
    void everythingElseStaysAsItWas();
    void whatCannotBeProvenStaysUntouched_data();
    void whatCannotBeProvenStaysUntouched();

private:
    static void addRows(bool refused);
};

void TestConfigCorpus::addRows(bool refused)
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArrayList>("names");
    int count = 0;
    for (const QByteArray &line : bytesOf(kData + "/names.txt").split('\n')) {
        const int colon = line.indexOf(':');
        if (line.startsWith('#') || colon < 0) {
            continue;
        }
        ++count;
        const QByteArrayList names = line.mid(colon + 1).trimmed().split(' ');
        if ((names.first() == "refused") == refused) {
            QTest::newRow(line.left(colon)) << QString(line.left(colon)) << names;
        }
    }
    QVERIFY(count >= 60);
}

void TestConfigCorpus::everythingElseStaysAsItWas_data()
{
    addRows(false);
}

void TestConfigCorpus::everythingElseStaysAsItWas()
{
    QFETCH(QString, file);
    QFETCH(QByteArrayList, names);
    const SshHome home;
    fill(home, file);
    const QByteArray outside = withoutRegion(home.config());
    QHash<QByteArray, QByteArray> meanings;
    for (const QByteArray &name : qAsConst(names)) {
        meanings.insert(name, home.resolve(name));
        QVERIFY(!meanings.value(name).isEmpty());
    }
    const auto expectSame = [&] {
        QCOMPARE(withoutRegion(home.config()), outside);
        for (const QByteArray &name : qAsConst(names)) {
            QCOMPARE(home.resolve(name), meanings.value(name));
        }
        QCOMPARE(home.leftovers(), QStringList());
    };
    for (int round = 1; round <= 10; ++round) {
        const int address = round < 10 ? 1 : 10;
        // The later rounds go on what the first has proven; what comes of them is judged below.
        std::optional<AgreeableSsh> agreeable;
        if (round > 1) {
            agreeable.emplace();
        }
        const auto report = home.writer().write(atRound(address), usualOptions());
        agreeable.reset();
        QVERIFY2(report, report ? "" : qPrintable(report.error().text()));
        if (round == 1 || round == 10) {
            QCOMPARE(home.value("tpu1", "hostname"), "35.0.0." + QByteArray::number(address));
            expectSame();
        }
    }
    {
        const AgreeableSsh agreeable;
        QVERIFY(home.writer().remove());
    }
    expectSame();
    QCOMPARE(home.config(), outside);
}

void TestConfigCorpus::whatCannotBeProvenStaysUntouched_data()
{
    addRows(true);
}

void TestConfigCorpus::whatCannotBeProvenStaysUntouched()
{
    QFETCH(QString, file);
    const SshHome home;
    fill(home, file);
    const auto before = home.everything();
    const auto report = home.writer().write(atRound(1), usualOptions());
    QVERIFY(!report);
    QCOMPARE(report.error().kind, ErrorKind::Refused);
    QVERIFY2(
        report.error().text().contains("line", Qt::CaseInsensitive),
        qPrintable(report.error().text()));
    QCOMPARE(home.everything(), before);
}

QTEST_GUILESS_MAIN(TestConfigCorpus)
#include "tst_configcorpus.moc"
