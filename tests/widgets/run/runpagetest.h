// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pagefixture.h"
#include "tests/fakes/patience.h"
#include "widgets/common/theme.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabBar>

namespace podium::tests {

/// Drives the page as a person or a screen reader does: by what things are called.
class RunPageTestBase : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        qRegisterMetaType<run::RunSummary>("podium::run::RunSummary");
        ui::applyColourScheme(QStringLiteral("light"));
    }
    void init()
    {
        m_fixture = std::make_unique<PageFixture>();
        page().resize(1160, 740); // what a window of 1280×800 leaves
        page().show();
        QVERIFY(QTest::qWaitForWindowExposed(&page(), Patience));
    }
    void cleanup() { m_fixture.reset(); }

protected:
    QWidget &page() { return m_fixture->page; }
    template <typename Widget>
    Widget *find(const QString &name)
    {
        return named<Widget>(page(), name);
    }
    void click(const QString &name)
    {
        auto *button = find<QAbstractButton>(name);
        QVERIFY2(button, qPrintable(name));
        QTest::mouseClick(button, Qt::LeftButton);
    }
    void typeTarget(const QString &word)
    {
        QTest::keyClicks(find<QLineEdit>("Targets"), word);
        QTest::keyClick(find<QLineEdit>("Targets"), Qt::Key_Return);
    }
    void typeCommand(const QString &command)
    {
        QTest::keyClicks(find<QPlainTextEdit>("Command"), command);
    }
    QString outputOf(const QString &worker)
    {
        return readAloud(find<QWidget>("Output of " + worker));
    }
    QString stateOf(const QString &worker)
    {
        auto *pane = find<QWidget>(worker);
        return pane ? pane->accessibleDescription() : QStringLiteral("no pane");
    }
    /// What the question that stands there says; empty: none does.
    [[nodiscard]] QString asked()
    {
        auto *box = page().findChild<QMessageBox *>();
        return box ? box->text() + box->informativeText() : QString();
    }
    void answer(const QString &text)
    {
        auto *box = page().findChild<QMessageBox *>();
        QVERIFY(box);
        for (QAbstractButton *button : box->buttons()) {
            if (button->text().remove('&') == text) {
                QTest::mouseClick(button, Qt::LeftButton);
            }
        }
        QTRY_VERIFY2(!page().findChild<QMessageBox *>(), qPrintable(text));
    }
    std::unique_ptr<PageFixture> m_fixture;
};

} // namespace podium::tests
