// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/labels.h"

#include <QTextDocument>
#include <QToolTip>
#include <QtTest>

using namespace podium::ui;

class TestLabels final : public QObject
{
    Q_OBJECT

private slots:
    void longTextIsElidedWithAToolTip();
    void toolTipsFitOnAScreen_data();
    void toolTipsFitOnAScreen();
};

void TestLabels::longTextIsElidedWithAToolTip()
{
    ElidedLabel label("a long text with <b>marks</b> that will not fit into so little room");
    label.resize(60, 20);
    label.show();
    QVERIFY(label.toolTip().contains("b>marks"));
    QVERIFY(!Qt::mightBeRichText(label.toolTip())); // else it would be bold
    QCOMPARE(label.accessibleName(), label.text());
    label.resize(2000, 20);
    QCOMPARE(label.toolTip(), QString());
}

void TestLabels::toolTipsFitOnAScreen_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("many lines") << QString("a line\n").repeated(300);
    QTest::newRow("one long line") << QString("word ").repeated(5000);
    QTest::newRow("one long word") << QString("x").repeated(5000);
    QTest::newRow("marks") << QString("<b>bold</b> &amp; ").repeated(5000);
}

void TestLabels::toolTipsFitOnAScreen()
{
    QFETCH(QString, text);
    ElidedLabel label(text);
    label.resize(60, 20);
    label.show();
    QVERIFY(!Qt::mightBeRichText(label.toolTip()));
    const QSize size = QFontMetrics(QToolTip::font()).size(0, label.toolTip());
    QVERIFY2(
        size.width() < 1200 && size.height() < 500,
        qPrintable(QString("%1 × %2").arg(size.width()).arg(size.height())));
    QVERIFY(label.toolTip().endsWith("…"));
}

QTEST_MAIN(TestLabels)
#include "tst_labels.moc"
