// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/shell/mainwindow.h"

#include "widgets/common/accessibleroles.h"
#include "widgets/common/cuttips.h"
#include "widgets/common/icons.h"
#include "widgets/common/keyboardaid.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"
#include "widgets/common/wheelguard.h"
#include "widgets/shell/commandpalette.h"
#include "widgets/shell/rail.h"
#include "widgets/shell/statusline.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QCloseEvent>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QShortcut>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTextEdit>

#include <algorithm>

namespace podium::ui {

namespace {

/// Text fields take Ctrl+K for "delete to the end of the line".
bool isTextField(const QObject *object)
{
    return qobject_cast<const QLineEdit *>(object) ||
           qobject_cast<const QPlainTextEdit *>(object) ||
           qobject_cast<const QTextEdit *>(object) ||
           qobject_cast<const QAbstractSpinBox *>(object);
}

bool takesTab(const QWidget &widget)
{
    return (widget.focusPolicy() & Qt::TabFocus) && widget.isVisible() && widget.isEnabled() &&
           !widget.focusProxy();
}

QString geometryKey()
{
    return QStringLiteral("window/geometry");
}

QString pageKey()
{
    return QStringLiteral("window/page");
}

} // namespace

MainWindow::MainWindow(QSettings &state, QWidget *parent)
    : QMainWindow(parent)
    , m_state(state)
    , m_rail(new Rail)
    , m_stack(new QStackedWidget)
    , m_status(new StatusLine)
    , m_palette(nullptr)
{
    setWindowTitle(QStringLiteral("Podium"));
    setWindowIcon(applicationIcon());

    auto *frame = new QWidget;
    auto *body = new QHBoxLayout;
    body->setSpacing(0);
    body->addWidget(m_rail);
    body->addWidget(m_stack, 1);
    auto *column = makeColumn(0, frame);
    column->addLayout(body, 1);
    column->addWidget(m_status);
    setCentralWidget(frame);
    m_palette = new CommandPalette(frame);

    connect(m_rail, &Rail::pageChosen, this, &MainWindow::showIndex);
    connect(m_status, &StatusLine::commandsRequested, this, &MainWindow::openPalette);
    connect(m_palette, &CommandPalette::leavesKeyboard, this, &MainWindow::takeKeyboardBack);
    setUpKeys();
    qApp->installEventFilter(this);
    new WheelGuard(this); // before there are pages
    new AccessibleRoles(this);
    new KeyboardAid(this);
    new CutTips(this);
    resize(Grid * 160, Grid * 100);
    setMinimumSize(Grid * 90, Grid * 56);
    restoreGeometry(m_state.value(geometryKey()).toByteArray());
    m_wantedPage = m_state.value(pageKey()).toString();
}

MainWindow::~MainWindow()
{
    m_palette->disconnect(this); // an open one leaves the keyboard when the window goes
}

void MainWindow::setUpKeys()
{
    const auto on = [this](const QKeySequence &keys, auto action) {
        connect(new QShortcut(keys, this), &QShortcut::activated, this, action);
    };
    on(QKeySequence(Qt::Key_F5), &MainWindow::refreshRequested);
    on(QKeySequence(int(Qt::CTRL) | Qt::Key_K), &MainWindow::openPalette);
    on(QKeySequence::Quit, &MainWindow::quit);
    on(QKeySequence(Qt::Key_Slash), [this] {
        const PageSpec *page = currentSpec();
        if (page && page->focusFilter) {
            page->focusFilter();
        }
    });
    on(QKeySequence::Find, [this] {
        const PageSpec *page = currentSpec();
        const auto find = page && page->find ? page->find
                          : page             ? page->focusFilter
                                             : std::function<void()>();
        if (find) {
            find();
        }
    });
    for (int i = 0; i < 9; ++i) {
        on(QKeySequence(int(Qt::CTRL) | (Qt::Key_1 + i)), [this, i] { showIndex(i); });
    }
}

void MainWindow::setPlaceholder(QWidget *widget)
{
    if (m_placeholder) {
        m_placeholder->deleteLater();
    }
    m_placeholder = widget;
    m_stack->addWidget(widget);
    m_stack->setCurrentWidget(widget);
}

void MainWindow::addPage(PageSpec page)
{
    m_rail->addPage(page.icon, page.title, page.atBottom);
    m_stack->addWidget(page.widget);
    m_pages.push_back(std::move(page));
    if (m_pages.size() == 1 || m_pages.back().id == m_wantedPage) {
        const int index = int(m_pages.size()) - 1;
        m_palette->isVisible() ? raisePage(index) : showIndex(index); // who types goes on typing
    }
    updatePalette();
    if (m_placeholder) {
        m_stack->removeWidget(m_placeholder);
        m_placeholder->deleteLater();
        m_placeholder = nullptr;
    }
}

void MainWindow::showPage(const QString &id)
{
    const auto page = std::find_if(
        m_pages.begin(), m_pages.end(), [&id](const PageSpec &spec) { return spec.id == id; });
    if (page != m_pages.end()) {
        showIndex(int(page - m_pages.begin()));
    } else {
        m_wantedPage = id;
    }
}

void MainWindow::showIndex(int index)
{
    if (index < int(m_pages.size())) {
        raisePage(index);
        m_pages[size_t(index)].widget->setFocus();
    }
}

void MainWindow::raisePage(int index)
{
    const QSignalBlocker known(m_rail); // it would say that the page was chosen
    m_stack->setCurrentWidget(m_pages[size_t(index)].widget);
    m_rail->setCurrent(index);
}

const PageSpec *MainWindow::currentSpec() const
{
    const auto page = std::find_if(m_pages.begin(), m_pages.end(), [this](const PageSpec &spec) {
        return spec.widget == m_stack->currentWidget();
    });
    return page == m_pages.end() ? nullptr : &*page;
}

QString MainWindow::currentPage() const
{
    const PageSpec *page = currentSpec();
    return page ? page->id : QString();
}

void MainWindow::setBadge(const QString &id, const QString &text, const QString &meaning)
{
    for (size_t i = 0; i < m_pages.size(); ++i) {
        if (m_pages[i].id == id) {
            m_rail->setBadge(int(i), text, meaning);
        }
    }
}

void MainWindow::setPaletteSource(std::function<std::vector<models::PaletteItem>()> source)
{
    m_paletteSource = std::move(source);
    updatePalette();
}

void MainWindow::openPalette()
{
    if (!m_palette->isVisible()) {
        m_beforePalette = focusWidget();
    }
    m_palette->open(paletteItems());
}

/// From the palette: whoever had it goes on typing.
void MainWindow::takeKeyboardBack()
{
    const bool isThere =
        m_beforePalette && m_beforePalette->isVisible() && m_beforePalette->isEnabled();
    QWidget *owner = isThere ? m_beforePalette.data() : m_stack->currentWidget();
    if (owner) {
        owner->setFocus();
    }
}

void MainWindow::updatePalette()
{
    if (m_palette->isVisible()) {
        m_palette->setItems(paletteItems());
    }
}

std::vector<models::PaletteItem> MainWindow::paletteItems()
{
    std::vector<models::PaletteItem> items;
    items.reserve(m_pages.size() + 2);
    for (size_t i = 0; i < m_pages.size(); ++i) {
        items.push_back(
            {tr("Go to %1").arg(m_pages[i].title), tr("Page"), tr("Ctrl+%1").arg(i + 1),
             [this, i] { showIndex(int(i)); }});
    }
    items.push_back(
        {tr("Refresh now"), tr("Action"), tr("F5"), [this] { emit refreshRequested(); }});
    if (m_paletteSource) {
        auto more = m_paletteSource();
        std::move(more.begin(), more.end(), std::back_inserter(items));
    }
    items.push_back({tr("Quit Podium"), tr("Action"), tr("Ctrl+Q"), [this] { quit(); }});
    return items;
}

void MainWindow::bringToFront()
{
    setWindowState(windowState() & ~Qt::WindowMinimized);
    show();
    raise();
    activateWindow();
}

void MainWindow::setCloseQuestion(std::function<CloseQuestion()> question)
{
    m_closeQuestion = std::move(question);
}

void MainWindow::askBeforeQuit(const CloseQuestion &question)
{
    auto *box =
        new QMessageBox(QMessageBox::Question, tr("Quit Podium?"), {}, QMessageBox::Cancel, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setText(question.text);
    setPlainDetail(*box, question.detail);
    QPushButton *yes = box->addButton(
        question.quit.isEmpty() ? tr("Quit") : question.quit, QMessageBox::DestructiveRole);
    connect(yes, &QPushButton::clicked, this, &MainWindow::finish);
    box->setDefaultButton(QMessageBox::Cancel); // Return harms nothing
    m_question = box;
    box->open();
}

void MainWindow::quit()
{
    if (m_isFinished) {
        return;
    }
    if (m_question && m_question->isVisible()) { // the tray's Quit is not held up by a question
        bringToFront();
        return;
    }
    const CloseQuestion question = m_closeQuestion ? m_closeQuestion() : CloseQuestion({});
    if (question.text.isEmpty()) {
        finish();
    } else {
        bringToFront();
        askBeforeQuit(question);
    }
}

void MainWindow::finish()
{
    m_isFinished = true;
    m_state.setValue(geometryKey(), saveGeometry());
    m_state.setValue(pageKey(), currentPage());
    emit closed();
}

bool MainWindow::eventFilter(QObject *watched, QEvent *event)
{
    // Ctrl+K is the palette's; a terminal, which wants all keys, has it.
    if (event->type() == QEvent::ShortcutOverride && isTextField(watched)) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_K && key->modifiers() == Qt::ControlModifier) {
            event->ignore();
            return true;
        }
    }
    return QMainWindow::eventFilter(watched, event);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (m_closeHides) {
        hide();
        event->ignore();
        return;
    }
    event->ignore(); // the end comes by closed()
    quit();
}

/// As Qt's own, but for fields that stand for others (focus proxies): Qt goes to whom they stand
/// for, so that a page whose list does would be left out but for the list, and where that is hidden
/// the keyboard would stay where it is for ever.
bool MainWindow::focusNextPrevChild(bool next)
{
    QWidget *from = focusWidget() ? focusWidget() : this;
    const auto step = [next](QWidget *widget) {
        return next ? widget->nextInFocusChain() : widget->previousInFocusChain();
    };
    for (QWidget *each = step(from); each != from; each = step(each)) {
        if (takesTab(*each) && each->window() == this) {
            each->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
            return true;
        }
    }
    return false;
}

} // namespace podium::ui
