// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/widgets/recipe/recipepagefixture.h"

#include "core/models/recipe/verdictmodel.h"
#include "widgets/common/noticebar.h"
#include "widgets/recipe/recipelist.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

using Fixture = RecipePageFixture;

class TestRecipePage final : public QObject
{
    Q_OBJECT

private slots:
    void theFormComesFromTheRecipe();
    void verdictsStandInAMatrix();
    void verdictsComeAsStepsEnd();
    void oneWorkerResumesWhereItStopped();
    void eachAfterTheOtherIsAChoice();
    void afterASetUpTheOddWorkerIsNamed();
    void anotherPageHasOneBrought();
    void whatIsMissingIsSaidAndNotSent();
    void whatIsNotOfItsTypeIsSaidAndNotSent();
    void ownRecipesAreReadAgain();
    void filesThatComeAlongAreReadAgain();
    void whatTheyNeedAndLackIsSaid();
    void theModelKeepsToItsContract();
};

void TestRecipePage::theFormComesFromTheRecipe()
{
    Fixture f;
    QVERIFY(f.names().contains("timezone"));
    QVERIFY(byName<QLabel>(*f.page, "On"));
    const auto *size = byName<QComboBox>(*f.page, "size");
    QCOMPARE(size->count(), 2);
    const auto *key = byName<QLineEdit>(*f.page, "key");
    QCOMPARE(key->echoMode(), QLineEdit::Password);
    QCOMPARE(key->accessibleDescription(), QString("Yours"));
    QCOMPARE(f.button("Edit")->isEnabled(), true);
    f.page->choose("timezone");
    QVERIFY(f.button("Copy and edit…"));
}

void TestRecipePage::verdictsStandInAMatrix()
{
    Fixture f;
    f.transport.setScript([](const ssh::CommandRequest &request) {
        return request.endpoint.worker.index == 0 ? carriedOut({}, {"ok", "changed"})
                                                  : carriedOut({}, {"failed", "skipped"});
    });
    auto *key = byName<QLineEdit>(*f.page, "key");
    key->setText("hunter2");
    f.apply();
    QTRY_COMPARE(f.cell(0, 2), QString("changed"));
    QTRY_COMPARE(f.cell(1, 1), QString("failed"));
    // Nobody who comes to this desk later finds it in its field.
    QCOMPARE(key->text(), QString());
    QCOMPARE(f.cell(0, 1), QString("so already"));
    QCOMPARE(f.cell(1, 2), QString("not begun"));
    QTRY_VERIFY(!f.page->isBusy());
    // The secret goes over stdin only.
    for (const auto &command : f.transport.commands()) {
        QVERIFY(!command.request.command.contains("hunter2"));
        QVERIFY(command.request.input.contains("hunter2"));
    }
    f.transport.setScript([](const ssh::CommandRequest &) {
        return FakeScript().login().out(answer({"changed", "changed"})).exit(0);
    });
    QVERIFY(f.button("Run again where not done")->isVisible());
    f.button("Run again where not done")->click();
    QTRY_COMPARE(f.cell(1, 2), QString("changed"));
    const auto all = f.transport.commands();
    const auto runs = std::count_if(all.begin(), all.end(), [](const auto &command) {
        return command.request.input.contains("hunter2"); // not those that compare versions
    });
    QCOMPARE(int(runs), 3); // the first worker was left alone
    QTRY_VERIFY(!f.button("Run again where not done")->isVisible());
    QTRY_COMPARE(byName<QLabel>(*f.page, "Summary")->text(), QString("2 changed"));
}

