// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What it costs the chosen nodes to read a bucket, below its name in a recipe's form.
#include "tests/widgets/recipe/recipepagefixture.h"

#include <QLabel>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

using Fixture = RecipePageFixture;

class TestBucketField final : public QObject
{
    Q_OBJECT

private slots:
    void whatItCostsIsSaidOnceTheNameIsThere();
    void whatCannotBeToldIsUnknownAndAskedAgain();
    void anAnswerIsOfItsOwnBucket();
    void withoutNodesNothingIsAsked();
    void whatIsNoBucketIsRefusedAndNotAsked();
    void anotherRecipeMayComeWhileItIsTyped();

private:
    static QLineEdit *chosen(const Fixture &f)
    {
        f.page->choose("gcsfuse");
        [&f] { QTRY_VERIFY(byName<QLineEdit>(*f.page, "bucket")); }();
        return byName<QLineEdit>(*f.page, "bucket");
    }
    static void give(QLineEdit *edit, const QString &name)
    {
        edit->setText(name);
        QTest::keyClick(edit, Qt::Key_Return);
    }
    /// Empty: nothing is to be seen there.
    [[nodiscard]] static QString cost(const Fixture &f)
    {
        const auto *label = byName<QLabel>(*f.page, "bucket: what it costs to read it");
        return label ? label->text() : QString();
    }
    [[nodiscard]] static cloud::BucketPlace in(const QString &region)
    {
        return {cloud::BucketPlace::Type::Region, region};
    }
};

void TestBucketField::whatItCostsIsSaidOnceTheNameIsThere()
{
    Fixture f;
    QLineEdit *edit = chosen(f);
    QTest::keyClicks(edit, "lab-data");
    QVERIFY(f.asked.empty()); // it may not be all of it
    QCOMPARE(cost(f), QString());
    QTest::keyClick(edit, Qt::Key_Return);
    QCOMPARE(int(f.asked.size()), 1);
    QCOMPARE(f.asked[0].first.text(), QString("lab-data"));
    QCOMPARE(cost(f), QString("Asking where gs://lab-data is…"));
    f.asked[0].second(in("europe-west4"));
    QTRY_VERIFY(cost(f).contains("Transfer to pod in us-central1 costs about $"));
    // The same again is known; another name has another cost.
    QTest::keyClick(edit, Qt::Key_Return);
    QCOMPARE(int(f.asked.size()), 1);
    QTest::keyClicks(edit, "-us");
    QCOMPARE(cost(f), QString());
    QTest::keyClick(edit, Qt::Key_Return);
    QCOMPARE(int(f.asked.size()), 2);
    f.asked[1].second(in("us-central1"));
    QTRY_VERIFY(cost(f).contains("Transfer to pod in us-central1 is free."));
}

void TestBucketField::whatCannotBeToldIsUnknownAndAskedAgain()
{
    Fixture f;
    QLineEdit *edit = chosen(f);
    give(edit, "lab-data");
    f.asked.at(0).second(
        failure({ErrorKind::PermissionDenied, "It may not be asked.", {}, {}, {}}));
    QTRY_VERIFY(cost(f).startsWith("What it costs to read gs://lab-data is unknown."));
    QVERIFY(cost(f).contains("It may not be asked."));
    QTest::keyClick(edit, Qt::Key_Return);
    QCOMPARE(int(f.asked.size()), 2);
    f.asked[1].second(in("us-central1"));
    QTRY_VERIFY(cost(f).contains("is free."));
}

void TestBucketField::anAnswerIsOfItsOwnBucket()
{
    Fixture f;
    QLineEdit *edit = chosen(f);
    give(edit, "far-data");
    give(edit, "near-data");
    QCOMPARE(int(f.asked.size()), 2);
    f.asked[1].second(in("us-central1"));
    f.asked[0].second(in("europe-west4")); // late, and told after the other
    QTRY_VERIFY(cost(f).contains("gs://near-data is in us-central1."));
    QCoreApplication::processEvents();
    QVERIFY2(cost(f).contains("is free."), qPrintable(cost(f)));
}

void TestBucketField::withoutNodesNothingIsAsked()
{
    Fixture f;
    f.page->setTargets({});
    give(chosen(f), "lab-data");
    QVERIFY(f.asked.empty());
    QCOMPARE(cost(f), QString());
    f.page->setTargets({"pod:1"});
    QCOMPARE(int(f.asked.size()), 1);
    f.asked[0].second(in("us-central1"));
    QTRY_VERIFY(cost(f).contains("Transfer to pod in us-central1 is free."));
    f.page->setTargets({});
    QCOMPARE(cost(f), QString());
}

void TestBucketField::whatIsNoBucketIsRefusedAndNotAsked()
{
    Fixture f;
    QLineEdit *edit = chosen(f);
    give(edit, "gs://lab-data");
    QVERIFY(f.asked.empty());
    f.button("Apply")->click();
    QTRY_COMPARE(f.page->focusWidget(), edit);
    QVERIFY(f.transport.commands().empty());
    give(edit, "lab-data");
    QCOMPARE(int(f.asked.size()), 1);
    f.apply(); // whatever it costs: it is said, not forbidden
    QTRY_COMPARE(int(f.transport.commands().size()), 2);
    QVERIFY(f.transport.commands().front().request.input.contains("lab-data"));
}

/// As when a past run is filled in, or the recipe's file has changed.
void TestBucketField::anotherRecipeMayComeWhileItIsTyped()
{
    Fixture f;
    QLineEdit *edit = chosen(f);
    f.page->activateWindow();
    edit->setFocus();
    QTRY_VERIFY(edit->hasFocus());
    QTest::keyClicks(edit, "lab-data");
    const QPointer<QLineEdit> typed = edit;
    f.page->choose("timezone");
    QTRY_VERIFY(!typed);
    QVERIFY(f.asked.empty()); // nor anything of a field that goes
}

QTEST_MAIN(TestBucketField)
#include "tst_bucketfield.moc"
