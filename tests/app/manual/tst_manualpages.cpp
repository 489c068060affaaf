// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/manual/clipages.h"
#include "app/manual/helptext.h"
#include "app/manual/optionformatter.h"

#include <CLI/CLI.hpp>
#include <QtTest>

using namespace podium::manual;

/// Pages of the manual from what --help says.
class TestManualPages final : public QObject
{
    Q_OBJECT

private slots:
    void textsBecomeRoff_data();
    void textsBecomeRoff();
    void whatSeveralPartsSayStandsOnce();
    void aPageSaysWhereTheGuideIs();
};

void TestManualPages::textsBecomeRoff_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("roff");
    const auto row = [](const char *name, const char *text, const char *roff) {
        QTest::newRow(name) << QString(text) << QString(roff);
    };
    row("paragraphs are filled", "One\nline.\n\nAnother, `bold`.\n",
        "One line.\n.PP\nAnother, \\fBbold\\fR.\n");
    row("two columns are terms with what they mean",
        "Before.\n"
        "\n"
        "--one     asks for one, which is\n"
        "          enough.\n"
        "--second  of it\n"
        "          even more,\n"
        "          in a sentence.\n"
        "\n"
        "After.\n",
        "Before.\n"
        ".TP\n\\fB\\-\\-one\\fR\nasks for one, which is enough.\n"
        ".TP\n\\fB\\-\\-second\\fR\nof it even more, in a sentence.\n"
        ".PP\nAfter.\n");
    row("one term of two columns", "a  is one.\n", ".TP\n\\fBa\\fR\nis one.\n");
    row("a term stands above what it means", "TERM\n  What it\n  means.\n\nother\n  Again.\n",
        ".SS Term\nWhat it means.\n.TP\n\\fBother\\fR\nAgain.\n");
    row("indented tables stay as they are", "Such:\n\n  a    one\n  b-c  two,\n       and more\n",
        "Such:\n.PP\n.nf\n  a    one\n  b\\-c  two,\n       and more\n.fi\n");
    row("exit statuses are filled", "EXIT STATUS\n  0 done; 1 not\n  done\n",
        ".SS Exit status\n0 done; 1 not done\n");
    row("dots and backslashes are plain", ".so what\\n\n", "\\&.so what\\en\n");
}

void TestManualPages::textsBecomeRoff()
{
    QFETCH(QString, text);
    QTEST(QString::fromStdString(roffOf(text.toStdString())), "roff");
}

void TestManualPages::whatSeveralPartsSayStandsOnce()
{
    CLI::App program("What it is", "program");
    program.formatter(std::make_shared<OptionFormatter>());
    CLI::App *disks = program.add_subcommand("disks", "Disks");
    disks->footer("Of all.\n\nOf the workers.");
    for (const char *name : {"grow", "release"}) {
        disks->add_subcommand(name, "Does it")
            ->footer(
                "To " + std::string(name) +
                " it.\n\nOf the workers.\n\nJSON\n  {\"done\":BOOL}\n\nExamples:\n  program "
                "disks " +
                name);
    }
    const QString roff = QString::fromStdString(pageOf(*disks).roff());
    for (const char *once :
         {"Of all.", "Of the workers.", "{\"done\":BOOL}", "To grow it.", "To release it.",
          "program disks grow\n.fi", "program disks release\n.fi"}) {
        QVERIFY2(roff.count(QLatin1String(once)) == 1, qPrintable(once + (": " + roff)));
    }
    const int second = roff.indexOf("To release it.");
    QVERIFY2(
        roff.indexOf("\\fBJSON\\fR\n.PP\nAs of \\fBprogram disks grow\\fR.\n") > second,
        qPrintable(roff));
}

void TestManualPages::aPageSaysWhereTheGuideIs()
{
    ManPage page;
    page.name = "podiumctl-run";
    page.seeAlso = {"podium(1)", "podiumctl(1)"};
    const QString roff = QString::fromStdString(page.roff());
    const QString seeAlso =
        roff.mid(roff.indexOf(".SH SEE ALSO\n.BR podium (1) ,\n.BR podiumctl (1)\n"));
    QVERIFY2(seeAlso.contains("\n/usr/share/doc/podium/guide\n"), qPrintable(roff));
}

QTEST_GUILESS_MAIN(TestManualPages)
#include "tst_manualpages.moc"
