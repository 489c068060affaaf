// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/patience.h"
#include "widgets/settings/secretdialog.h"

#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

using namespace podium;
using namespace podium::tests;
using podium::ui::SecretDialog;

/// A secret that is typed, or comes from a file.
class TestSecretDialog final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void aSecretIsEnteredUnseen();
    void aFileIsTakenWhole();
    void aFileWithoutASecretIsRefused_data();
    void aFileWithoutASecretIsRefused();
    void whatIsTypedAfterwardsIsTheSecret();

private:
    [[nodiscard]] QPushButton *button(const QString &text) const
    {
        const auto all = m_dialog->findChildren<QPushButton *>();
        const auto found = std::find_if(all.begin(), all.end(), [&text](const QPushButton *each) {
            return each->text() == text;
        });
        return found == all.end() ? nullptr : *found;
    }
    [[nodiscard]] bool says(const QString &part) const
    {
        const auto labels = m_dialog->findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&part](const QLabel *label) {
            return label->text().contains(part);
        });
    }
    void choose(const QByteArray &content)
    {
        const QString path = m_folder.filePath("token.txt");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(content), qint64(content.size()));
        file.close();
        button("From a file…")->click();
        auto *files = m_dialog->findChild<QFileDialog *>();
        QVERIFY(files);
        emit files->fileSelected(path);
        files->reject();
    }
    [[nodiscard]] QLineEdit *field() const { return byName<QLineEdit>(*m_dialog, "Secret"); }

    QTemporaryDir m_folder;
    QString m_entered;
    std::unique_ptr<SecretDialog> m_dialog;
};

void TestSecretDialog::init()
{
    m_entered.clear();
    m_dialog = std::make_unique<SecretDialog>(secret::SecretName::parse("wandb").value());
    connect(m_dialog.get(), &SecretDialog::entered, this, [this](const auto &, const QString &is) {
        m_entered = is;
    });
    m_dialog->show();
}

void TestSecretDialog::aSecretIsEnteredUnseen()
{
    SecretDialog dialog({});
    dialog.show();
    QString entered;
    connect(&dialog, &SecretDialog::entered, this, [&](const auto &name, const QString &value) {
        entered = name.text() + '=' + value;
    });
    auto *name = byName<QLineEdit>(dialog, "Name of the secret");
    auto *value = byName<QLineEdit>(dialog, "Secret");
    QCOMPARE(value->echoMode(), QLineEdit::Password);
    QPushButton *set = nullptr;
    for (auto *button : dialog.findChildren<QPushButton *>()) {
        set = button->text() == "Set" ? button : set;
    }
    name->setText("a b");
    QTest::keyClicks(value, "hunter2");
    QVERIFY(set && !set->isEnabled());
    name->setText("wandb");
    QVERIFY(set->isEnabled());
    set->click();
    QCOMPARE(entered, QString("wandb=hunter2"));
    QVERIFY(!dialog.isVisible());
}

void TestSecretDialog::aFileIsTakenWhole()
{
    choose("one\ntwo\n");
    QTRY_VERIFY(button("Replace")->isEnabled());
    QVERIFY(field()->placeholderText().contains("token.txt"));
    QCOMPARE(field()->text(), QString());
    button("Replace")->click();
    QCOMPARE(m_entered, QString("one\ntwo\n"));
}

void TestSecretDialog::aFileWithoutASecretIsRefused_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("why");
    QTest::newRow("empty") << QByteArray() << "There is no secret in ";
    QTest::newRow("blank") << QByteArray(" \n\n") << "There is no secret in ";
    QTest::newRow("not UTF-8") << QByteArray("\xff\xfe\x41") << " is no plain UTF-8 text";
}

/// Nor is the name of the file one.
void TestSecretDialog::aFileWithoutASecretIsRefused()
{
    QFETCH(const QByteArray, content);
    QFETCH(const QString, why);
    choose(content);
    QTRY_VERIFY(says(why));
    QVERIFY(!button("Replace")->isEnabled());
    button("Replace")->click();
    QCOMPARE(m_entered, QString());
}

void TestSecretDialog::whatIsTypedAfterwardsIsTheSecret()
{
    choose("from a file");
    QTRY_VERIFY(button("Replace")->isEnabled());
    QTest::keyClicks(field(), "hunter2");
    QCOMPARE(field()->placeholderText(), QString());
    button("Replace")->click();
    QCOMPARE(m_entered, QString("hunter2"));
}

QTEST_MAIN(TestSecretDialog)
#include "tst_secretdialog.moc"
