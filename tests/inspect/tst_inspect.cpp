// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// What the inspection of windows is for is found where it is, and nothing where all is well.
#include "tests/fakes/patience.h"
#include "tests/inspect/accessiblefaults.h"
#include "tests/inspect/layoutfaults.h"
#include "tests/inspect/pressing.h"
#include "tests/inspect/tabwalk.h"
#include "widgets/common/accessibleroles.h"
#include "widgets/common/theme.h"

#include <QApplication>
#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QToolTip>
#include <QtTest>

using namespace podium::tests;

namespace {

/// Paints something else each time, but says once only that it has changed.
class Forgetful final : public QWidget
{
public:
    using QWidget::QWidget;
    QColor colour = Qt::red;

protected:
    void paintEvent(QPaintEvent *) override { QPainter(this).fillRect(rect(), colour); }
};

/// Takes the keyboard and shows nothing of it.
class Blank final : public QWidget
{
public:
    explicit Blank(QWidget *parent) : QWidget(parent) { setFocusPolicy(Qt::StrongFocus); }
};

} // namespace

class TestInspect final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        podium::ui::applyColourScheme("light");
        m_window = std::make_unique<QWidget>();
        m_window->resize(400, 300);
    }
    void cutTextIsFound();
    void whatAMouseIsToldIsNoFault();
    void whatReachesOutIsFound();
    void whatCanBeScrolledToIsFine();
    void stalePixelsAreFound();
    void hiddenFocusIsFound();
    void namelessAndDeafControlsAreFound();
    void textsBehindANameAreFound();
    void deadKeysAreFound();
    void choicesCalledByTheirValueAreFound();

private:
    void show()
    {
        m_window->show();
        QApplication::setActiveWindow(m_window.get());
        QVERIFY(QTest::qWaitForWindowActive(m_window.get(), podium::Patience));
    }
    std::unique_ptr<QWidget> m_window;
};

void TestInspect::cutTextIsFound()
{
    auto *label = new QLabel("A text that needs more room", m_window.get());
    auto *button = new QPushButton("Another one that does", m_window.get());
    label->resize(40, 20);
    button->setGeometry(0, 40, 40, 30);
    show();
    QCOMPARE(layoutFaults(*m_window).size(), 2);
    label->setToolTip(label->text());
    button->resize(button->sizeHint());
    QCOMPARE(layoutFaults(*m_window), QStringList());
}

/// Tells the mouse the whole of a hint that is cut, as a child of the field.
class HintTips final : public QObject
{
public:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::ToolTip) {
            auto *edit = static_cast<QLineEdit *>(watched);
            QToolTip::showText(edit->mapToGlobal({}), edit->placeholderText(), edit);
        }
        return false;
    }
};

/// Twice, for the tip of the last field is there when the first is asked again, and goes.
void TestInspect::whatAMouseIsToldIsNoFault()
{
    HintTips tips;
    for (int i = 0; i < 3; ++i) {
        auto *edit = new QLineEdit(m_window.get());
        edit->setPlaceholderText(QString("A hint that needs more room, %1").arg(i));
        edit->setGeometry(0, 40 * i, 40, 30);
        edit->installEventFilter(&tips);
    }
    show();
    QCOMPARE(layoutFaults(*m_window), QStringList());
    QCOMPARE(layoutFaults(*m_window), QStringList());
    QToolTip::hideText();
}

void TestInspect::whatReachesOutIsFound()
{
    auto *field = new QLineEdit(m_window.get());
    field->setGeometry(350, 10, 100, 30);
    show();
    QCOMPARE(layoutFaults(*m_window).size(), 1);
    field->move(300, 10);
    QCOMPARE(layoutFaults(*m_window), QStringList());
}

void TestInspect::whatCanBeScrolledToIsFine()
{
    auto *area = new QScrollArea(m_window.get());
    auto *content = new QWidget;
    auto *field = new QLineEdit(content);
    field->setGeometry(500, 900, 100, 30);
    content->resize(600, 1000);
    area->setWidget(content);
    area->setGeometry(0, 0, 200, 200);
    show();
    QCOMPARE(layoutFaults(*m_window), QStringList());
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    QCOMPARE(layoutFaults(*m_window).size(), 1);
}

void TestInspect::stalePixelsAreFound()
{
    auto *part = new Forgetful(m_window.get());
    part->setGeometry(10, 10, 50, 50);
    show();
    QCoreApplication::processEvents();
    QCOMPARE(stalePixels(*m_window), QString());
    part->colour = Qt::blue;
    QCOMPARE(stalePixels(*m_window), QString("stale within 10,10 50×50"));
}

void TestInspect::hiddenFocusIsFound()
{
    auto *first = new QLineEdit(m_window.get());
    auto *second = new Blank(m_window.get());
    second->setGeometry(0, 50, 100, 40);
    show();
    const TabWalk walk = walkTabs(*first, Qt::Key_Tab, true);
    QCOMPARE(walk.stops, (QVector<QWidget *>{first, second}));
    QCOMPARE(walk.end, first);
    QCOMPARE(walk.unseen.size(), 1);
    QVERIFY(walk.unseen.first().contains("0 pixels change"));
}

void TestInspect::namelessAndDeafControlsAreFound()
{
    auto *box = new QCheckBox(m_window.get());
    auto *press = new QPushButton("Press", m_window.get());
    show();
    const QStringList faults = accessibleFaults(*m_window);
    QVERIFY2(faults.size() == 2, qPrintable(faults.join('\n'))); // no name; does nothing
    box->setText("On");
    connect(press, &QPushButton::clicked, press, [] {});
    QCOMPARE(accessibleFaults(*m_window), QStringList());
    connect(box, &QCheckBox::clicked, box, [] {});
    QCOMPARE(accessibleFaults(*m_window).size(), 1);
    connect(box, &QCheckBox::toggled, box, [] {});
    box->setToolTip("<qt>On &quot;and&quot; off</qt>");
    QCOMPARE(accessibleFaults(*m_window).size(), 1);
}

void TestInspect::textsBehindANameAreFound()
{
    auto *label = new QLabel("3 of 8 workers answered.", m_window.get());
    label->setTextFormat(Qt::PlainText);
    show();
    QCOMPARE(accessibleFaults(*m_window), QStringList());
    label->setAccessibleName("Summary");
    QCOMPARE(accessibleFaults(*m_window).size(), 1);
    label->setAccessibleDescription(label->text());
    QCOMPARE(accessibleFaults(*m_window), QStringList());
}

void TestInspect::deadKeysAreFound()
{
    QToolButton button(m_window.get());
    QMenu menu;
    menu.addAction("One");
    menu.addAction("Two");
    button.setMenu(&menu);
    show();
    QCOMPARE(keyboardFaults(button).size(), 1); // pressed by Space, but its menu stays closed
    button.setPopupMode(QToolButton::InstantPopup);
    QCOMPARE(keyboardFaults(button), QStringList());
}

/// As Qt has them; those of the application are fine.
void TestInspect::choicesCalledByTheirValueAreFound()
{
    const auto show = [this] {
        m_window = std::make_unique<QWidget>();
        auto *box = new QComboBox(m_window.get());
        box->addItems({"Commands", "Keys"});
        box->setAccessibleName("Kind");
        this->show();
    };
    show();
    QCOMPARE(accessibleFaults(*m_window).size(), 1);
    const podium::ui::AccessibleRoles roles;
    show();
    QCOMPARE(accessibleFaults(*m_window), QStringList());
}

QTEST_MAIN(TestInspect)
#include "tst_inspect.moc"
