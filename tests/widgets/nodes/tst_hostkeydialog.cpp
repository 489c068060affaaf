// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/patience.h"
#include "widgets/nodes/hostkeydialog.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

class TestHostKeyDialog final : public QObject
{
    Q_OBJECT

private slots:
    void onlyWhatNobodyVouchesForIsForgotten();
    void severalWorkers();
    void unchangedAreOneLine();
    void problemIsSaid();
};

void TestHostKeyDialog::onlyWhatNobodyVouchesForIsForgotten()
{
    HostKeyDialog dialog("tpu1:0");
    dialog.show();
    QSignalSpy asked(&dialog, &HostKeyDialog::asked);
    auto *forget = byName<QPushButton>(dialog, "Forget the key");
    auto *ask = byName<QPushButton>(dialog, "Ask Google again");
    QVERIFY(forget && !forget->isEnabled() && !ask->isEnabled()); // the first answer is awaited
    dialog.setAnswers({{"tpu1:0", models::Mark::Good, "Google vouches for the known key.", false}});
    QTRY_VERIFY(byName<QLabel>(dialog, "tpu1:0: Google vouches for the known key."));
    QVERIFY(!forget->isEnabled());
    ask->click();
    QCOMPARE(asked.takeFirst().at(0).toBool(), false);
    QVERIFY(byName<QLabel>(dialog, "Asking Google…") && !ask->isEnabled());
    dialog.setAnswers({{"tpu1:0", models::Mark::Warning, "<b>Known by the first key.", true}});
    QVERIFY(forget->isEnabled() && !forget->autoDefault());
    QCOMPARE(richLabels(dialog), QStringList());
    forget->click();
    QCOMPARE(asked.takeFirst().at(0).toBool(), true);
    dialog.setAnswers({{"tpu1:0", models::Mark::Good, "It is forgotten.", false}});
    QVERIFY(!byName<QLabel>(dialog, "tpu1:0: <b>Known by the first key."));
    QVERIFY(!forget->isEnabled());
}

void TestHostKeyDialog::severalWorkers()
{
    HostKeyDialog dialog("pod:0-2");
    dialog.show();
    dialog.setAnswers(
        {{"pod:0", models::Mark::Warning, "Known by the first key.", true},
         {"pod:1", models::Mark::Good, "Google vouches for it.", false},
         {"pod:2", models::Mark::Warning, "Known by the first key.", true}});
    QVERIFY(byName<QPushButton>(dialog, "Forget 2 keys")->isEnabled());
    QTRY_VERIFY(byName<QLabel>(dialog, "pod:1: Google vouches for it."));
}

void TestHostKeyDialog::unchangedAreOneLine()
{
    HostKeyDialog dialog("pod:0-7");
    dialog.show();
    std::vector<HostKeyAnswer> answers;
    for (int i = 0; i < 8; ++i) {
        answers.push_back(
            i == 5 ? HostKeyAnswer{"pod:5", models::Mark::Warning, "Known by the first key.", true}
                   : HostKeyAnswer{
                         QString("pod:%1").arg(i), models::Mark::Good, "Google vouches for it.",
                         false, true});
    }
    dialog.setAnswers(answers);
    QAbstractButton *fold = nullptr;
    QTRY_VERIFY(
        (fold = byName<QAbstractButton>(
             dialog, "7 unchanged: Google vouches for the known keys")) != nullptr);
    const auto *changed = byName<QLabel>(dialog, "pod:5: Known by the first key.");
    QVERIFY(changed);
    QTRY_VERIFY(
        changed->mapTo(&dialog, QPoint()).y() < fold->mapTo(&dialog, QPoint()).y()); // first
    QVERIFY(!byName<QLabel>(dialog, "pod:0: Google vouches for it."));
    fold->click();
    QTRY_VERIFY(byName<QLabel>(dialog, "pod:0: Google vouches for it."));
    QCOMPARE(richLabels(dialog), QStringList());
    // One alone is no list to be folded.
    dialog.setAnswers({answers[0]});
    QTRY_VERIFY(byName<QLabel>(dialog, "pod:0: Google vouches for it."));
}

void TestHostKeyDialog::problemIsSaid()
{
    HostKeyDialog dialog("tpu1:0");
    dialog.show();
    dialog.setAnswers({});
    dialog.setProblem("The disk is full.");
    QVERIFY(byName<QLabel>(dialog, "The disk is full."));
}

QTEST_MAIN(TestHostKeyDialog)
#include "tst_hostkeydialog.moc"
