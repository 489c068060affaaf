// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/layout/flowlayout.h"

#include <QtTest>

using namespace podium::ui;

/// Boxes of 100 by 20 in rows, with a gap of 10.
class TestFlowLayout final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void aRowTakesWhatFits();
    void whatIsHiddenTakesNoPlace();
    void theLastTakesTheRest();

private:
    [[nodiscard]] QRect place(int box) const { return m_boxes[std::size_t(box)]->geometry(); }
    void show(int width)
    {
        m_page->resize(width, 100);
        m_page->show();
        m_page->layout()->activate();
    }

    std::unique_ptr<QWidget> m_page;
    FlowLayout *m_flow = nullptr;
    std::vector<QWidget *> m_boxes;
};

class Box final : public QWidget
{
public:
    using QWidget::QWidget;
    [[nodiscard]] QSize sizeHint() const override { return {100, 20}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {100, 20}; }
};

void TestFlowLayout::init()
{
    m_page = std::make_unique<QWidget>();
    m_flow = new FlowLayout(10, m_page.get());
    m_flow->setContentsMargins(0, 0, 0, 0);
    m_boxes.clear();
    for (int i = 0; i < 3; ++i) {
        m_boxes.push_back(new Box);
        m_flow->addWidget(m_boxes.back());
    }
}

void TestFlowLayout::aRowTakesWhatFits()
{
    show(210);
    QCOMPARE(place(0), QRect(0, 0, 100, 20));
    QCOMPARE(place(1), QRect(110, 0, 100, 20));
    QCOMPARE(place(2).topLeft(), QPoint(0, 30));
    QCOMPARE(m_flow->heightForWidth(210), 50);
    QCOMPARE(m_flow->heightForWidth(320), 20);
    QCOMPARE(m_flow->heightForWidth(50), 80);
}

void TestFlowLayout::whatIsHiddenTakesNoPlace()
{
    m_boxes[1]->hide();
    show(210);
    QCOMPARE(place(2).topLeft(), QPoint(110, 0));
    QCOMPARE(m_flow->heightForWidth(210), 20);
    m_boxes[1]->show();
    QTRY_COMPARE(place(2).topLeft(), QPoint(0, 30));
}

void TestFlowLayout::theLastTakesTheRest()
{
    show(400);
    QCOMPARE(place(2), QRect(220, 0, 180, 20));
    m_flow->setAlignment(m_boxes[2], Qt::AlignLeft);
    m_flow->activate();
    QCOMPARE(place(2).width(), 100);
    m_boxes[2]->hide();
    QTRY_COMPARE(place(1), QRect(110, 0, 290, 20));
}

QTEST_MAIN(TestFlowLayout)
#include "tst_flowlayout.moc"
