// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/patience.h"
#include "widgets/people/accountrecipespanel.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

/// Which recipes are run where an account was made.
class TestAccountRecipesPanel final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void whatNeedsAValueCannotBeChosen();
    void asWhomAndInWhoseHomeIsSaid();
    void anUntouchedTemplateIsNotOffered();
    void theyAreRunInTheOrderOfChoice();
    void whatIsGoneStaysChosen();
    void onePersonHasThoseBesides();
    void whatIsPendingIsSaid();
    void aLongLineIsWrapped();

private:
    /// Those for everybody.
    [[nodiscard]] static AccountRecipesPanel::Chosen forAll(const QStringList &recipes)
    {
        return {{QString(), recipes}};
    }
    void write(const QString &name, const QByteArray &more = {}) const
    {
        QFile file(m_folder->filePath(name + ".sh"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            "#: recipe " + name.toUtf8() + "\n#: purpose <b>Try</b>\n" + more +
            "#: step One\n#: check\nfalse\n#: act\ntrue\n");
    }
    /// Null: it is not there.
    [[nodiscard]] QListWidgetItem *item(const QString &name) const
    {
        const auto *list = byName<QListWidget>(*m_panel, "Recipes for new accounts");
        const auto found = list->findItems(name + ": ", Qt::MatchStartsWith);
        return found.size() == 1 ? found.first() : nullptr;
    }
    [[nodiscard]] QString order() const
    {
        return byName<QLabel>(*m_panel, "In this order")->text();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<AccountRecipesPanel> m_panel;
};

void TestAccountRecipesPanel::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    write("b-files", "#: parameter login\n");
    write("a-shell", "#: parameter login\n#: parameter shell default zsh\n");
    write("c-other", "#: parameter other\n");
    m_panel = std::make_unique<AccountRecipesPanel>(
        [this] { return recipe::RecipeFolders(m_folder->path()); });
    m_panel->resize(700, 500);
    m_panel->show();
}

void TestAccountRecipesPanel::whatNeedsAValueCannotBeChosen()
{
    m_panel->setChosen(forAll({}));
    QTRY_VERIFY(item("a-shell") && item("wandb-token"));
    QVERIFY(item("a-shell")->flags().testFlag(Qt::ItemIsUserCheckable));
    for (const char *name : {"c-other", "wandb-token"}) {
        QVERIFY2(!item(name)->flags().testFlag(Qt::ItemIsUserCheckable), name);
        QVERIFY2(!item(name)->toolTip().isEmpty(), name);
    }
    QCOMPARE(order(), QString("None is run now."));
    QVERIFY(item("a-shell")->text().contains("<b>")); // as it stands there
}

void TestAccountRecipesPanel::asWhomAndInWhoseHomeIsSaid()
{
    write("d-root", "#: as root\n");
    m_panel->setChosen(forAll({}));
    QTRY_VERIFY(item("d-root") && item("tmux-start"));
    QVERIFY(item("d-root")->text().contains("As root."));
    QVERIFY(!item("d-root")->text().contains("Podium's login"));
    QVERIFY(item("a-shell")->text().endsWith("As Podium's login."));
    const auto labels = m_panel->findChildren<QLabel *>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
        return label->text().contains("in that login's home, not in the new account's");
    }));
    QVERIFY(!item("a-shell")->text().contains("Uses sudo."));
    QVERIFY(item("tmux-start")->text().contains("Uses sudo."));
}

void TestAccountRecipesPanel::anUntouchedTemplateIsNotOffered()
{
    QVERIFY(recipe::newRecipe(m_folder->path(), "draft", recipe::recipeTemplate("draft")));
    m_panel->setChosen(forAll({}));
    QTRY_VERIFY(item("a-shell"));
    QVERIFY(!item("draft"));
    m_panel->setChosen(forAll({"draft"})); // whoever chose it can take it away
    QTRY_VERIFY(item("draft"));
    QCOMPARE(item("draft")->checkState(), Qt::Checked);
}

void TestAccountRecipesPanel::theyAreRunInTheOrderOfChoice()
{
    QSignalSpy chosen(m_panel.get(), &AccountRecipesPanel::chosen);
    m_panel->setChosen(forAll({"b-files"}));
    QTRY_VERIFY(item("b-files"));
    QCOMPARE(item("b-files")->checkState(), Qt::Checked);
    QVERIFY(chosen.isEmpty()); // it only says what is
    item("a-shell")->setCheckState(Qt::Checked);
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen.last(), (QVariantList{QString(), "a-shell", true}));
    QCOMPARE(order(), QString("In this order: b-files, a-shell"));
    item("b-files")->setCheckState(Qt::Unchecked);
    QCOMPARE(chosen.last(), (QVariantList{QString(), "b-files", false}));
    QCOMPARE(order(), QString("In this order: a-shell"));
}

