// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/projects/grantform.h"

#include <QTest>

using namespace podium;
using namespace podium::models;
using Field = GrantPlan::Field;

/// What a person fills in to write a TPU grant down.
class TestGrantForm final : public QObject
{
    Q_OBJECT

private slots:
    void aWholeFormIsAGrant();
    void whatIsMissingIsAsked();
    void whatIsWrongIsSaidByField();
    void aRowThatLacksSomethingNamesItsLine();
    void theSameGrantTwiceIsRefused();
    void aMailFillsTheForm();
    void aMailTakesNothingAway();

private:
    [[nodiscard]] static GrantForm whole()
    {
        return {"lab-speech", "2026-11-01", "90", "64 spot v6e chips us-east1-d\n"};
    }
};

void TestGrantForm::aWholeFormIsAGrant()
{
    const GrantPlan plan = planGrant(whole(), {});
    QVERIFY(plan.problems.empty());
    QCOMPARE(plan.grant.project.text(), QString("lab-speech"));
    QCOMPARE(plan.grant.until, QDate(2027, 1, 29)); // the first day counts
    QCOMPARE(int(plan.grant.rows.size()), 1);
    QCOMPARE(typedRow(plan.grant.rows[0]), QString("64 spot v6e chips us-east1-d"));
}

void TestGrantForm::whatIsMissingIsAsked()
{
    const GrantPlan plan = planGrant({}, {});
    QCOMPARE(int(plan.problems.size()), 4);
    for (const auto &[field, problem] : plan.problems) {
        QVERIFY2(problem.startsWith("Enter "), qPrintable(problem));
    }
}

void TestGrantForm::whatIsWrongIsSaidByField()
{
    GrantForm form = whole();
    form.project = "No Project";
    form.from = "1.11.2026";
    form.days = "0";
    const GrantPlan plan = planGrant(form, {});
    QCOMPARE(
        plan.problems.at(Field::Project), QString("\"No Project\" is not a valid project id."));
    QVERIFY(plan.problems.at(Field::From).contains("is not a date"));
    QVERIFY(plan.problems.at(Field::Days).contains("1 or more"));
    QCOMPARE(plan.problems.count(Field::Rows), std::size_t(0));
}

void TestGrantForm::aRowThatLacksSomethingNamesItsLine()
{
    GrantForm form = whole();
    form.rows += "\nspot v4 chips us-central2-b";
    const GrantPlan plan = planGrant(form, {});
    QCOMPARE(plan.problems.at(Field::Rows), QString("Line 3 lacks: count."));
    QCOMPARE(int(plan.rows.size()), 1);
    form.rows = "64 spot v6e chips us-east1-d\n32 spot v6e chips us-east1-d";
    QVERIFY(planGrant(form, {}).problems.count(Field::Rows) == 1); // one pool, two counts
}

void TestGrantForm::theSameGrantTwiceIsRefused()
{
    const GrantPlan plan = planGrant(whole(), {});
    QVERIFY(planGrant(whole(), {plan.grant}).problems.count(Field::From) == 1);
}

void TestGrantForm::aMailFillsTheForm()
{
    const auto mail = lifecycle::readGrantMail(
        "Your project lab-vision now has access, free of charge for 30 days:\n"
        "5 on-demand Cloud TPU v3-8 device(s) in zone europe-west4-a\n"
        "preemptible Cloud TPU v4 chips in zone us-central2-b\n");
    const GrantForm form = withMail({}, mail);
    QCOMPARE(form.project, QString("lab-vision"));
    QCOMPARE(form.days, QString("30"));
    QCOMPARE(form.from, QString()); // never in the mail
    const GrantPlan plan = planGrant(form, {});
    QCOMPARE(int(plan.rows.size()), 1);
    QCOMPARE(plan.problems.at(Field::Rows), QString("Line 2 lacks: count."));
}

void TestGrantForm::aMailTakesNothingAway()
{
    const GrantForm form = withMail(whole(), lifecycle::readGrantMail("Good morning"));
    QCOMPARE(form, whole());
}

QTEST_GUILESS_MAIN(TestGrantForm)
#include "tst_grantform.moc"
