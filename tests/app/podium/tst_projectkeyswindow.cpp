// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// The keys in a project's metadata, changed through the window over a demo cloud.
#include "tests/app/podium/windowfixture.h"
#include "tests/fakes/patience.h"
#include "widgets/people/peoplepage.h"

#include <QComboBox>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QtTest>

#include <algorithm>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

namespace {

constexpr auto Key = "ssh-ed25519 "
                     "AAAAC3NzaC1lZDI1NTE5AAAAIJ3eWcJyp1OHvB8EfPhpi9yXcmO4s8ZVTyV4d9g4ukTc";

} // namespace

class TestProjectKeysWindow final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void addingIsReviewedAndUndone();
    void removingIsReviewedAndUndone();
    void whatIsThereIsNotAddedTwice();
    void nothingIsAddedToWhatIsNotKnown();
    void aKeyThatIsThereTwiceComesBackTwice();
    void anotherProjectsReviewStays();
    void withoutKeysItSaysWhatComesNext();
    void cleanup() { m_fixture.reset(); }

private:
    QWidget &page() { return *m_fixture->window->findChild<PeoplePage *>(); }
    void press(const char *name)
    {
        QPushButton *button = nullptr;
        QTRY_VERIFY2((button = byName<QPushButton>(page(), name)) && button->isEnabled(), name);
        button->click();
    }
    void fill(const char *login, const QByteArray &key)
    {
        byName<QLineEdit>(page(), "Account for the key")->setText(login);
        byName<QPlainTextEdit>(page(), "Public keys")->setPlainText(key);
    }
    /// "user fingerprint comment" of each key in the list, once it is known.
    QStringList rows()
    {
        QStringList rows;
        const auto *table = byName<QTreeWidget>(page(), "Keys in the project's metadata");
        for (int row = 0; table && row < table->topLevelItemCount(); ++row) {
            const QTreeWidgetItem *item = table->topLevelItem(row);
            rows << item->text(0) + ' ' + item->text(3);
        }
        return rows;
    }
    bool says(const QString &text)
    {
        const auto labels = page().findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel *label) {
            return label->isVisible() && label->text().contains(text);
        });
    }

    SimCloud m_cloud;
    std::unique_ptr<WindowFixture> m_fixture;
};

void TestProjectKeysWindow::initTestCase()
{
    QVERIFY2(m_cloud.start(), qPrintable(m_cloud.error()));
}

void TestProjectKeysWindow::init()
{
    m_fixture = std::make_unique<WindowFixture>(m_cloud);
    QVERIFY(m_fixture->workspace);
    QTRY_VERIFY(m_fixture->hasLooked());
    m_fixture->goTo("People");
    press("Project keys");
    QTRY_VERIFY(says(" key") && !says("asking…"));
}

void TestProjectKeysWindow::addingIsReviewedAndUndone()
{
    const QStringList before = rows();
    fill("ada", QByteArray(Key) + " ada@laptop");
    press("Add to the project…");
    QCOMPARE(rows(), QStringList()); // the review stands in its place
    QVERIFY(says("Add a key to the metadata of "));
    QVERIFY(says("+ ada: ED25519 SHA256:"));
    QVERIFY(says("ada@laptop"));
    QVERIFY(says("is root there"));
    press("Cancel");
    QCOMPARE(rows(), before);
    press("Add to the project…");
    press("Add to the project");
    QTRY_COMPARE(rows(), before + QStringList{"ada ada@laptop"});
    QTRY_VERIFY(says("A key of ada was added to the metadata of "));
    press("Undo");
    QTRY_COMPARE(rows(), before);
    QTRY_VERIFY(says("Undone."));
}

void TestProjectKeysWindow::removingIsReviewedAndUndone()
{
    const QStringList before = rows();
    fill(
        "bob", QByteArray(Key) + " google-ssh {\"userName\":\"bob\","
                                 "\"expireOn\":\"2036-12-04T20:12:00+0000\"}");
    press("Add to the project…");
    press("Add to the project");
    QTRY_COMPARE(rows().size(), before.size() + 1);
    const QStringList with = rows();
    auto *table = byName<QTreeWidget>(page(), "Keys in the project's metadata");
    table->setCurrentItem(table->topLevelItem(table->topLevelItemCount() - 1));
    press("Remove from the project…");
    QVERIFY(says("− bob: ED25519 SHA256:"));
    QVERIFY(says("you lock yourself out"));
    press("Remove the key");
    QTRY_COMPARE(rows(), before);
    press("Undo"); // with all that stood in its line
    QTRY_COMPARE(rows(), with);
}

