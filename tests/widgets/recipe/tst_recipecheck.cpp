// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/widgets/recipe/recipepagefixture.h"

#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

using Fixture = RecipePageFixture;

/// The page of set-ups where it is only looked which steps are not so yet.
class TestRecipeCheck final : public QObject
{
    Q_OBJECT

private slots:
    void aCheckSaysWhatWouldBeDone();
    void aSecretThatIsCheckedIsPutNowhere();
};

/// Nothing is done, so nothing is asked before, and it is no run that there was.
void TestRecipeCheck::aCheckSaysWhatWouldBeDone()
{
    Fixture f;
    f.transport.setScript([](const ssh::CommandRequest &request) {
        const bool isCheck = request.input.contains("\nonly-check");
        return FakeScript()
            .login()
            .out(isCheck ? answer({"ok", "needed"}) : answer({"ok", "changed"}))
            .exit(0);
    });
    QSignalSpy made(f.page.get(), &RecipePage::sessionMade);
    byName<QLineEdit>(*f.page, "key")->setText("hunter2");
    f.button("Check")->click();
    QTRY_COMPARE(f.cell(1, 2), QString("not so yet"));
    QTRY_VERIFY(!f.page->isBusy());
    QVERIFY(!f.review() && made.isEmpty());
    QCOMPARE(f.cell(1, 1), QString("so already"));
    QCOMPARE(byName<QLabel>(*f.page, "Summary")->text(), QString("2 not so yet"));
    const QString title = byName<QLabel>(*f.page, "What was run")->text();
    QVERIFY2(title.startsWith("Check of own on pod"), qPrintable(title));
    QVERIFY(!f.button("Resume")->isVisible());
    QVERIFY(!f.pane(0) && !f.pane(1));
    const auto *said = byName<QPlainTextEdit>(*f.page, "What the worker said");
    QVERIFY(said && said->toPlainText() == "One: so already\nTwo: not so yet");
    QVERIFY(!f.button("Run again where not done")->isVisible());
    QCOMPARE(f.transport.commands().size(), std::size_t(2)); // no versions are compared
    QCOMPARE(byName<QLineEdit>(*f.page, "key")->text(), QString("hunter2")); // for what comes next
    f.apply();
    QTRY_COMPARE(f.cell(1, 2), QString("changed"));
    QCOMPARE(made.count(), 1);
}

/// A stored one goes over stdin, as a check may compare it; where it is, is not written down.
void TestRecipeCheck::aSecretThatIsCheckedIsPutNowhere()
{
    Fixture f;
    QSignalSpy stored(&f.secrets, &secret::SecretService::changed);
    f.secrets.set(
        secret::SecretName::parse("wandb").value(), "hunter2",
        secret::SecretService::WithoutKeyring::Refuse, {});
    QTRY_COMPARE(stored.count(), 1);
    byName<QComboBox>(*f.page, "key: stored secret")->setCurrentText("wandb");
    f.transport.setScript([](const ssh::CommandRequest &) {
        return FakeScript().login().out(answer({"ok", "ok"})).exit(0);
    });
    f.button("Check")->click();
    QTRY_COMPARE(f.cell(0, 1), QString("so already"));
    QTRY_VERIFY(!f.page->isBusy());
    for (const auto &command : f.transport.commands()) {
        QVERIFY(command.request.input.contains("hunter2"));
        QVERIFY(!command.request.command.contains("hunter2"));
    }
    QVERIFY(f.secrets.book().placements.empty());
}

QTEST_MAIN(TestRecipeCheck)
#include "tst_recipecheck.moc"
