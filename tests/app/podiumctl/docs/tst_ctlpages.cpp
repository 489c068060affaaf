// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// The commands of the guide, a page at a time, on a demo cloud of its own.
#include "tests/app/podiumctl/docs/exampleslab.h"

#include <QDir>

using podium::tests::didItsJob;
using podium::tests::ExamplesLab;
using podium::tests::Outcome;

namespace {

const QString NotPlain = QStringLiteral("```");

/// Each line of each block, but for blocks below a paragraph that says "On a real machine". A block
/// that is of another kind is NotPlain.
QStringList linesToRun(const QString &page)
{
    QStringList lines;
    QString paragraph;
    bool isCode = false;
    bool isNew = true;
    for (const QString &line : page.split('\n')) {
        if (line.startsWith(QLatin1String("```"))) {
            isCode = !isCode;
            if (line != QLatin1String("```")) {
                lines << NotPlain;
            }
        } else if (!isCode && line.isEmpty()) {
            isNew = true;
        } else if (!isCode) {
            paragraph = isNew ? line : paragraph;
            isNew = false;
        } else if (!paragraph.startsWith(QLatin1String("On a real machine")) && !line.isEmpty()) {
            lines << line;
        }
    }
    return lines;
}

/// Of a page that explains its lines behind them, and says how a demo is begun.
QStringList linesForScripts(const QString &page)
{
    QStringList lines;
    for (QString line : page.split('\n')) {
        if (line.startsWith("podiumctl ")) {
            line = line.section(QStringLiteral("  #"), 0, 0).trimmed();
            if (line.contains("--tty")) {
                line = "echo exit | script -qec '" + line + "' /dev/null";
            }
            lines << line;
        }
    }
    return lines;
}

/// PODIUM_PAGES_PART=2/3: every third page, from the second on. All, where it is not set.
bool isOfPart(int page)
{
    const QStringList part = qEnvironmentVariable("PODIUM_PAGES_PART", "1/1").split('/');
    return page % part.last().toInt() == part.first().toInt() - 1;
}

} // namespace

class TestCtlPages final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_lab.start(); }
    void pageRunsOnTheDemo_data();
    void pageRunsOnTheDemo();

private:
    ExamplesLab m_lab;
};

void TestCtlPages::pageRunsOnTheDemo_data()
{
    QTest::addColumn<QString>("page");
    const QDir guide(QStringLiteral(PODIUM_SOURCE_DIR "/docs/guide"));
    int count = 0;
    for (const QString &page : guide.entryList({"*.md"}, QDir::Files)) {
        if (isOfPart(count++)) {
            QTest::newRow(qPrintable(page)) << guide.filePath(page);
        }
    }
}

void TestCtlPages::pageRunsOnTheDemo()
{
    QFETCH(QString, page);
    QFile file(page);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(file.readAll());
    const bool isForScripts = page.endsWith("/scripting.md");
    const QStringList lines = isForScripts ? linesForScripts(text) : linesToRun(text);
    if (page.endsWith("/security.md")) { // what it looks through is there
        VERIFY_EXIT(m_lab.typed("podiumctl ssh-config write && podiumctl recipe new mine"), 0);
    }
    for (const QString &line : lines) {
        QVERIFY2(line != NotPlain, "of some blocks nobody says whether they can be run");
        const Outcome outcome = m_lab.typed(line);
        const QByteArray all = line.toUtf8() + ": " + outcome.all();
        QVERIFY2(didItsJob(line, outcome), all.constData());
        QVERIFY2(!line.startsWith("find ") || outcome.all().isEmpty(), all.constData());
    }
    // These are the table of contents, and what is done in the window.
    QCOMPARE(lines.isEmpty(), page.endsWith("/README.md") || page.endsWith("/first-steps.md"));
    if (isForScripts) {
        QVERIFY(lines.size() >= 12);
        VERIFY_EXIT(m_lab->people({"plan"}), 0); // they have applied it
    }
}

QTEST_GUILESS_MAIN(TestCtlPages)
#include "tst_ctlpages.moc"
