// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/targets.h"
#include "core/models/run/targetwords.h"
#include "tests/fakes/nodes.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;

class TargetWordsTest : public QObject
{
    Q_OBJECT

private slots:
    void offersWhatIsThere();
    void everyWordResolves();
    void hostileNamesAreNotOffered();
    void nothingToOffer();
    void splits_data();
    void splits();
    void modelKeepsStillWhenNothingChanged();
};

namespace {

inventory::Snapshot snapshot()
{
    return snapshotOf({
        {.name = "pod-v4", .type = "v4-64", .workers = 8, .number = 2},
        {.name = "tpu1", .number = 5},
        {.name = "tpu2", .state = cloud::NodeState::Stopped, .number = 6},
        {.zone = "europe-west4-a", .name = "twin", .number = 7},
        {.project = "lab-vision", .zone = "us-east5-a", .name = "twin", .number = 8},
        {.zone = "us-east5-a", .name = "same", .number = 9},
        {.zone = "us-east5-b", .name = "same", .number = 10},
    });
}

QStringList wordsOf(const std::vector<TargetWord> &words)
{
    QStringList texts;
    for (const TargetWord &word : words) {
        texts += word.word;
    }
    return texts;
}

} // namespace

void TargetWordsTest::offersWhatIsThere()
{
    const QStringList words = wordsOf(targetWords(snapshot()));
    QCOMPARE(words.first(), QStringLiteral("@all"));
    for (const char *word :
         {"pod-v4", "tpu1", "tpu*", "@type=v4-64", "lab-vision/twin", "lab-speech/twin",
          "lab-speech/us-east5-b/same"}) {
        QVERIFY2(words.contains(QString::fromLatin1(word)), word);
    }
    QCOMPARE(words.last(), QStringLiteral("tpu2")); // it cannot be reached
    QVERIFY(!words.contains("pod*"));               // one node alone makes no glob
    const std::vector<TargetWord> all = targetWords(snapshot());
    const auto pod = std::find_if(all.begin(), all.end(), [](const TargetWord &word) {
        return word.word == QLatin1String("pod-v4");
    });
    QCOMPARE(pod->note, QStringLiteral("v4-64 · READY · 8 workers"));
}

void TargetWordsTest::everyWordResolves()
{
    for (const TargetWord &word : targetWords(snapshot())) {
        const auto found = inventory::resolveTargets(snapshot(), {word.word});
        QVERIFY2(found && !found->empty(), qPrintable(word.word));
    }
}

void TargetWordsTest::hostileNamesAreNotOffered()
{
    const inventory::Snapshot hostile = snapshotOf({{.name = "$(reboot)"}, {.name = "-rf"}});
    QCOMPARE(wordsOf(targetWords(hostile)), (QStringList{"@all", "@type=v3-8"}));
}

void TargetWordsTest::nothingToOffer()
{
    QVERIFY(targetWords({}).empty());
}

void TargetWordsTest::splits_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("words");
    QTest::newRow("one") << "pod-v4" << QStringList{"pod-v4"};
    QTest::newRow("blanks") << "  a  b\tc\n" << QStringList{"a", "b", "c"};
    QTest::newRow("commas") << "a, b,c" << QStringList{"a", "b", "c"};
    QTest::newRow("numbers stay") << "pod:0-3,7 tpu1" << QStringList{"pod:0-3,7", "tpu1"};
    QTest::newRow("numbers and a comma") << "pod:0,2, tpu1" << QStringList{"pod:0,2", "tpu1"};
    QTest::newRow("semicolons") << "a;b" << QStringList{"a", "b"};
    QTest::newRow("names with digits") << "tpu1,tpu2" << QStringList{"tpu1", "tpu2"};
    QTest::newRow("digits alone") << "1a,2b" << QStringList{"1a", "2b"};
    QTest::newRow("nothing") << " , " << QStringList();
}

void TargetWordsTest::splits()
{
    QFETCH(QString, text);
    QTEST(splitTargets(text), "words");
}

void TargetWordsTest::modelKeepsStillWhenNothingChanged()
{
    TargetWordModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setWords(targetWords(snapshot()));
    QVERIFY(model.rowCount() > 5);
    QCOMPARE(model.index(0).data().toString(), QStringLiteral("@all"));
    QVERIFY(!model.index(0).data(TargetWordModel::NoteRole).toString().isEmpty());
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    model.setWords(targetWords(snapshot()));
    QCOMPARE(reset.count(), 0);
    model.setWords({});
    QCOMPARE(reset.count(), 1);
}

QTEST_GUILESS_MAIN(TargetWordsTest)
#include "tst_targetwords.moc"
