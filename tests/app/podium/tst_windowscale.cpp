// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// Every page in windows of three sizes, without a node and with a lab, at the scale of
// QT_SCALE_FACTOR: ctest runs it at several. With PODIUM_PICTURES set to a folder, what it looked
// at is kept there.
#include "tests/app/podium/fullcloud.h"
#include "tests/app/podium/windowfixture.h"
#include "tests/fakes/patience.h"
#include "tests/inspect/layoutfaults.h"
#include "tests/inspect/tabwalk.h"
#include "widgets/common/theme.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QScrollBar>
#include <QStackedWidget>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

namespace {

constexpr QSize Sizes[] = {{1600, 1000}, {1280, 720}, {900, 600}};

/// What was asked to be painted is.
void settle()
{
    for (int i = 0; i < 3; ++i) {
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
    }
}

/// The mouse over each button, and away again.
void hoverAll(QWidget &page)
{
    for (QWidget *button : page.findChildren<QAbstractButton *>()) {
        if (button->isVisible()) {
            QTest::mouseMove(button);
            QCoreApplication::processEvents();
        }
    }
    QTest::mouseMove(page.window(), QPoint(1, 1));
}

/// Each scrolled area a bit on, by a number of pixels that no scale makes whole.
void scrollAll(QWidget &page)
{
    for (auto *area : page.findChildren<QAbstractScrollArea *>()) {
        for (QScrollBar *bar : {area->verticalScrollBar(), area->horizontalScrollBar()}) {
            bar->setValue(bar->value() + 7);
            QCoreApplication::processEvents();
        }
    }
}

} // namespace

class TestWindowScale final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void nothingIsCut_data() { pages(); }
    void nothingIsCut();
    void nothingIsLeftBehind_data() { pages(); }
    void nothingIsLeftBehind();

private:
    void pages();
    void open(const QString &cloud, const QString &page);
    void keepPicture(const QString &name) const;
    [[nodiscard]] QString staleAfterUse();
    [[nodiscard]] QWidget &page() const
    {
        return *m_window->window->findChild<QStackedWidget *>()->currentWidget();
    }

    SimCloud m_emptyCloud;
    SimCloud m_fullCloud;
    std::unique_ptr<WindowFixture> m_empty;
    std::unique_ptr<WindowFixture> m_full;
    WindowFixture *m_window = nullptr;
};

void TestWindowScale::initTestCase()
{
    QApplication::setCursorFlashTime(0);
    const QJsonObject lab{{"id", "lab"}, {"nodes", QJsonArray()}};
    QVERIFY2(
        m_emptyCloud.startWith({{"projects", QJsonArray{lab}}}), qPrintable(m_emptyCloud.error()));
    QVERIFY2(m_fullCloud.start(), qPrintable(m_fullCloud.error()));
    m_empty = std::make_unique<WindowFixture>(m_emptyCloud);
    QVERIFY(m_empty->workspace);
    m_full = std::make_unique<WindowFixture>(m_fullCloud, fillHome);
    QVERIFY(m_full->workspace);
    QTRY_VERIFY(m_full->hasLooked());
}

void TestWindowScale::pages()
{
    QTest::addColumn<QString>("cloud");
    QTest::addColumn<QString>("name");
    for (const char *cloud : {"empty", "full"}) {
        for (const auto *button : m_full->window->findChildren<RailButton *>()) {
            const QString name = accessibleNameOf(button);
            QTest::addRow("%s: %s", cloud, qPrintable(name)) << QString(cloud) << name;
        }
    }
}

void TestWindowScale::open(const QString &cloud, const QString &page)
{
    m_window = cloud == "empty" ? m_empty.get() : m_full.get();
    m_window->goTo(qPrintable(page));
    settle();
}

void TestWindowScale::keepPicture(const QString &name) const
{
    const QString folder = qEnvironmentVariable("PODIUM_PICTURES");
    if (!folder.isEmpty()) {
        const QSize size = m_window->window->size();
        QVERIFY(m_window->window->grab().save(QString("%1/%2-%3x%4-at-%5.png")
                                                  .arg(folder, name)
                                                  .arg(size.width())
                                                  .arg(size.height())
                                                  .arg(m_window->window->devicePixelRatioF())));
    }
}

void TestWindowScale::nothingIsCut()
{
    QFETCH(QString, cloud);
    QFETCH(QString, name);
    open(cloud, name);
    QStringList faults;
    for (const QSize &size : Sizes) {
        m_window->window->resize(size);
        for (const char *scheme : {"dark", "light"}) {
            applyColourScheme(scheme);
            settle();
            keepPicture(cloud + '-' + name + '-' + scheme);
        }
        QCOMPARE(m_window->window->size(), size);
        // What is read in the background may be laid out a moment later: only what stays is a
        // fault.
        QStringList found;
        (void)QTest::qWaitFor(
            [&] {
                found = layoutFaults(*m_window->window);
                return found.isEmpty();
            },
            5000);
        for (const QString &fault : found) {
            faults += QString("%1×%2: %3").arg(size.width()).arg(size.height()).arg(fault);
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
}

QString TestWindowScale::staleAfterUse()
{
    m_window->window->resize(1281, 721);
    settle();
    m_window->window->resize(1100, 700);
    scrollAll(page());
    hoverAll(page());
    settle();
    return stalePixels(*m_window->window);
}

void TestWindowScale::nothingIsLeftBehind()
{
    QFETCH(QString, cloud);
    QFETCH(QString, name);
    open(cloud, name);
    // What tells a time may have changed between the two looks, but not each time.
    QString stale = staleAfterUse();
    for (int again = 0; again < 3 && !stale.isEmpty(); ++again) {
        stale = staleAfterUse();
    }
    QVERIFY2(stale.isEmpty(), qPrintable(stale));
}

QTEST_MAIN(TestWindowScale)
#include "tst_windowscale.moc"