/// Long before a worker is through with all of it.
void TestRecipePage::verdictsComeAsStepsEnd()
{
    Fixture f;
    const QByteArray whole = answer({"changed", "failed"});
    const int half = int(whole.indexOf("step", whole.indexOf("changed"))) + 7;
    f.transport.setScript([&whole, half](const ssh::CommandRequest &request) {
        FakeScript script = FakeScript().login();
        return request.endpoint.worker.index == 0
                   ? script.err("== One: changed\n").out(whole.left(half))
                   : script;
    });
    f.applyWithKey();
    QTRY_COMPARE(f.cell(0, 1), QString("changed"));
    QCOMPARE(f.cell(0, 2), QString("under way"));
    QCOMPARE(f.cell(1, 1), QString("under way"));
    QCOMPARE(f.cell(1, 2), QString("to come"));
    QVERIFY(f.page->isBusy());
    QCOMPARE(byName<QLabel>(*f.page, "Summary")->text(), QString("2 under way"));
    // One that is lost in the middle: what it did stays told, the rest is unknown.
    f.transport.say(
        f.transport.commandOf(WorkerRef{refOf({.name = "pod"}), 0})->id,
        ssh::Ending(ssh::Lost{{ErrorKind::Network, "The line broke.", {}, {}, {}}}));
    QTRY_COMPARE(f.cell(0, 2), QString("unknown"));
    QCOMPARE(f.cell(0, 1), QString("changed"));
    QTRY_VERIFY(f.pane(0) && f.pane(0)->facts().sentence.contains("The line broke."));
    QCOMPARE(f.printed(0), QString("== One: changed"));
}

void TestRecipePage::oneWorkerResumesWhereItStopped()
{
    Fixture f;
    f.transport.setScript([](const ssh::CommandRequest &) {
        return carriedOut("== Two: failed\n", {"ok", "failed"});
    });
    f.applyWithKey();
    // The first that is not good is the current one unasked.
    QTRY_VERIFY(byName<QLabel>(*f.page, "Worker"));
    QTRY_VERIFY(!f.page->isBusy()); // before it was shown, it need not have begun
    QTRY_COMPARE(byName<QLabel>(*f.page, "Worker")->text(), QString("pod:0"));
    QTRY_COMPARE(f.printed(0), QString("== Two: failed"));
    auto *table = f.page->findChild<QTableView *>();
    table->setCurrentIndex(table->model()->index(1, 2));
    f.transport.setScript([](const ssh::CommandRequest &) {
        return FakeScript().login().out(answer({"ok", "changed"})).exit(0);
    });
    f.button("Resume")->click();
    QTRY_COMPARE(f.cell(1, 2), QString("changed"));
    QCOMPARE(f.cell(0, 2), QString("failed"));
    QCOMPARE(int(f.transport.commands().size()), 3);
    QTRY_VERIFY(!f.page->isBusy());
    QVERIFY(!f.button("Resume")->isVisible());
}

void TestRecipePage::eachAfterTheOtherIsAChoice()
{
    Fixture f;
    const auto box = [&f] { return f.page->findChild<QCheckBox *>(); };
    QVERIFY(box()->isVisible() && !box()->isChecked());
    box()->setChecked(true);
    f.transport.setScript([](const ssh::CommandRequest &) {
        return carriedOut("== Two: failed\n", {"ok", "failed"});
    });
    f.applyWithKey();
    QTRY_COMPARE(f.cell(0, 2), QString("failed"));
    QTRY_VERIFY(!f.page->isBusy());
    QCOMPARE(f.cell(1, 1), QString("not begun"));
    QTRY_VERIFY(f.pane(1) && f.pane(1)->facts().state == models::PaneState::Stopped);
    QCOMPARE(int(f.transport.commands().size()), 1);
    QCOMPARE(byName<QLabel>(*f.page, "Summary")->text(), QString("1 failed · 1 not begun"));
    f.transport.setScript([](const ssh::CommandRequest &) {
        return FakeScript().login().out(answer({"ok", "changed"})).exit(0);
    });
    f.button("Run again where not done")->click();
    QTRY_COMPARE(f.cell(1, 2), QString("changed"));
    // A recipe that says it leaves no choice.
    f.write(QByteArray(Own).replace("purpose Try", "purpose Try\n#: on each"));
    const auto saysSo = [&f] {
        const auto *chosen = f.page->findChild<RecipeList *>()->current();
        return chosen && chosen->recipe.oneByOne; // none while the file is written
    };
    QTRY_VERIFY(saysSo());
    QTRY_VERIFY(!box()->isVisible());
}

