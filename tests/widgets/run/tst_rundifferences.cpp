// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "runpagetest.h"
#include "tests/fakes/patience.h"
#include "widgets/run/page/runview.h"

using namespace podium;
using namespace podium::tests;
using ui::Presentation;

/// What folded panes mark as different from what most workers printed.
class RunDifferencesTest final : public RunPageTestBase
{
    Q_OBJECT

private slots:
    void marksTheLinesThatMostHaveNot();
    void countsTheLinesThatAreMissing();
    void followsTheOutput();
    void marksNothingWithoutAMajority();
    void saysWhenItIsTooLong();
    void marksNoMoreWhenItGetsTooLong();

private:
    void run(const std::function<FakeScript(int)> &scriptOf)
    {
        m_fixture->play(scriptOf);
        typeTarget("pod-v4");
        typeCommand("job");
        click("Run command");
        m_fixture->page.currentView()->setPresentation(Presentation::Folded);
    }
    /// The visible pane of this name, or null.
    ui::Pane *pane(const QString &name) { return find<ui::Pane>(name); }
    QVector<int> marked(const QString &name)
    {
        return pane(name) ? pane(name)->output().oddLines() : QVector<int>{-1};
    }
    QString sentence(const QString &name)
    {
        return pane(name) ? pane(name)->facts().sentence : QStringLiteral("no pane");
    }
    /// The colour behind the end of a line, where no text is.
    QColor colourBehind(const QString &name, int line)
    {
        ui::OutputView &output = pane(name)->output();
        const QRect cell = output.cellRect({line, 0});
        return output.viewport()->grab().toImage().pixelColor(
            output.viewport()->width() - 30, cell.center().y());
    }
};

namespace {

FakeScript prints(const QByteArray &text)
{
    return FakeScript().login().out(text).hang();
}

} // namespace

void RunDifferencesTest::marksTheLinesThatMostHaveNot()
{
    run([](int index) { return prints(index == 3 ? "a\nother\nc\nmore\n" : "a\nb\nc\n"); });
    QTRY_COMPARE(marked("pod-v4:3"), (QVector<int>{1, 3}));
    QCOMPARE(marked("pod-v4:0-2,4-7"), QVector<int>());
    QCOMPARE(sentence("pod-v4:0-2,4-7"), QString());
    QTRY_VERIFY(colourBehind("pod-v4:3", 1) != colourBehind("pod-v4:3", 0));
    QCOMPARE(colourBehind("pod-v4:3", 3), colourBehind("pod-v4:3", 1));
    m_fixture->page.currentView()->setPresentation(Presentation::Panes);
    QTRY_COMPARE(marked("pod-v4:3"), QVector<int>()); // beside the others, nothing is
}

void RunDifferencesTest::countsTheLinesThatAreMissing()
{
    run([](int index) { return prints(index == 3 ? "a\nc\n" : index == 6 ? "c\n" : "a\nb\nc\n"); });
    QTRY_COMPARE(sentence("pod-v4:3"), QStringLiteral("1 line missing that most have."));
    QTRY_COMPARE(sentence("pod-v4:6"), QStringLiteral("2 lines missing that most have."));
    QCOMPARE(marked("pod-v4:3"), QVector<int>());
    QCOMPARE(sentence("pod-v4:0-2,4-5,7"), QString());
}

void RunDifferencesTest::followsTheOutput()
{
    run([](int) { return prints("a\n"); });
    QTRY_COMPARE(outputOf("pod-v4:0-7"), QStringLiteral("a"));
    m_fixture->transport.say(8, ssh::OutputArrived{ssh::OutputStream::Out, "odd\n"});
    QTRY_COMPARE(marked("pod-v4:7"), QVector<int>{1});
    m_fixture->transport.say(8, ssh::OutputArrived{ssh::OutputStream::Out, "and more\n"});
    QTRY_COMPARE(marked("pod-v4:7"), (QVector<int>{1, 2}));
    for (ssh::CommandId id = 1; id <= 7; ++id) { // now most have that, too
        m_fixture->transport.say(id, ssh::OutputArrived{ssh::OutputStream::Out, "odd\nx\n"});
    }
    QTRY_COMPARE(marked("pod-v4:7"), QVector<int>{2});
    QTRY_COMPARE(sentence("pod-v4:7"), QStringLiteral("1 line missing that most have."));
}

void RunDifferencesTest::marksNothingWithoutAMajority()
{
    run([](int index) { return prints(index % 2 == 0 ? "even\n" : "odd\n"); });
    QTRY_VERIFY(pane("pod-v4:0,2,4,6"));
    QTRY_VERIFY(!pane("pod-v4:0,2,4,6")->facts().lines.isEmpty());
    QCOMPARE(marked("pod-v4:0,2,4,6"), QVector<int>());
    QCOMPARE(marked("pod-v4:1,3,5,7"), QVector<int>());
    QCOMPARE(sentence("pod-v4:1,3,5,7"), QString());
}

void RunDifferencesTest::saysWhenItIsTooLong()
{
    const QByteArray most = QByteArray("same\n").repeated(1999);
    run([&most](int index) {
        return prints(index == 3 ? most + "odd\n" : index == 6 ? most + "x\ny\n" : most);
    });
    QTRY_COMPARE(marked("pod-v4:3"), QVector<int>{1999}); // 2,000 lines are compared
    QTRY_COMPARE(
        sentence("pod-v4:6"),
        QStringLiteral("Too long to mark what differs: more than 2,000 lines."));
    QCOMPARE(marked("pod-v4:6"), QVector<int>());
    QCOMPARE(sentence("pod-v4:0-2,4-5,7"), QString()); // this is what most have
}

void RunDifferencesTest::marksNoMoreWhenItGetsTooLong()
{
    run([](int index) { return prints(index == 7 ? "a\nodd\n" : "a\nb\n"); });
    QTRY_COMPARE(marked("pod-v4:7"), QVector<int>{1});
    QTRY_COMPARE(sentence("pod-v4:7"), QStringLiteral("1 line missing that most have."));
    m_fixture->transport.say(
        8, ssh::OutputArrived{ssh::OutputStream::Out, QByteArray("c\n").repeated(2000)});
    QTRY_VERIFY2(sentence("pod-v4:7").startsWith("Too long"), qPrintable(sentence("pod-v4:7")));
    QCOMPARE(marked("pod-v4:7"), QVector<int>());
}

QTEST_MAIN(RunDifferencesTest)
#include "tst_rundifferences.moc"
