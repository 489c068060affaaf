// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/patience.h"
#include "widgets/run/page/findbar.h"

#include <QLabel>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using models::RunSearch;

/// What is said of how often a text was found.
class TestFindBar final : public QObject
{
    Q_OBJECT

private slots:
    void moreIsNotClaimedThanIsKept();

private:
    static int matchesIn(const run::OutputStore &store)
    {
        int count = 0;
        for (int line = 0; line < store.lineCount(0); ++line) {
            count += store.line(0, line).text.count("hit");
        }
        return count;
    }
};

/// Of more matches than have their places kept nobody knows which were in the lines that are gone.
void TestFindBar::moreIsNotClaimedThanIsKept()
{
    constexpr int Hits = RunSearch::HitLimit + 5000;
    constexpr auto Out = ssh::OutputStream::Out;
    run::OutputStore store(1, 2 * run::OutputLimits::MiB);
    store.append(
        0, Out, QByteArray("hit, and some more of text to fill the line\n").repeated(Hits));
    QCOMPARE(store.cutBytes(0), qint64(0));
    ui::FindBar bar;
    bar.show();
    RunSearch search(store);
    QVERIFY(search.setPattern({"hit", false, false}));
    QTRY_VERIFY(!search.isBusy());
    QCOMPARE(search.total(), Hits);
    bar.showCounts(search);
    const auto *said = byName<QLabel>(bar, "Matches");
    QVERIFY(said);
    QVERIFY2(!said->text().startsWith("at least"), qPrintable(said->text()));

    // As it comes from a worker: what goes is between a head and a tail of what there was then.
    for (int i = 0; i < 400; ++i) {
        store.append(0, Out, QByteArray("a line without it\n").repeated(1000));
    }
    search.outputGrew({0});
    QTRY_VERIFY(!search.isBusy());
    const int kept = matchesIn(store);
    QVERIFY(kept < Hits); // else this says nothing
    QVERIFY2(search.total() <= kept, qPrintable(QString::number(search.total())));
    QVERIFY(search.isAtLeast());
    QVERIFY(!search.reachesAll());
    bar.showCounts(search);
    QVERIFY2(said->text().startsWith("at least"), qPrintable(said->text()));

    const int before = search.total();
    store.append(0, Out, "hit and hit\n");
    search.outputGrew({0});
    QTRY_VERIFY(!search.isBusy());
    QCOMPARE(search.total(), before + 2);
}

QTEST_MAIN(TestFindBar)
#include "tst_findbar.moc"
