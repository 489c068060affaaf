// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/parametertype.h"
#include "core/recipe/recipe.h"

#include <QtTest>

using namespace podium;
using namespace podium::recipe;

namespace {

Result<Recipe> withParameter(const QByteArray &words)
{
    return parseRecipe(
        "#: recipe x\n#: purpose x\n#: parameter p " + words +
        "\n#: about What for\n#: step One\n#: check\nfalse\n#: act\ntrue\n");
}

} // namespace

/// What a value has to be, as a recipe's file says it.
class TestParameterType final : public QObject
{
    Q_OBJECT

private slots:
    void valuesAreOfTheirType_data();
    void valuesAreOfTheirType();
    void whatIsNoTypeIsRefused_data();
    void whatIsNoTypeIsRefused();
    void defaultsAreOfTheirType();
    void whatItHasToBeIsSaid();
};

void TestParameterType::valuesAreOfTheirType_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QStringList>("good");
    QTest::addColumn<QStringList>("bad");
    QTest::newRow("text") << QByteArray() << QStringList{"", "a b", "-1", "a\nb"} << QStringList{};
    QTest::newRow("number") << QByteArray("number")
                            << QStringList{"0", "7", "-12", "9223372036854775807", "5\n"}
                            << QStringList{"",
                                           "x",
                                           "1.5",
                                           "1e3",
                                           "07",
                                           "-0",
                                           "+1",
                                           " 1",
                                           "1 ",
                                           "1\n2",
                                           "0x10",
                                           "९",
                                           "9223372036854775808"};
    QTest::newRow("bounds") << QByteArray("number 1..64") << QStringList{"1", "64"}
                            << QStringList{"0", "65", "-1"};
    QTest::newRow("no most") << QByteArray("number -3..") << QStringList{"-3", "1000000"}
                             << QStringList{"-4"};
    QTest::newRow("no least") << QByteArray("number ..3") << QStringList{"-1000000", "3"}
                              << QStringList{"4"};
    QTest::newRow("path") << QByteArray("path")
                          << QStringList{"a", "./a b", "/srv/x", "~/x", "../x", "a\n"}
                          << QStringList{"",     "-rf",  "~",        "~ada/x",
                                         "a\nb", "a\tb", "a\x1b[2J", QString(4097, 'a')};
    QTest::newRow("relative") << QByteArray("path relative") << QStringList{"venv", "a/b", "."}
                              << QStringList{"", "/a", "~/a", "-a"};
    QTest::newRow("whole") << QByteArray("path whole") << QStringList{"/", "/mnt/data"}
                           << QStringList{"", "mnt", "~/mnt", "./mnt"};
    QTest::newRow("bucket") << QByteArray("bucket")
                            << QStringList{"lab-data", "a.b_c", "lab-data\n"}
                            << QStringList{"",   "ab",  "gs://lab-data", "lab-data/x",
                                           "-x", "Lab", "a b",           "a\nb"};
    QTest::newRow("pattern") << QByteArray("matching [a-f]{2,3}|x") << QStringList{"ab", "abc", "x"}
                             << QStringList{"", "a", "abcd", "xx", "ab\nab", "AB", " ab"};
    QTest::newRow("pattern with ends")
        << QByteArray("matching ^a.c$") << QStringList{"abc", "a\u00e9c"}
        << QStringList{"abcd", "a\nc", "abc\n "};
}

void TestParameterType::valuesAreOfTheirType()
{
    QFETCH(QByteArray, type);
    QFETCH(QStringList, good);
    QFETCH(QStringList, bad);
    const auto recipe = withParameter(type);
    QVERIFY(recipe);
    for (const QString &value : good) {
        QVERIFY2(completeValues(*recipe, {{"p", value}}), qPrintable(value));
    }
    for (const QString &value : bad) {
        const auto values = completeValues(*recipe, {{"p", value}});
        QVERIFY2(!values, qPrintable(value));
        QCOMPARE(values.error().kind, ErrorKind::InvalidArgument);
        QCOMPARE(values.error().subject, QString("p"));
        QCOMPARE(values.error().detail, QString("What for"));
    }
}

void TestParameterType::whatIsNoTypeIsRefused_data()
{
    QTest::addColumn<QByteArray>("words");
    for (const char *words :
         {"number 3..1", "number a..b", "number 1..2..3", "number 01..2", "number 5", "path home",
          "matching", "matching [", "matching a)|(?:b", "matching (?x)a#", "float", "number path",
          "number number", "bucket lab-data", "secret number", "choices a,b path", "secret secret",
          "secret choices a,b"}) {
        QTest::newRow(words) << QByteArray(words);
    }
}

void TestParameterType::whatIsNoTypeIsRefused()
{
    QFETCH(QByteArray, words);
    const auto recipe = withParameter(words);
    QVERIFY(!recipe);
    QVERIFY(recipe.error().detail.contains("Line 3"));
}

void TestParameterType::defaultsAreOfTheirType()
{
    QVERIFY(!withParameter("number 1..3 default 4"));
    QVERIFY(!withParameter("path whole default x"));
    QVERIFY(!withParameter("matching a+ default b"));
    QCOMPARE(completeValues(*withParameter("number default 4"), {})->value("p"), QString("4"));
    // An empty one is for a parameter that may be left out.
    const auto empty = withParameter("number 1..3 default ");
    QVERIFY(empty);
    QCOMPARE(completeValues(*empty, {})->value("p", "x"), QString());
    QVERIFY(completeValues(*empty, {{"p", ""}}));
    QVERIFY(!completeValues(*empty, {{"p", "4"}}));
}

void TestParameterType::whatItHasToBeIsSaid()
{
    const auto said = [](const QByteArray &words) {
        return typeText(withParameter(words)->parameters.at(0).type);
    };
    QCOMPARE(said(""), QString());
    QCOMPARE(said("number"), QString("a whole number"));
    QCOMPARE(said("number 1..64"), QString("a whole number from 1 to 64"));
    QCOMPARE(said("number 0.."), QString("a whole number, 0 or more"));
    QCOMPARE(said("number ..0"), QString("a whole number, 0 or less"));
    QCOMPARE(said("bucket"), QString("the name of a bucket, without gs://"));
    QVERIFY(said("matching %1[0-9]").endsWith("matches %1[0-9]"));
    const auto wrong = completeValues(*withParameter("number 1..64"), {{"p", "65"}});
    QCOMPARE(wrong.error().summary, QString("\"p\" has to be a whole number from 1 to 64."));
}

QTEST_GUILESS_MAIN(TestParameterType)
#include "tst_parametertype.moc"