void TestProjectKeysWindow::whatIsThereIsNotAddedTwice()
{
    const auto add = [this] {
        fill("eve", QByteArray(Key) + " eve@laptop");
        press("Add to the project…");
    };
    add();
    press("Add to the project");
    QTRY_VERIFY(rows().contains("eve eve@laptop"));
    add();
    QVERIFY(says("eve has this key in the project's metadata already."));
    QVERIFY(!rows().isEmpty());
}

/// It may be there already, and the undo would take it away.
void TestProjectKeysWindow::nothingIsAddedToWhatIsNotKnown()
{
    const auto *add = byName<QPushButton>(page(), "Add to the project…");
    QVERIFY(add->isEnabled());
    auto *projects = byName<QComboBox>(page(), "Project");
    emit projects->activated(projects->currentIndex());
    QVERIFY(says("asking…") && !add->isEnabled());
    QVERIFY(!add->toolTip().isEmpty());
    QTRY_VERIFY(add->isEnabled());
    QVERIFY(add->toolTip().isEmpty());
}

/// Both lines go, as the key does, and both come back where they stood.
void TestProjectKeysWindow::aKeyThatIsThereTwiceComesBackTwice()
{
    auto *projects = byName<QComboBox>(page(), "Project");
    const QString project = "/compute/v1/projects/" + projects->currentText();
    const auto metadata = [&] {
        return m_cloud.get(project).json()["commonInstanceMetadata"].toObject();
    };
    const QString value = QString("dan:%1 first\nzed:%1 z\ndan:%1 second\n").arg(Key);
    const auto set = [&](const QJsonValue &items) {
        const auto reply = m_cloud.post(
            project + "/setCommonInstanceMetadata",
            {{"fingerprint", metadata()["fingerprint"]}, {"items", items}});
        QCOMPARE(reply.status, 200);
    };
    const QJsonValue others = metadata()["items"];
    set(QJsonArray{QJsonObject{{"key", "ssh-keys"}, {"value", value}}});
    emit projects->activated(projects->currentIndex());
    const QStringList both{"dan first", "zed z", "dan second"};
    QTRY_COMPARE(rows(), both);
    auto *table = byName<QTreeWidget>(page(), "Keys in the project's metadata");
    table->setCurrentItem(table->topLevelItem(2));
    press("Remove from the project…");
    QVERIFY(says("first") && says("second"));
    press("Remove the key");
    QTRY_COMPARE(rows(), QStringList("zed z"));
    press("Undo");
    QTRY_COMPARE(rows(), both);
    QCOMPARE(metadata()["items"].toArray()[0].toObject()["value"].toString(), value);
    set(others.toArray());
}

/// What becomes of a change is about its own project alone.
void TestProjectKeysWindow::anotherProjectsReviewStays()
{
    fill("kim", QByteArray(Key) + " kim@laptop");
    press("Add to the project…");
    press("Add to the project");
    QTRY_VERIFY(rows().contains("kim kim@laptop"));
    QTRY_VERIFY(says("A key of kim was added to the metadata of "));
    auto *projects = byName<QComboBox>(page(), "Project");
    QVERIFY(projects->count() > 1);
    projects->setCurrentIndex(projects->currentIndex() == 0 ? 1 : 0);
    emit projects->activated(projects->currentIndex());
    const QByteArray typed = QByteArray(Key) + " lea@laptop";
    fill("lea", typed);
    press("Add to the project…");
    const QString title = "Add a key to the metadata of " + projects->currentText();
    QVERIFY(says(title));
    press("Undo");
    QTRY_VERIFY(says("Undone."));
    QVERIFY(says(title));
    press("Cancel");
    QCOMPARE(byName<QPlainTextEdit>(page(), "Public keys")->toPlainText(), QString(typed));
    QVERIFY(byName<QPushButton>(page(), "Add to the project…")->isEnabled());
}

/// The last one: it takes away what the others begin with.
void TestProjectKeysWindow::withoutKeysItSaysWhatComesNext()
{
    for (int left = rows().size(); left > 0; --left) {
        QVERIFY(!says("No keys in the metadata of this project"));
        auto *table = byName<QTreeWidget>(page(), "Keys in the project's metadata");
        table->setCurrentItem(table->topLevelItem(0));
        press("Remove from the project…");
        press("Remove the key");
        QTRY_COMPARE(rows().size(), left - 1);
    }
    QTRY_VERIFY(says("No keys in the metadata of this project"));
    fill("zoe", QByteArray(Key) + " zoe@laptop");
    press("Add to the project…");
    press("Add to the project");
    QTRY_COMPARE(rows(), QStringList("zoe zoe@laptop"));
    QVERIFY(!says("No keys in the metadata of this project"));
}

QTEST_MAIN(TestProjectKeysWindow)
#include "tst_projectkeyswindow.moc"
