// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/patience.h"
#include "widgets/common/layout/wholelabel.h"

#include <QFormLayout>
#include <QListWidget>
#include <QScrollArea>
#include <QtTest>

using namespace podium::ui;

/// Text over several lines that layouts give all its lines, and no more.
class TestWholeLabel final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void takesTheRoomOfOthers();
    void standsWholeInAForm();
    void standsWholeInAScrollArea();
    void anotherTextHasItsOwnHeight();
    void comesAndGoes();
    void growsNoWindowBeforeItIsLaidOut();
    void isPlain();

private:
    /// Before the page is shown; a list, which can do with less, is below all the labels.
    void addTo(QBoxLayout *column)
    {
        column->addWidget(m_list);
        column->setContentsMargins(0, 0, 0, 0);
    }
    /// All its lines are there, and nothing below them, once the page has this width.
    void tryWidths(QWidget &page, const std::vector<QLabel *> &labels)
    {
        page.show();
        std::vector<int> heights;
        for (const int width : {900, 300, 900}) {
            page.resize(width, LittleHeight);
            for (const QLabel *label : labels) {
                QTRY_COMPARE(label->height(), label->heightForWidth(label->width()));
            }
            heights.push_back(labels.front()->height());
        }
        QVERIFY(heights[1] > heights[0]); // it was narrow
        QCOMPARE(heights[2], heights[0]);
    }

    static constexpr int LittleHeight = 100;
    const QString m_words = QStringLiteral("some words that go on ").repeated(20);
    QListWidget *m_list = nullptr; ///< of the page
};

void TestWholeLabel::init()
{
    m_list = new QListWidget;
    m_list->setMinimumHeight(LittleHeight / 2);
}

void TestWholeLabel::takesTheRoomOfOthers()
{
    QWidget page;
    auto *column = new QVBoxLayout(&page);
    auto *label = new WholeLabel(m_words);
    column->addWidget(label);
    addTo(column);
    tryWidths(page, {label});
    // What the window must have at least is that of now, not of when it was narrow.
    QTRY_COMPARE(
        page.minimumHeight(), label->height() + column->spacing() + m_list->minimumHeight());
}

void TestWholeLabel::standsWholeInAForm()
{
    QWidget page;
    auto *column = new QVBoxLayout(&page);
    auto *form = new QFormLayout;
    const std::vector<QLabel *> labels{new WholeLabel(m_words), new WholeLabel(m_words)};
    for (QLabel *label : labels) {
        form->addRow(QStringLiteral("Name"), label);
    }
    column->addLayout(form);
    addTo(column);
    tryWidths(page, labels);
}

void TestWholeLabel::standsWholeInAScrollArea()
{
    QScrollArea area;
    area.setWidgetResizable(true);
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    // In a widget of its own, which has no height for a width to tell of.
    auto *row = new QWidget;
    auto *inRow = new QHBoxLayout(row);
    auto *texts = new QVBoxLayout;
    auto *label = new WholeLabel(m_words);
    texts->addWidget(label);
    inRow->addLayout(texts, 1);
    column->addWidget(row);
    addTo(column);
    area.setWidget(page);
    tryWidths(area, {label});
}

void TestWholeLabel::anotherTextHasItsOwnHeight()
{
    QWidget page;
    auto *column = new QVBoxLayout(&page);
    auto *label = new WholeLabel(QStringLiteral("One line."));
    column->addWidget(label);
    addTo(column);
    page.resize(300, LittleHeight);
    page.show();
    const int one = label->height();
    for (const QString &text : {m_words, QStringLiteral("Another line.")}) {
        label->setText(text);
        page.resize(300, LittleHeight);
        QTRY_COMPARE(label->height(), label->heightForWidth(label->width()));
    }
    QCOMPARE(label->height(), one);
}

void TestWholeLabel::comesAndGoes()
{
    QWidget page;
    auto *column = new QVBoxLayout(&page);
    auto *label = new WholeLabel(m_words);
    column->addWidget(label);
    addTo(column);
    label->hide();
    page.resize(300, LittleHeight);
    page.show();
    QTRY_COMPARE(page.minimumHeight(), m_list->minimumHeight());
    label->show();
    QTRY_COMPARE(label->height(), label->heightForWidth(label->width()));
    label->hide();
    QTRY_COMPARE(page.minimumHeight(), m_list->minimumHeight());
}

/// A window does not get lower again by itself.
void TestWholeLabel::growsNoWindowBeforeItIsLaidOut()
{
    QWidget page;
    auto *column = new QVBoxLayout(&page);
    column->addWidget(new WholeLabel(m_words, &page));
    addTo(column);
    page.resize(900, 2 * LittleHeight);
    page.show();
    QCoreApplication::processEvents();
    QCOMPARE(page.height(), 2 * LittleHeight);
}

void TestWholeLabel::isPlain()
{
    const WholeLabel label(QStringLiteral("<b>bold</b>"));
    QCOMPARE(label.textFormat(), Qt::PlainText);
    QVERIFY(label.wordWrap());
}

QTEST_MAIN(TestWholeLabel)
#include "tst_wholelabel.moc"
