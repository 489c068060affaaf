// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/people/sketch.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/heldpool.h"
#include "tests/fakes/manualclock.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"
#include "widgets/people/keymaker.h"
#include "widgets/people/personform.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDateEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::people;
using namespace podium::tests;

/// The form in which a person is added, with all that may be said of an account.
class TestPersonForm final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void seldomNeededIsFoldedAway();
    void allOfAGrant();
    void foldIsForgotten();
    void optionsBeforeAKey();
    void authorityNeedsItsOptions();
    void wrongWords_data();
    void wrongWords();
    void whatIsGivenNeedsNodes_data();
    void whatIsGivenNeedsNodes();
    void changesWhatOneGrantGives();
    void timesOfDayStay();
    void aKeyIsForWhomItWasMade_data();
    void aKeyIsForWhomItWasMade();
    void othersKeysAreWarnedOf();
    void pictures();

private:
    template <typename T>
    [[nodiscard]] T *find(const QString &name) const
    {
        return byName<T>(*m_form, name);
    }
    [[nodiscard]] QAbstractButton *button(const QString &text) const
    {
        return find<QAbstractButton>(text);
    }
    void type(const char *name, const QString &text) { find<QLineEdit>(name)->setText(text); }
    void submit() { QTest::mouseClick(button("Add to the roster"), Qt::LeftButton); }
    /// What the form gives when it is submitted; nobody where it gives nothing.
    [[nodiscard]] Person changedPerson()
    {
        Person changed;
        const auto spy = connect(
            m_form.get(), &ui::PersonForm::submitted, this,
            [&changed](const Person &person) { changed = person; });
        QTest::mouseClick(button("Change the roster"), Qt::LeftButton);
        disconnect(spy);
        return changed;
    }
    [[nodiscard]] QString problem() const
    {
        const auto *label = find<QLabel>("What is missing");
        return label ? label->text() : QString();
    }

    ManualClock m_clock;
    QTemporaryDir m_home;
    std::unique_ptr<ui::PersonForm> m_form;
    std::vector<Person> m_submitted;
};

void TestPersonForm::init()
{
    m_submitted.clear();
    m_form = std::make_unique<ui::PersonForm>(m_clock, ui::KeyPlace{m_home.path()});
    connect(m_form.get(), &ui::PersonForm::submitted, this, [this](const Person &person, bool) {
        m_submitted.push_back(person);
    });
    m_form->show();
    type("Login", "user1");
    find<QPlainTextEdit>("Public keys")->setPlainText(QString(key(1).text() + " laptop"));
    find<QComboBox>("Nodes")->setEditText("pod-*");
}

void TestPersonForm::seldomNeededIsFoldedAway()
{
    QVERIFY(!find<QLineEdit>("Groups"));
    QVERIFY(!button("Keep the options before the keys"));
    button("More about the account")->click();
    QVERIFY(find<QLineEdit>("Groups"));
    QVERIFY(button("Take over an existing account"));
    submit();
    QCOMPARE(m_submitted.size(), 1U);
    Grant plain;
    plain.selector = "pod-*";
    QCOMPARE(m_submitted[0].grants, std::vector<Grant>{plain});
}

void TestPersonForm::allOfAGrant()
{
    button("More about the account")->click();
    type("Note", "from the other lab");
    type("Different account name", "shared");
    type("Groups", "video, render");
    type("Login shell", "/bin/zsh");
    for (const char *text :
         {"May use sudo without a password", "Ends after", "Begins on",
          "Take over an existing account", "No other keys in the account"}) {
        button(text)->click();
    }
    const QDate today = m_clock.now().toLocalTime().date();
    find<QDateEdit>("First day")->setDate(today.addDays(2));
    find<QDateEdit>("Last day")->setDate(today.addDays(5));
    submit();
    QVERIFY2(m_submitted.size() == 1, qPrintable(problem()));
    Grant all;
    all.selector = "pod-*";
    all.login = UserName::parse("shared").value();
    all.sudo = true;
    all.groups = QStringList{"video", "render"};
    all.shell = "/bin/zsh";
    all.adopt = true;
    all.exclusive = true;
    all.from = today.addDays(2).startOfDay().toUTC();
    all.until = today.addDays(6).startOfDay().toUTC();
    QCOMPARE(m_submitted[0].grants, std::vector<Grant>{all});
    QCOMPARE(m_submitted[0].note, QString("from the other lab"));
}