void TestRecipePage::afterASetUpTheOddWorkerIsNamed()
{
    Fixture f;
    QByteArray odd = "jax==0.4.34";
    f.transport.setScript([&odd](const ssh::CommandRequest &request) {
        const bool isFirst = request.endpoint.worker.index == 0;
        const bool isLook = request.input.contains("direct_url.json");
        return FakeScript()
            .login()
            .out(
                isLook ? versions(isFirst ? odd : QByteArray("jax==0.4.35"))
                       : answer({"ok", "changed"}))
            .exit(0);
    });
    const auto line = [&f] {
        const auto *label = byName<QLabel>(*f.page, "Versions");
        return label ? label->text() : QString();
    };
    const auto run = [&f] { f.applyWithKey(); };
    QCOMPARE(line(), QString()); // nothing was compared yet
    run();
    QTRY_VERIFY(line().startsWith("Not the same: packages\n"));
    QVERIFY(line().contains("packages of pod:0: ") && line().contains("packages of pod:1: "));
    odd = "jax==0.4.35";
    QTRY_VERIFY(!f.page->isBusy());
    run();
    QTRY_COMPARE(line(), QString("The same on 2 workers"));
    // Where a step has failed there is nothing to be said of the rest.
    f.transport.setScript([](const ssh::CommandRequest &) {
        return carriedOut({}, {"ok", "failed"});
    });
    QTRY_VERIFY(!f.page->isBusy());
    run();
    QTRY_COMPARE(f.cell(1, 2), QString("failed"));
    QTRY_VERIFY(!f.page->isBusy());
    QCOMPARE(line(), QString());
}

void TestRecipePage::anotherPageHasOneBrought()
{
    Fixture f;
    f.page->bring("no-such", {"pod:1"}); // nothing else in its place
    f.transport.setScript([](const ssh::CommandRequest &) { return FakeScript().login(); });
    f.page->bring("clustershell", {"pod:1"});
    f.confirm();
    QTRY_COMPARE(int(f.transport.commands().size()), 1);
    const ssh::CommandRequest request = f.transport.commands().front().request;
    QCOMPARE(request.endpoint.worker.index, 1);
    QVERIFY(request.input.contains("clush"));
    QVERIFY(f.page->isBusy());
    f.page->bring("timezone", {"pod:0"});
    QVERIFY(f.page->findChild<NoticeBar *>()->text().contains("pod:0"));
    QCOMPARE(f.page->targets(), QStringList{"pod:1"});
    QCOMPARE(int(f.transport.commands().size()), 1);
}

void TestRecipePage::whatIsMissingIsSaidAndNotSent()
{
    Fixture f;
    f.button("Apply")->click();
    QTRY_VERIFY(f.page->findChild<NoticeBar *>()->text().contains("key"));
    QVERIFY(f.transport.commands().empty());
    f.page->setTargets({});
    QVERIFY(!f.button("Apply")->isEnabled());
}

void TestRecipePage::whatIsNotOfItsTypeIsSaidAndNotSent()
{
    Fixture f;
    f.write(QByteArray(Own).replace(
        "choices small,large\n#: about How much", "number 1..64\n#: about How much"));
    QTRY_VERIFY(byName<QLineEdit>(*f.page, "size"));
    auto *size = byName<QLineEdit>(*f.page, "size");
    QCOMPARE(
        size->accessibleDescription(), QString("How much\nHas to be a whole number from 1 to 64."));
    byName<QLineEdit>(*f.page, "key")->setText("hunter2");
    size->setText("65");
    f.button("Apply")->click();
    QTRY_VERIFY(f.page->findChild<NoticeBar *>()->text().contains("from 1 to 64"));
    QVERIFY(f.transport.commands().empty());
    QTRY_COMPARE(f.page->focusWidget(), size); // where it is to be put right
    size->setText("64");
    f.apply();
    QTRY_COMPARE(int(f.transport.commands().size()), 2);
}

