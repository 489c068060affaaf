// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/sshconfig/diffmodel.h"
#include "tests/fakes/patience.h"
#include "tests/widgets/sshconfig/sshpagefixture.h"
#include "widgets/sshconfig/ruletexts.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QListView>
#include <QTableView>
#include <QToolButton>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;
using State = models::SshConfigState::State;
using Fixture = SshPageFixture;

/// The rules of the ssh config, edited beside the diff that they change.
class TestSshRules final : public QObject
{
    Q_OBJECT

private slots:
    void rulesChangeThePlanAtOnce();
    void rulesByKeys();
    void aRuleBeingTypedKeepsTheFocus();
    void whereNoneIsSelectedNothingIsDone();
    void ruleThatCannotBeWrittenIsSaid();
    void ruleTextsSayWhatARuleDoes();
    void optionsOfOthersAreTakenUp();
};

void TestSshRules::rulesChangeThePlanAtOnce()
{
    Fixture f;
    f.ask(snapshotOf({{.name = "tpu1"}, {.name = "pod-a", .number = 2}}));
    QTRY_COMPARE(int(f.ssh.state()), int(State::Waiting));
    byName<QToolButton>(f.page, "Add a rule")->click();
    auto *node = byName<QLineEdit>(f.page, "Node");
    QVERIFY(node);
    QTest::keyClicks(node, "pod-*");
    QTest::keyClicks(byName<QLineEdit>(f.page, "User"), "eve");
    const auto userOf = [&f](std::size_t at) {
        const auto &entries = f.ssh.plan().entries;
        return at < entries.size() ? entries[at].user : QString();
    };
    QTRY_COMPARE(userOf(0), QString("eve")); // pod-a
    QVERIFY(userOf(1) != "eve");
    // The changed lines show it while the rule is still open.
    QTRY_VERIFY(byName<QPushButton>(f.page, "Show lines")); // where all came at once, not yet
    byName<QPushButton>(f.page, "Show lines")->click();
    auto *diff = byName<QTableView>(f.page, "Changes");
    const auto holds = [diff](const QString &text) {
        return !diff->model()
                    ->match(
                        diff->model()->index(0, int(models::DiffModel::Column::After)),
                        Qt::DisplayRole, text, 1, Qt::MatchContains)
                    .isEmpty();
    };
    QTRY_VERIFY(diff && holds("User eve"));
    QVERIFY(byName<QLineEdit>(f.page, "Node"));
    byName<QPushButton>(f.page, "Done")->click();
    auto *rules = byName<QListView>(f.page, "Rules");
    QVERIFY(rules);
    QCOMPARE(rules->model()->index(0, 0).data().toString(), QString("pod-*: user eve"));
    QCOMPARE(f.settings.current().sshConfig.rules.size(), std::size_t(1));
    byName<QToolButton>(f.page, "Remove the rule")->click();
    QTRY_VERIFY(userOf(0) != "eve");
    QVERIFY(f.settings.current().sshConfig.rules.empty());
}

void TestSshRules::rulesByKeys()
{
    Fixture f;
    store::Settings settings = f.settings.current();
    for (const char *node : {"a", "b"}) {
        sshconfig::ConfigRule rule;
        rule.node = node;
        settings.sshConfig.rules.push_back(rule);
    }
    f.settings.set(settings);
    f.page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&f.page, Patience));
    auto *rules = byName<QListView>(f.page, "Rules");
    QVERIFY(rules);
    rules->setFocus();
    rules->setCurrentIndex(rules->model()->index(1, 0));
    const auto order = [&f] {
        QString text;
        for (const auto &rule : f.settings.current().sshConfig.rules) {
            text += rule.node;
        }
        return text;
    };
    QTest::keyClick(rules, Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(order(), QString("ba"));
    QTest::keyClick(rules, Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(order(), QString("ab"));
    QTest::keyClick(rules, Qt::Key_Delete);
    QCOMPARE(order(), QString("a"));
    QTest::keyClick(rules, Qt::Key_Insert);
    QCOMPARE(f.settings.current().sshConfig.rules.size(), std::size_t(2));
    QLineEdit *node = byName<QLineEdit>(f.page, "Node");
    QVERIFY(node && node->hasFocus());
    QTest::keyClick(node, Qt::Key_Escape);
    QVERIFY(!byName<QLineEdit>(f.page, "Node"));
    QVERIFY(rules->hasFocus());
}

/// Whoever wanted to see a change that there is no more does not write the next one by a blank.
void TestSshRules::aRuleBeingTypedKeepsTheFocus()
{
    Fixture f;
    f.ask(snapshotOf({{.name = "tpu1"}}));
    QTRY_VERIFY(f.write() && f.write()->isEnabled());
    f.page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&f.page, Patience));
    f.page.showChange();
    QVERIFY(f.write()->hasFocus()); // of this one
    f.write()->click();
    QTRY_COMPARE(int(f.ssh.state()), int(State::UpToDate));
    QTRY_VERIFY(!f.ssh.isWriting() && !f.ssh.isPlanning());
    QTRY_VERIFY(!f.write() || !f.write()->isEnabled()); // that there is none is shown
    f.page.showChange();
    byName<QToolButton>(f.page, "Add a rule")->click();
    auto *user = byName<QLineEdit>(f.page, "User");
    QVERIFY(user);
    user->setFocus();
    QTest::keyClicks(user, "eve");
    QTRY_VERIFY(f.write()->isEnabled());
    QVERIFY(user->hasFocus());
}

