// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/widgets/recipe/recipepagefixture.h"

#include "core/recipe/syntaxcheck.h"
#include "widgets/common/noticebar.h"
#include "widgets/recipe/recipelist.h"

#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

using Fixture = RecipePageFixture;

/// What stands between a look at a recipe and what it does as root.
class TestRecipeReview final : public QObject
{
    Q_OBJECT

private slots:
    void nothingIsChosenUnasked();
    void whatIsAppliedIsShownFirst();
    void theReviewTellsNoSecret();
    void twoClicksAreOneReview();
};

void TestRecipeReview::nothingIsChosenUnasked()
{
    Fixture f;
    const auto *list = f.page->findChild<RecipeList *>();
    auto *view = byName<QListWidget>(*f.page, "Recipes");
    view->clearSelection();
    QVERIFY(!list->current());
    QVERIFY(!f.button("Apply")->isEnabled());
    QVERIFY(!byName<QLineEdit>(*f.page, "key"));           // there are no parameters of anything
    view->setCurrentRow(0, QItemSelectionModel::NoUpdate); // as when Tab has come there
    QVERIFY(!list->current());
    f.page->choose("timezone");
    QVERIFY(f.button("Apply")->isEnabled());
    f.page->choose("own");
    QVERIFY(QFile::remove(f.recipes() + "/own.sh"));
    QTRY_VERIFY(!f.names().contains("own (your own)"));
    QVERIFY(!list->current()); // no other takes its place
    QVERIFY(!f.button("Apply")->isEnabled());
    RecipeList fresh(f.recipes());
    QVERIFY(!fresh.current());
}

void TestRecipeReview::whatIsAppliedIsShownFirst()
{
    Fixture f;
    f.page->choose("limits");
    f.button("Apply")->click();
    QTRY_VERIFY(f.review());
    QCOMPARE(f.review()->windowTitle(), QString("Review of the recipe limits"));
    const auto says = [&f](const QString &name) {
        const auto *label = byName<QLabel>(*f.review(), name);
        return label ? label->text() : QString();
    };
    QVERIFY2(says("Purpose").contains("As root."), qPrintable(says("Purpose")));
    QVERIFY2(says("Where").startsWith("On 2 workers: pod"), qPrintable(says("Where")));
    const auto *text = byName<QPlainTextEdit>(*f.review(), "What would be done");
    const auto *stored = f.page->findChild<RecipeList *>()->current();
    for (const recipe::RecipeStep &step : stored->recipe.steps) {
        QVERIFY2(text->toPlainText().contains(step.title), qPrintable(step.title));
    }
    QVERIFY(byName<QPushButton>(*f.review(), "Cancel")->isDefault());
    QTest::keyClick(f.review(), Qt::Key_Return);
    QTRY_VERIFY(!f.review());
    QVERIFY(!f.page->isBusy());
    QVERIFY(f.transport.commands().empty());
    f.transport.setScript([](const ssh::CommandRequest &) { return FakeScript().login(); });
    f.button("Apply")->click();
    QTRY_VERIFY(f.review());
    f.page->setTargets({"pod:1"}); // what was shown is what is done
    byName<QPushButton>(*f.review(), "Apply on 2 workers")->click();
    QTRY_COMPARE(int(f.transport.commands().size()), 2);
}

void TestRecipeReview::theReviewTellsNoSecret()
{
    Fixture f;
    byName<QLineEdit>(*f.page, "key")->setText("hunter2");
    f.button("Apply")->click();
    QTRY_VERIFY(f.review());
    const auto *text = byName<QPlainTextEdit>(*f.review(), "What would be done");
    QVERIFY(text->toPlainText().contains("key: as typed, not shown"));
    QVERIFY(text->toPlainText().contains("size: small"));
    QVERIFY(!text->toPlainText().contains("hunter2"));
    f.review()->reject();
    const auto name = secret::SecretName::parse("wandb").value();
    QSignalSpy stored(&f.secrets, &secret::SecretService::changed);
    f.secrets.set(name, "hunter2", secret::SecretService::WithoutKeyring::Refuse, {});
    QTRY_COMPARE(stored.count(), 1);
    byName<QComboBox>(*f.page, "key: stored secret")->setCurrentText("wandb");
    f.button("Apply")->click();
    QTRY_VERIFY(f.review());
    text = byName<QPlainTextEdit>(*f.review(), "What would be done");
    QVERIFY(text->toPlainText().contains("key: the stored secret wandb"));
}

/// The steps are looked at by a shell first, and the second click may come meanwhile.
void TestRecipeReview::twoClicksAreOneReview()
{
    Fixture f;
    f.page->choose("limits");
    const recipe::Recipe limits = f.page->findChild<RecipeList *>()->current()->recipe;
    f.button("Apply")->click();
    f.button("Apply")->click();
    f.button("Check")->click();
    f.page->bring("timezone", {"pod:0"});
    QVERIFY(f.page->findChild<NoticeBar *>()->text().contains("pod:0"));
    bool isLooked = false; // by a shell that began after theirs
    recipe::checkSyntax(limits, Callback<Result<>>(f.page.get(), [&isLooked](const Result<> &) {
                            isLooked = true;
                        }));
    QTRY_VERIFY(isLooked && f.review());
    const auto reviews = f.page->findChildren<RecipeReview *>();
    QCOMPARE(int(reviews.size()), 1);
    QVERIFY(f.transport.commands().empty());
    f.transport.setScript([](const ssh::CommandRequest &) { return FakeScript().login(); });
    f.review()->reject(); // all can begin again
    QTRY_VERIFY(!f.review());
    f.apply();
    QTRY_COMPARE(int(f.transport.commands().size()), 2);
}

QTEST_MAIN(TestRecipeReview)
#include "tst_recipereview.moc"