void TestRecipePage::ownRecipesAreReadAgain()
{
    Fixture f;
    f.write(QByteArray(Own).replace("purpose Try", "purpose Changed"));
    QTRY_COMPARE(f.page->findChild<RecipeList *>()->current()->recipe.purpose, QString("Changed"));
    f.write("no recipe\n");
    QTRY_VERIFY(!f.names().contains("own (your own)"));
    QTRY_VERIFY(!f.page->findChild<NoticeBar *>()->text().isEmpty());
}

void TestRecipePage::filesThatComeAlongAreReadAgain()
{
    Fixture f;
    const QString folder = f.recipes() + "/tools";
    QVERIFY(QDir().mkpath(folder));
    const auto put = [&folder](const QString &name, const QByteArray &text) {
        QFile file(folder + '/' + name);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    };
    put("conf", "first");
    put("recipe.sh", QByteArray(Own).replace("recipe own", "recipe tools"));
    // The list may have been read before the folder had its recipe.
    put("../own.sh", QByteArray(Own));
    QTRY_VERIFY(f.names().contains("tools (your own)"));
    f.page->choose("tools");
    const auto *list = f.page->findChild<RecipeList *>();
    const auto content = [list] {
        const auto *stored = list->current();
        return stored && stored->recipe.files.size() == 1 ? stored->recipe.files[0].content
                                                          : QByteArray();
    };
    QTRY_COMPARE(content(), QByteArray("first"));
    put("conf", "second");
    QTRY_COMPARE(content(), QByteArray("second"));
}

void TestRecipePage::whatTheyNeedAndLackIsSaid()
{
    Fixture f;
    const auto says = [&f](const QString &text) {
        const auto labels = f.page->findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&text](const QLabel *label) {
            return label->isVisible() && label->text().contains(text);
        });
    };
    f.page->choose("tmux-start");
    QVERIFY(says("Uses sudo."));
    f.page->choose("limits");
    QVERIFY(says("As root.") && !says("Uses sudo."));
    f.page->choose("own");
    QVERIFY(!says("Uses sudo.") && !says("As root."));
    if (QStandardPaths::findExecutable("shellcheck").isEmpty()) {
        QSKIP("shellcheck is not installed");
    }
    f.write(QByteArray(Own) + "cd somewhere; rm $file\n");
    QTRY_VERIFY(says("SC2164"));
    f.write(Own);
    QTRY_VERIFY(!says("SC2164"));
}

void TestRecipePage::theModelKeepsToItsContract()
{
    models::VerdictModel model;
    const QAbstractItemModelTester tester(&model);
    const auto parsed = recipe::parseRecipe(Own);
    QVERIFY(parsed);
    const QStringList titles{parsed->steps[0].title, parsed->steps[1].title};
    const WorkerRef worker{refOf({.name = "pod"}), 0};
    model.show(titles, {{worker, true}});
    QCOMPARE(model.index(0, 1).data().toString(), QString("under way"));
    Error lost{ErrorKind::Network, "It is gone.", {}, {}, {}};
    model.show(titles, {{worker, false, {}, lost}});
    QCOMPARE(model.index(0, 1).data().toString(), QString("unknown"));
    QCOMPARE(
        model.index(0, 1).data(models::VerdictModel::DetailRole).toString(),
        QString("It is gone."));
    model.show(titles, {{worker}, {{worker.node, 1}}});
    QCOMPARE(model.rowCount(), 2);
    model.clear();
    QCOMPARE(model.rowCount(), 0);
}

QTEST_MAIN(TestRecipePage)
#include "tst_recipepage.moc"