/// A row can be the current one without being selected, as after a click with Ctrl.
void TestSshRules::whereNoneIsSelectedNothingIsDone()
{
    Fixture f;
    store::Settings settings = f.settings.current();
    settings.sshConfig.rules.resize(3);
    f.settings.set(settings);
    auto *rules = byName<QListView>(f.page, "Rules");
    QVERIFY(rules);
    rules->setCurrentIndex(rules->model()->index(1, 0));
    const auto enabled = [&f] {
        QStringList names;
        for (const char *name : {"Edit the rule", "Remove the rule", "Move up", "Move down"}) {
            if (byName<QToolButton>(f.page, name)->isEnabled()) {
                names << name;
            }
        }
        return names;
    };
    QCOMPARE(enabled().size(), 4);
    rules->clearSelection();
    QCOMPARE(rules->currentIndex().row(), 1);
    QCOMPARE(enabled(), QStringList());
    emit rules->activated(rules->currentIndex());
    QVERIFY(!byName<QLineEdit>(f.page, "Node"));
    settings.sshConfig.rules.front().user = "eve"; // shown anew: none is chosen by that
    f.settings.set(settings);
    QCOMPARE(enabled(), QStringList());
}

void TestSshRules::ruleThatCannotBeWrittenIsSaid()
{
    Fixture f;
    byName<QToolButton>(f.page, "Add a rule")->click();
    const auto before = f.settings.current().sshConfig.rules;
    QTest::keyClicks(byName<QLineEdit>(f.page, "Port"), "x");
    QVERIFY(byName<QLabel>(f.page, "A port is a number from 1 to 65535."));
    byName<QLineEdit>(f.page, "Port")->clear();
    QTest::keyClicks(byName<QLineEdit>(f.page, "User"), " #");
    QVERIFY(f.settings.current().sshConfig.rules == before);
    byName<QLineEdit>(f.page, "User")->clear();
    auto *way = byName<QComboBox>(f.page, "Connection");
    way->setCurrentIndex(int(sshconfig::ConfigRule::Route::ProxyJump));
    emit way->activated(way->currentIndex());
    QVERIFY(byName<QLabel>(f.page, "Which machine to jump through?"));
    QVERIFY(f.settings.current().sshConfig.rules == before);
    QTest::keyClicks(byName<QLineEdit>(f.page, "Through"), "gate");
    QCOMPARE(f.settings.current().sshConfig.rules[0].route, QString("gate"));
    way->setCurrentIndex(int(sshconfig::ConfigRule::Route::Iap));
    emit way->activated(way->currentIndex());
    QVERIFY(f.settings.current().sshConfig.rules[0].routeKind == sshconfig::ConfigRule::Route::Iap);
    QCOMPARE(f.settings.current().sshConfig.rules[0].route, QString());
}

void TestSshRules::ruleTextsSayWhatARuleDoes()
{
    sshconfig::ConfigRule rule;
    QCOMPARE(ruleText(rule), QString("All nodes: sets nothing yet"));
    rule.zone = "us-*";
    rule.project = "lab";
    rule.node = "pod-*";
    rule.leaveOut = false;
    rule.user = "eve";
    rule.routeKind = sshconfig::ConfigRule::Route::ProxyJump;
    rule.route = "gate";
    rule.address = sshconfig::ConfigRule::Address::Internal;
    rule.aliasPattern = "{node}";
    rule.identityFile = "~/k";
    rule.port = 22;
    rule.forwardAgent = true;
    QCOMPARE(
        ruleText(rule), QString("pod-* in us-*, lab: included, user eve, through gate, internal "
                                "address, alias {node}, key ~/k, port 22, agent forwarded"));
    rule = {};
    rule.routeKind = sshconfig::ConfigRule::Route::Iap;
    rule.forwardAgent = false;
    QCOMPARE(ruleText(rule), QString("All nodes: through Google IAP, agent not forwarded"));
}

/// A field with the focus in which nobody has typed would set the old value when it is left.
void TestSshRules::optionsOfOthersAreTakenUp()
{
    Fixture f;
    QApplication::setActiveWindow(&f.page);
    auto *user = byName<QLineEdit>(f.page, "User");
    user->setFocus();
    QTRY_VERIFY(user->hasFocus());
    store::Settings theirs;
    theirs.sshConfig.user = "eve";
    QVERIFY(store::saveSettings(f.paths, theirs));
    f.settings.reload();
    QTRY_COMPARE(user->text(), QString("eve"));
    emit user->editingFinished();
    QCOMPARE(f.settings.current().sshConfig.user, QString("eve"));
    QTest::keyClicks(user, "lyn");
    theirs.sshConfig.user = "root";
    QVERIFY(store::saveSettings(f.paths, theirs));
    f.settings.reload();
    QTRY_COMPARE(f.settings.current().sshConfig.user, QString("root"));
    QCOMPARE(user->text(), QString("evelyn"));
    QVERIFY(byName<QLabel>(f.page, "Another program has changed what you are editing: User."));
    emit user->editingFinished();
    QCOMPARE(f.settings.current().sshConfig.user, QString("evelyn"));
}

QTEST_MAIN(TestSshRules)
#include "tst_sshrules.moc"