void TestPersonForm::foldIsForgotten()
{
    button("More about the account")->click();
    type("Groups", "video");
    button("Take over an existing account")->click();
    m_form->startNew();
    QVERIFY(!find<QLineEdit>("Groups"));
    button("More about the account")->click();
    QCOMPARE(find<QLineEdit>("Groups")->text(), QString());
    QVERIFY(!button("Take over an existing account")->isChecked());
}

void TestPersonForm::optionsBeforeAKey()
{
    const QByteArray options = "from=\"10.0.0.0/8,*.lab\",no-pty";
    find<QPlainTextEdit>("Public keys")
        ->setPlainText(QString(options + ' ' + key(1).text() + " laptop"));
    QVERIFY(button("Keep the options before the keys"));
    submit();
    button("Keep the options before the keys")->click();
    submit();
    QCOMPARE(m_submitted.size(), 2U);
    QCOMPARE(m_submitted[0].keys.at(0).options, QByteArray());
    QCOMPARE(m_submitted[1].keys.at(0).options, options);
}

void TestPersonForm::authorityNeedsItsOptions()
{
    find<QPlainTextEdit>("Public keys")
        ->setPlainText(QString("cert-authority " + key(1).text() + " ca"));
    submit();
    QVERIFY(m_submitted.empty());
    QVERIFY2(problem().contains("authority"), qPrintable(problem()));
    QVERIFY(find<ui::MarkLabel>("What is missing"));                      // as in all forms
    QCOMPARE(m_form->focusWidget(), find<QPlainTextEdit>("Public keys")); // where it is mended
    button("Keep the options before the keys")->click();
    submit();
    QCOMPARE(m_submitted.size(), 1U);
}

void TestPersonForm::wrongWords_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("text");
    QTest::newRow("reserved account") << "Different account name"
                                      << "daemon";
    QTest::newRow("account that is a command") << "Different account name"
                                               << "$(id)";
    QTest::newRow("group with a colon") << "Groups"
                                        << "a:b";
    QTest::newRow("root's group") << "Groups"
                                  << "google-sudoers";
    QTest::newRow("shell with a word too many") << "Login shell"
                                                << "/bin/sh -c x";
    QTest::newRow("note with a hidden mark") << "Note" << QString("a") + QChar(0x202e);
}

void TestPersonForm::wrongWords()
{
    QFETCH(QString, field);
    QFETCH(QString, text);
    button("More about the account")->click();
    type(field.toUtf8(), text);
    submit();
    QVERIFY(m_submitted.empty());
    QVERIFY(!problem().isEmpty());
}

void TestPersonForm::whatIsGivenNeedsNodes_data()
{
    QTest::addColumn<QString>("box");
    QTest::addColumn<QString>("edit");
    for (const char *box :
         {"May use sudo without a password", "Ends after", "Begins on",
          "Take over an existing account", "No other keys in the account"}) {
        QTest::newRow(box) << box << QString();
    }
    for (const char *edit : {"Different account name", "Groups", "Login shell"}) {
        QTest::newRow(edit) << QString() << edit;
    }
}

void TestPersonForm::whatIsGivenNeedsNodes()
{
    QFETCH(QString, box);
    QFETCH(QString, edit);
    auto *nodes = find<QComboBox>("Nodes");
    nodes->setEditText(" ");
    button("More about the account")->click();
    box.isEmpty() ? find<QLineEdit>(edit)->setText("shared") : button(box)->click();
    submit();
    QCOMPARE(m_submitted.size(), 0U);
    QVERIFY2(problem().contains("nodes this applies to"), qPrintable(problem()));
    QCOMPARE(m_form->focusWidget(), nodes);
    // Without any of that, somebody may well be on the roster with no node yet.
    box.isEmpty() ? find<QLineEdit>(edit)->clear() : button(box)->click();
    submit();
    QCOMPARE(m_submitted.size(), 1U);
    QVERIFY(m_submitted[0].grants.empty());
}

