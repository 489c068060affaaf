// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "runpagetest.h"

#include <QMenu>
#include <QPushButton>

using namespace podium;
using namespace podium::tests;

namespace {

FakeScript says(const QByteArray &text, int status = 0)
{
    return FakeScript().login().out(text).exit(status);
}

Error networkError(const QString &summary)
{
    return {ErrorKind::Network, summary, {}, {}, {}};
}

} // namespace

/// Which of a run's workers are shown, and which it is run on again.
class RunChoiceTest final : public RunPageTestBase
{
    Q_OBJECT

private slots:
    void offersTheLostApart();

private:
    void runToEnd(const QString &target, const std::function<FakeScript(int)> &scriptOf)
    {
        m_fixture->play(scriptOf);
        typeTarget(target);
        typeCommand("job");
        click("Run command");
        QTRY_COMPARE(m_fixture->page.runningCount(), 0);
    }
    QStringList rerunOffers(QMenu *&menu)
    {
        menu = find<QPushButton>("Run again")->menu();
        emit menu->aboutToShow();
        QStringList offers;
        for (const QAction *action : menu->actions()) {
            offers += action->text();
        }
        return offers;
    }
};

void RunChoiceTest::offersTheLostApart()
{
    runToEnd("pod-v4", [](int index) {
        if (index == 1) {
            return FakeScript().login().end(ssh::Lost{networkError("The connection broke.")});
        }
        return index > 5 ? FakeScript().end(ssh::Unreachable{networkError("No answer.")})
                         : says("x\n");
    });
    QMenu *menu = nullptr;
    const QStringList offers = rerunOffers(menu);
    QCOMPARE(
        offers.mid(0, 3),
        (QStringList{"All 8", "2 unreachable", "1 lost (the command may have run there)"}));
    const std::size_t before = m_fixture->transport.commands().size();
    menu->actions().at(2)->trigger();
    QTRY_COMPARE(m_fixture->transport.commands().size(), before + 1);
    QCOMPARE(m_fixture->transport.commands().back().request.endpoint.worker.index, 1);
}

QTEST_MAIN(RunChoiceTest)
#include "tst_runchoice.moc"
