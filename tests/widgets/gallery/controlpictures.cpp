// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/widgets/gallery/lab.h"
#include "widgets/common/controls.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/labels.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QDateEdit>
#include <QFormLayout>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTabBar>

namespace podium::tests {

namespace {

using namespace ui;

QWidget *buttonsOf(QMenu *menu)
{
    auto *those = new QWidget;
    auto *row = new QHBoxLayout(those);
    auto *primary = new QPushButton("Primary");
    setPrimary(primary);
    auto *opens = new QPushButton("Opens");
    opens->setMenu(menu);
    row->addWidget(primary);
    row->addWidget(new QPushButton("Button"));
    row->addWidget(opens);
    for (const auto mode :
         {QToolButton::DelayedPopup, QToolButton::MenuButtonPopup, QToolButton::InstantPopup}) {
        auto *tool = new QToolButton;
        tool->setText("Tool");
        tool->setMenu(menu);
        tool->setPopupMode(mode);
        tool->setAutoRaise(mode == QToolButton::DelayedPopup);
        row->addWidget(tool);
    }
    QToolButton *icon = iconButton("search", "Search");
    QToolButton *on = iconButton("filter", "Filter");
    on->setCheckable(true);
    on->setChecked(true);
    row->addWidget(icon);
    row->addWidget(on);
    row->addStretch();
    return those;
}

QWidget *fields()
{
    auto *those = new QWidget;
    auto *form = new QFormLayout(those);
    auto *combo = new QComboBox;
    combo->addItems({"One choice", "Another"});
    auto *typed = new QComboBox;
    typed->setEditable(true);
    typed->addItems({"One that is typed"});
    auto *box = new QCheckBox("Checked");
    box->setChecked(true);
    auto *lines = new QPlainTextEdit("Several\nlines");
    lines->setFixedHeight(64);
    form->addRow("Line", new QLineEdit("Text"));
    form->addRow("Search", searchField("Search", "A hint"));
    form->addRow("Spin box", new QSpinBox);
    form->addRow("Date", new QDateEdit(QDate(2026, 3, 1)));
    form->addRow("Combo box", combo);
    form->addRow("Editable", typed);
    form->addRow("Check boxes", box);
    form->addRow({}, new QCheckBox("Not checked"));
    form->addRow("Lines", lines);
    return those;
}

} // namespace

void takeControls(Gallery &gallery)
{
    if (!gallery.wants("controls")) {
        return;
    }
    QWidget sheet;
    QMenu menu;
    menu.addAction("An action");
    menu.addAction("Another", &menu, &QMenu::close, QKeySequence("Ctrl+A"));
    menu.addSeparator();
    menu.addAction("One that cannot be")->setEnabled(false);
    QAction *checked = menu.addAction("One that is on");
    checked->setCheckable(true);
    checked->setChecked(true);
    auto *tabs = new QTabBar;
    for (const char *name : {"hostname · 8 ok", "python3 train.py · 1 failed", "uptime"}) {
        tabs->addTab(name);
    }
    tabs->setTabsClosable(true);
    tabs->setExpanding(false);
    tabs->setDrawBase(false);
    auto *column = new QVBoxLayout(&sheet);
    column->addWidget(tabs);
    for (const bool enabled : {true, false}) {
        auto *row = new QHBoxLayout;
        QWidget *buttons = buttonsOf(&menu);
        QWidget *those = fields();
        buttons->setEnabled(enabled);
        those->setEnabled(enabled);
        column->addWidget(buttons);
        row->addWidget(those);
        column->addLayout(row);
    }
    gallery.takePage("controls", sheet, {760, 980});
    menu.ensurePolished();
    menu.adjustSize();
    gallery.takePage("controls-menu", menu, menu.sizeHint());
    QMessageBox question(
        QMessageBox::Question, "Quit Podium?", "Commands still run on 2 workers.",
        QMessageBox::Cancel | QMessageBox::Ok);
    setPlainDetail(question, "Quitting stops them.");
    gallery.takePage("controls-question", question, question.sizeHint());
}

} // namespace podium::tests