void TestPersonForm::changesWhatOneGrantGives()
{
    Person ada = person("ada", 1);
    ada.grants.front().groups = QStringList{"video"};
    ada.grants.push_back(ada.grants.front());
    ada.grants.back().selector = "tpu1";
    m_form->startGrantEdit(ada, ada.grants.back());
    QVERIFY(!find<QComboBox>("Nodes")->isEnabled());
    QCOMPARE(find<QComboBox>("Nodes")->currentText(), QString("tpu1"));
    find<QCheckBox>("May use sudo without a password")->setChecked(true);
    const Person changed = changedPerson();
    QCOMPARE(changed.grants.size(), 2U);
    QVERIFY(!changed.grants[0].sudo);
    QCOMPARE(changed.grants[1].selector, QString("tpu1"));
    QVERIFY(changed.grants[1].sudo);
    QCOMPARE(changed.grants[1].groups, QStringList("video")); // what is not touched stays
    m_form->startNew();
    QVERIFY(find<QComboBox>("Nodes")->isEnabled());
}

/// A form that knows days only must not round what somebody wrote elsewhere.
void TestPersonForm::timesOfDayStay()
{
    Person ada = person("ada", 1);
    const QDateTime evening = m_clock.now().addDays(20).addSecs(3 * 3600 + 7);
    ada.grants.front().until = evening;
    m_form->startGrantEdit(ada, ada.grants.front());
    find<QCheckBox>("May use sudo without a password")->setChecked(true);
    const Person changed = changedPerson();
    QCOMPARE(changed.grants.size(), 1U);
    QCOMPARE(changed.grants.front().until, std::optional(evening));
}

void TestPersonForm::aKeyIsForWhomItWasMade_data()
{
    QTest::addColumn<bool>("isCancelled");
    QTest::newRow("cancelled") << true;
    QTest::newRow("another person's form") << false;
}

/// Making one takes a moment, in which somebody else may be in the form.
void TestPersonForm::aKeyIsForWhomItWasMade()
{
    QFETCH(bool, isCancelled);
    find<QPlainTextEdit>("Public keys")->clear();
    button("Make a key…")->click();
    const QString path = m_home.filePath(isCancelled ? "cancelled" : "other");
    type("File of the new key", path);
    {
        const HeldPool held;
        button("Make the key")->click();
        if (isCancelled) {
            button("Cancel the new key")->click();
        } else {
            m_form->startNew();
        }
    }
    QVERIFY(QFile::exists(path));
    QTRY_VERIFY(!QFile::exists(path) && !QFile::exists(path + ".pub"));
    QCOMPARE(find<QPlainTextEdit>("Public keys")->toPlainText(), QString());
}

void TestPersonForm::othersKeysAreWarnedOf()
{
    Roster roster;
    roster.people = {person("ada", 1)};
    m_form->setRoster(roster);
    auto *keys = find<QPlainTextEdit>("Public keys");
    QVERIFY(!find<QLabel>("Who else has these keys"));
    keys->setPlainText(QString(key(2).text()));
    QVERIFY(!find<QLabel>("Who else has these keys"));
    keys->setPlainText(QString(key(1).text()));
    const auto *warning = find<QLabel>("Who else has these keys");
    QVERIFY(warning);
    QVERIFY2(warning->text().startsWith("ada has the key SHA256:"), qPrintable(warning->text()));
    // Their own key is nobody else's.
    m_form->startEdit(roster.people.front());
    keys->setPlainText(QString(key(1).text()));
    QVERIFY(!find<QLabel>("Who else has these keys"));
}

void TestPersonForm::pictures()
{
    const QTemporaryDir unseen;
    const QString folder = qEnvironmentVariable("PODIUM_PICTURES", unseen.path());
    m_form->resize(380, 760);
    find<QPlainTextEdit>("Public keys")
        ->setPlainText(QString("no-pty " + key(1).text() + " laptop"));
    button("More about the account")->click();
    for (const char *scheme : {"light", "dark"}) {
        ui::applyColourScheme(scheme);
        QCoreApplication::processEvents(); // what the new colours have brought about
        const QString path = QStringLiteral("%1/personform-%2.png").arg(folder, scheme);
        QVERIFY2(m_form->grab().save(path), qPrintable(path));
    }
}

QTEST_MAIN(TestPersonForm)
#include "tst_personform.moc"