void TestAccountRecipesPanel::whatIsGoneStaysChosen()
{
    QSignalSpy chosen(m_panel.get(), &AccountRecipesPanel::chosen);
    m_panel->setChosen(forAll({"no-such", "c-other"}));
    QTRY_VERIFY(item("c-other"));
    QVERIFY(order().contains("no-such"));
    // It needs a value by now: it can be taken away still.
    QVERIFY(item("c-other")->flags().testFlag(Qt::ItemIsUserCheckable));
    item("c-other")->setCheckState(Qt::Unchecked);
    QCOMPARE(chosen.last(), (QVariantList{QString(), "c-other", false}));
    QCOMPARE(order(), QString("In this order: no-such"));
}

void TestAccountRecipesPanel::onePersonHasThoseBesides()
{
    QSignalSpy chosen(m_panel.get(), &AccountRecipesPanel::chosen);
    m_panel->setChosen({{"", {"a-shell"}}, {"ada", {}}, {"ben", {"b-files"}}});
    QTRY_VERIFY(item("a-shell"));
    auto *who = byName<QComboBox>(*m_panel, "Run for");
    QVERIFY(who);
    QCOMPARE(who->count(), 3);
    QCOMPARE(who->currentText(), QString("everybody"));
    const auto choose = [who](const QString &login) {
        who->setCurrentText(login);
        emit who->activated(who->currentIndex());
    };
    choose("ben");
    QCOMPARE(order(), QString("In this order: b-files"));
    QCOMPARE(item("a-shell")->checkState(), Qt::Unchecked);
    QCOMPARE(item("b-files")->checkState(), Qt::Checked);
    choose("ada");
    QCOMPARE(order(), QString("None is run now."));
    QVERIFY(chosen.isEmpty());
    item("b-files")->setCheckState(Qt::Checked);
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen.last(), (QVariantList{"ada", "b-files", true}));
    // Who is looked at stays so, as long as they are on the roster.
    m_panel->setChosen({{"", {"a-shell"}}, {"ada", {"b-files"}}});
    QCOMPARE(who->currentText(), QString("ada"));
    m_panel->setChosen({{"", {"a-shell"}}});
    QCOMPARE(who->currentText(), QString("everybody"));
    QCOMPARE(order(), QString("In this order: a-shell"));
    // The ticks are of whom is shown, before the recipes have been read again, too.
    QCOMPARE(item("a-shell")->checkState(), Qt::Checked);
    QCOMPARE(item("b-files")->checkState(), Qt::Unchecked);
}

void TestAccountRecipesPanel::whatIsPendingIsSaid()
{
    const auto text = [this] {
        const auto *label = byName<QLabel>(*m_panel, "Still to be run");
        return label ? label->text() : QString();
    };
    QCOMPARE(text(), QString());
    const auto nodeOf = [](const QString &name) {
        return NodeRef{
            *ProjectId::parse("lab-speech"), *Zone::parse("us-central1-a"), *NodeName::parse(name)};
    };
    std::vector<people::PendingRecipes> pending;
    for (int worker = 0; worker < 7; ++worker) {
        pending.push_back({{{nodeOf("pod"), worker}, "7", "ada"}, {"a-shell", "b-files"}});
    }
    pending.push_back({{{nodeOf("pod"), 2}, "7", "ben"}, {"a-shell"}});
    m_panel->setPending(pending);
    QVERIFY2(
        text().contains(
            "\na-shell, b-files for ada on 7 workers of lab-speech/us-central1-a/pod\n"),
        qPrintable(text()));
    QVERIFY2(
        text().endsWith("\na-shell for ben on lab-speech/us-central1-a/pod:2"), qPrintable(text()));
    for (const char *name : {"a", "b", "c"}) {
        pending.push_back({{{nodeOf(name), 0}, "8", "ada"}, {"a-shell"}});
    }
    m_panel->setPending(pending);
    QVERIFY2(text().endsWith("\nAnd 2 more"), qPrintable(text()));
    m_panel->setPending({});
    QCOMPARE(text(), QString());
}

/// Nothing is to be scrolled to sideways.
void TestAccountRecipesPanel::aLongLineIsWrapped()
{
    m_panel->resize(420, 500);
    m_panel->setChosen(forAll({}));
    QTRY_VERIFY(item("clustershell") && item("a-shell"));
    const auto *list = byName<QListWidget>(*m_panel, "Recipes for new accounts");
    const auto height = [&](const QString &name) {
        return list->visualItemRect(item(name)).height();
    };
    QTRY_VERIFY(height("clustershell") > height("a-shell"));
    QVERIFY(list->visualItemRect(item("clustershell")).width() <= list->viewport()->width());
}

QTEST_MAIN(TestAccountRecipesPanel)
#include "tst_accountrecipespanel.moc"
