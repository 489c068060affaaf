// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/accessiblefind.h"
#include "widgets/projects/grantdialog.h"

#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using ui::GrantDialog;

/// A TPU grant is written down from its mail, or by hand.
class TestGrantDialog final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void aMailIsReadAndTheRestIsAsked();
    void byHand();
    void emptyFieldsAreNoMistakeAtFirst();
    void nothingIsGivenWhileSomethingLacks();
    void hostileTextStaysPlain();

private:
    [[nodiscard]] QPlainTextEdit *area(const char *name) const
    {
        return byName<QPlainTextEdit>(*m_dialog, name);
    }
    [[nodiscard]] QLineEdit *field(const char *name) const
    {
        return byName<QLineEdit>(*m_dialog, name);
    }
    [[nodiscard]] QPushButton *add() const
    {
        return byName<QPushButton>(*m_dialog, "Write it down");
    }
    std::unique_ptr<GrantDialog> m_dialog;
    QStringList m_given;
};

void TestGrantDialog::init()
{
    m_dialog = std::make_unique<GrantDialog>(
        "lab-speech", QStringList{"lab-speech"}, lifecycle::TpuGrants());
    m_given.clear();
    connect(m_dialog.get(), &GrantDialog::grantGiven, this, [this](const auto &grant) {
        m_given << grant.name();
    });
    m_dialog->show();
}

void TestGrantDialog::aMailIsReadAndTheRestIsAsked()
{
    area("The grant mail")
        ->setPlainText("Your project lab-vision now has access, free of charge for 90 days:\n"
                       "  * 64 spot Cloud TPU v6e chips in zone us-east1-d\n");
    QCOMPARE(field("Project")->text(), QString("lab-vision"));
    QCOMPARE(field("For how many days")->text(), QString("90"));
    QCOMPARE(area("What is granted")->toPlainText(), QString("64 spot v6e chips us-east1-d"));
    QCOMPARE(field("First day")->text(), QString());
    QVERIFY(!add()->isEnabled());
    field("First day")->setText("2026-11-01");
    QVERIFY(add()->isEnabled());
    add()->click();
    QCOMPARE(m_given, QStringList("lab-vision/2026-11-01"));
    QVERIFY(!m_dialog->isVisible());
}

void TestGrantDialog::byHand()
{
    field("First day")->setText("2026-11-01");
    field("For how many days")->setText("30");
    area("What is granted")->setPlainText("5 on-demand v3-8 devices us-central1-f");
    QVERIFY(add()->isEnabled());
}

void TestGrantDialog::emptyFieldsAreNoMistakeAtFirst()
{
    const auto isDescribed = [](const QWidget *widget) {
        return !widget->accessibleDescription().isEmpty();
    };
    for (const char *name : {"First day", "For how many days"}) {
        QVERIFY2(!isDescribed(field(name)), name);
    }
    QVERIFY(!isDescribed(area("What is granted")));
    QVERIFY(!add()->isEnabled());
    QVERIFY(!add()->toolTip().isEmpty()); // why
    // Once it was left, it is said.
    QFocusEvent out(QEvent::FocusOut, Qt::TabFocusReason);
    QCoreApplication::sendEvent(field("First day"), &out);
    QVERIFY(isDescribed(field("First day")));
    QVERIFY(!isDescribed(field("For how many days")));
    // What is typed is judged at once.
    field("For how many days")->setText("many");
    QVERIFY(isDescribed(field("For how many days")));
}

void TestGrantDialog::nothingIsGivenWhileSomethingLacks()
{
    field("First day")->setText("2026-11-01");
    field("For how many days")->setText("30");
    area("What is granted")->setPlainText("v3-8 devices us-central1-f");
    QVERIFY(!add()->isEnabled());
    QTest::keyClick(field("First day"), Qt::Key_Return);
    QVERIFY(m_given.isEmpty());
    QVERIFY(area("What is granted")->accessibleDescription().startsWith("Line 1 lacks: "));
}

void TestGrantDialog::hostileTextStaysPlain()
{
    area("The grant mail")->setPlainText("<b>3</b> spot Cloud TPU v4 chips in zone <img src=x>");
    QCOMPARE(richLabels(*m_dialog), QStringList());
}

QTEST_MAIN(TestGrantDialog)
#include "tst_grantdialog.moc"
