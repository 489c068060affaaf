// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/outputfold.h"
#include "tests/core/run/foldtools.h"

#include <QTest>

#include <numeric>
#include <random>

using namespace podium;
using namespace podium::run;
using namespace podium::tests;

using Outputs = std::vector<QList<QByteArray>>; ///< the lines of each worker

namespace {

QList<QByteArray> steps(int count, int oddOne = -1)
{
    QList<QByteArray> lines;
    for (int i = 0; i < count; ++i) {
        lines << "I0301 12:00:00 train.py:17] step " + QByteArray::number(i == oddOne ? i + 1 : i) +
                     " ok\n";
    }
    return lines;
}

Outputs oneOddLine()
{
    Outputs outputs(300, steps(20));
    outputs[200] = steps(20, 12);
    return outputs;
}

Outputs allDifferent()
{
    Outputs outputs;
    for (int i = 0; i < 40; ++i) {
        outputs.push_back({"same\n", "number " + QByteArray::number(i) + '\n'});
    }
    return outputs;
}

/// Alike but for what the eye does not see.
Outputs spacesAndBlankLines()
{
    return {{"a\n"},       {"a \n"}, {"a\n", "\n"}, {"\n", "a\n"}, {"\n"}, {" a\n"},
            {"a\n", "\n"}, {"a\n"},  {"a\tb\n"},    {"a b\n"},     {"\n"}, {"a: b\n"}};
}

Outputs random(unsigned seed)
{
    std::mt19937 random(seed);
    const auto below = [&random](unsigned limit) { return int(random() % limit); };
    Outputs outputs(100, steps(8));
    for (QList<QByteArray> &lines : outputs) {
        for (int changes = below(3); changes > 0; --changes) {
            lines[below(4)] = "changed " + QByteArray::number(below(3)) + '\n';
        }
    }
    return outputs;
}

struct Streamed
{
    QByteArray text; ///< for the tools
    HostGroups groups;
};

/// A line of each worker after the other, folded anew after each round.
Streamed stream(const Outputs &outputs)
{
    const int workers = int(outputs.size());
    QVector<int> all(workers);
    std::iota(all.begin(), all.end(), 0);
    OutputStore store(workers);
    Streamed result;
    bool isMore = true;
    for (int line = 0; isMore; ++line) {
        isMore = false;
        for (int worker = 0; worker < workers; ++worker) {
            const QList<QByteArray> &lines = outputs[std::size_t(worker)];
            if (line < lines.size()) {
                store.append(worker, ssh::OutputStream::Out, lines[line]);
                result.text += ofHost(worker, lines[line]);
                isMore = true;
            }
        }
        result.groups = asSets(fold(store, all).groups);
    }
    return result;
}

} // namespace

/// The same text has the same groups as with the tools that people know.
class TestFoldTools final : public QObject
{
    Q_OBJECT

private slots:
    void sameGroups_data();
    void sameGroups();
};

void TestFoldTools::sameGroups_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QString>("option");
    QTest::newRow("dshbak -c") << "dshbak"
                               << "-c";
    QTest::newRow("clubak -b") << "clubak"
                               << "-b";
}

void TestFoldTools::sameGroups()
{
    QFETCH(QString, tool);
    QFETCH(QString, option);
    const std::pair<const char *, Outputs> texts[] = {
        {"one alone", Outputs(1, steps(3))},
        {"all the same", Outputs(64, steps(3))},
        {"one odd line", oneOddLine()},
        {"all different", allDifferent()},
        {"spaces and blank lines", spacesAndBlankLines()},
        {"random", random(1)},
        {"random again", random(2)}};
    for (const auto &[name, outputs] : texts) {
        const Streamed streamed = stream(outputs);
        const auto printed = foldedBy(tool, option, streamed.text);
        if (!printed) {
            QSKIP("it is not installed: its groups cannot be compared with Podium's");
        }
        QVERIFY2(!streamed.groups.empty(), name);
        const QByteArray told = QByteArray(name) + ":\n" + *printed;
        QVERIFY2(streamed.groups == groupsIn(*printed), told.constData());
    }
}

QTEST_GUILESS_MAIN(TestFoldTools)
#include "tst_foldtools.moc"
