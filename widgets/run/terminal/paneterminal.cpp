// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/terminal/paneterminal.h"

#include "widgets/common/labels.h"
#include "widgets/run/output/outputview.h"
#include "widgets/run/terminal/keymap.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QInputMethod>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMessageBox>
#include <QMouseEvent>
#include <QPushButton>

namespace podium::ui {

namespace {

constexpr int KeysPerNotch = 3;
constexpr int NotchUnits = 120;

/// Its first lines, for a question.
QString beginningOf(const QString &text)
{
    constexpr int MostLines = 8;
    constexpr int MostLetters = 80;
    QStringList lines = text.left(MostLines * MostLetters * 2).split(QLatin1Char('\n'));
    if (lines.size() > MostLines) {
        lines = lines.mid(0, MostLines) << QStringLiteral("…");
    }
    for (QString &line : lines) {
        line = line.size() > MostLetters ? line.left(MostLetters) + QStringLiteral("…") : line;
    }
    return lines.join(QLatin1Char('\n')).trimmed();
}

Composing composingOf(const QInputMethodEvent &event)
{
    Composing composing{event.preeditString(), event.preeditString().size()};
    for (const QInputMethodEvent::Attribute &each : event.attributes()) {
        if (each.type == QInputMethodEvent::Cursor) {
            composing.cursor = each.length > 0 ? qBound(0, each.start, composing.text.size()) : -1;
        }
    }
    return composing;
}

bool hasOnly(const QKeyEvent &event, Qt::KeyboardModifiers modifiers)
{
    return (event.modifiers() & ~Qt::KeypadModifier) == modifiers;
}

} // namespace

PaneTerminal::PaneTerminal(OutputView &view, run::RunTerminals &terminals)
    : m_view(view)
    , m_terminals(terminals)
{
    // A bar that comes and goes would change the terminal's size each time.
    view.setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    view.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view.setAttribute(Qt::WA_InputMethodEnabled);
    view.installEventFilter(this);
    view.viewport()->installEventFilter(this);
}

PaneTerminal::~PaneTerminal() = default;

void PaneTerminal::bind(int slot, const ViewPlace &place)
{
    endComposing();
    m_view.setSource(nullptr);
    m_slot = slot;
    m_lines.emplace(m_terminals, slot);
    m_lines->setFocused(m_view.hasFocus());
    m_view.setSource(&*m_lines, place);
    tellSize();
}

void PaneTerminal::unbind()
{
    endComposing();
    m_view.setSource(nullptr);
    m_lines.reset();
    m_slot = -1;
}

ssh::TerminalSize PaneTerminal::size() const
{
    return m_terminals.size(m_slot);
}

bool PaneTerminal::hasKeys() const
{
    return m_slot >= 0 && m_view.hasFocus() && m_terminals.takesTyping(m_slot);
}

/// Only what is on screen: a worker may have a pane in the grid and one by itself.
void PaneTerminal::tellSize()
{
    if (m_slot >= 0 && m_view.isVisible()) {
        const QSize cells = m_view.visibleCells();
        const ssh::TerminalSize before = size();
        m_terminals.resize(m_slot, {cells.width(), cells.height()});
        m_view.refresh();
        if (size() != before) {
            emit changed();
        }
    }
}

void PaneTerminal::setFocused(bool isFocused)
{
    if (m_lines) {
        m_lines->setFocused(isFocused);
        m_lines->setComposing({}); // the input method has taken it back, or it was typed
        m_view.viewport()->update();
        emit changed();
    }
}

bool PaneTerminal::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != &m_view) {
        return m_slot >= 0 && viewportEvent(*event);
    }
    switch (event->type()) {
    case QEvent::FocusIn:
    case QEvent::FocusOut:
        setFocused(event->type() == QEvent::FocusIn);
        return false;
    case QEvent::Show:
        tellSize();
        return false;
    case QEvent::ShortcutOverride:
        // Else the window's shortcuts would take keys that are the program's.
        if (hasKeys() && !leavesTerminal(*static_cast<QKeyEvent *>(event))) {
            event->accept();
        }
        return false;
    case QEvent::KeyPress:
        return m_slot >= 0 && keyPress(*static_cast<QKeyEvent *>(event));
    case QEvent::InputMethod:
        return m_slot >= 0 && inputMethod(*static_cast<QInputMethodEvent *>(event));
    case QEvent::InputMethodQuery:
        answer(*static_cast<QInputMethodQueryEvent *>(event));
        return true;
    default:
        return false;
    }
}

bool PaneTerminal::viewportEvent(QEvent &event)
{
    switch (event.type()) {
    case QEvent::Resize:
        tellSize();
        return false;
    case QEvent::Wheel:
        return wheel(static_cast<QWheelEvent &>(event));
    case QEvent::ContextMenu:
        contextMenu(static_cast<QContextMenuEvent &>(event));
        return true;
    case QEvent::MouseButtonPress:
        if (static_cast<QMouseEvent &>(event).button() == Qt::MiddleButton && hasKeys()) {
            paste(QGuiApplication::clipboard()->text(QClipboard::Selection));
            return true;
        }
        return false;
    default:
        return false;
    }
}

bool PaneTerminal::keyPress(const QKeyEvent &event)
{
    if (leavesTerminal(event)) {
        emit left();
        return true;
    }
    if (!m_terminals.takesTyping(m_slot)) {
        return false;
    }
    if (editKey(event)) {
        return true;
    }
    if (const auto key = terminalKey(event)) {
        send(*key);
    }
    return true;
}

/// What a terminal's own keys do, as in others of its kind.
bool PaneTerminal::editKey(const QKeyEvent &event)
{
    constexpr auto ControlShift = Qt::ControlModifier | Qt::ShiftModifier;
    if (hasOnly(event, ControlShift) && event.key() == Qt::Key_C) {
        copy();
    } else if (
        (hasOnly(event, ControlShift) && event.key() == Qt::Key_V) ||
        (hasOnly(event, Qt::ShiftModifier) && event.key() == Qt::Key_Insert)) {
        paste(QGuiApplication::clipboard()->text());
    } else if (hasOnly(event, Qt::ShiftModifier) && event.key() == Qt::Key_PageUp) {
        m_view.scrollByRows(1 - m_view.visibleCells().height());
    } else if (hasOnly(event, Qt::ShiftModifier) && event.key() == Qt::Key_PageDown) {
        m_view.scrollByRows(m_view.visibleCells().height() - 1);
    } else {
        return false;
    }
    return true;
}

bool PaneTerminal::inputMethod(const QInputMethodEvent &event)
{
    if (!hasKeys()) {
        return false;
    }
    showComposing(composingOf(event));
    if (!event.commitString().isEmpty()) {
        run::TerminalKey key;
        key.text = event.commitString();
        send(key);
    }
    return true;
}

/// What an input method asks: whether it is wanted, and where its window is to be.
void PaneTerminal::answer(QInputMethodQueryEvent &query) const
{
    query.setValue(Qt::ImEnabled, hasKeys());
    query.setValue(Qt::ImHints, int(Qt::ImhNoPredictiveText | Qt::ImhNoAutoUppercase));
    query.setValue(Qt::ImSurroundingText, QString()); // what is on the screen was not typed here
    query.setValue(Qt::ImCurrentSelection, QString());
    query.setValue(Qt::ImCursorPosition, 0);
    query.setValue(Qt::ImAnchorPosition, 0);
    if (m_lines) {
        const QRect cell = m_view.cellRect(m_lines->cursorPosition());
        query.setValue(
            Qt::ImCursorRectangle, cell.translated(m_view.viewport()->geometry().topLeft()));
    }
    query.accept();
}

void PaneTerminal::showComposing(const Composing &composing)
{
    if (composing == m_lines->composing()) {
        return;
    }
    m_lines->setComposing(composing);
    if (!composing.text.isEmpty()) {
        m_view.moveTo(m_view.rows().end()); // who types wants to see it
    }
    m_view.viewport()->update();
    QGuiApplication::inputMethod()->update(Qt::ImCursorRectangle);
}

/// What was begun for one worker is never typed to the next.
void PaneTerminal::endComposing()
{
    if (m_lines && !m_lines->composing().text.isEmpty()) {
        m_lines->setComposing({});
        QGuiApplication::inputMethod()->reset();
    }
}

void PaneTerminal::send(const run::TerminalKey &key)
{
    const TextPosition caret = m_view.selection().caret;
    m_view.setSelection({caret, caret});
    m_view.moveTo(m_view.rows().end());
    m_terminals.press(m_slot, key);
}

void PaneTerminal::paste(const QString &text)
{
    if (m_terminals.runsWhenPasted(m_slot, text)) {
        askToPaste(text);
    } else if (!text.isEmpty()) {
        pasteTo(m_slot, text);
    }
}

void PaneTerminal::pasteTo(int slot, const QString &text)
{
    if (slot == m_slot) {
        m_view.moveTo(m_view.rows().end());
    }
    m_terminals.paste(slot, text);
}

/// A shell runs each line as it comes: nobody could take that back, least of all on many workers.
void PaneTerminal::askToPaste(const QString &text)
{
    const int many = m_terminals.targetsOf(m_slot).size();
    auto *box = new QMessageBox(
        QMessageBox::Question, tr("Paste several lines"),
        many > 1 ? tr("Paste this to all %n workers?", nullptr, many)
                 : tr("Paste this into the terminal?"),
        QMessageBox::Cancel, m_view.window());
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    setPlainDetail(
        *box,
        tr("Each line is taken as soon as it comes.") + QStringLiteral("\n\n") + beginningOf(text));
    QPushButton *yes = box->addButton(tr("Paste"), QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    connect(yes, &QPushButton::clicked, this, [this, slot = m_slot, text] { pasteTo(slot, text); });
    box->open();
}

void PaneTerminal::copy() const
{
    if (!m_view.selection().isEmpty()) {
        QGuiApplication::clipboard()->setText(m_view.selectedText());
    }
}

/// In a program that has the whole screen there is nothing to scroll back to: it gets arrows.
bool PaneTerminal::wheel(const QWheelEvent &event)
{
    const run::TerminalScreen *screen = m_terminals.screen(m_slot);
    if (!screen || !screen->isAlternate() || !m_terminals.takesTyping(m_slot) ||
        event.modifiers() != Qt::NoModifier || !m_view.takesWheel()) {
        return false;
    }
    m_wheelRest += event.angleDelta().y() * KeysPerNotch;
    run::TerminalKey key;
    key.named = m_wheelRest > 0 ? run::TerminalKey::Named::Up : run::TerminalKey::Named::Down;
    for (int presses = qAbs(m_wheelRest) / NotchUnits; presses > 0; --presses) {
        m_terminals.press(m_slot, key);
    }
    m_wheelRest %= NotchUnits;
    return true;
}

void PaneTerminal::contextMenu(const QContextMenuEvent &event)
{
    auto *menu = new QMenu(&m_view);
    QAction *copyAction = menu->addAction(tr("Copy\tCtrl+Shift+C"), this, &PaneTerminal::copy);
    copyAction->setEnabled(!m_view.selection().isEmpty());
    QAction *pasteAction = menu->addAction(
        tr("Paste\tCtrl+Shift+V"), this, [this] { paste(QGuiApplication::clipboard()->text()); });
    pasteAction->setEnabled(m_terminals.takesTyping(m_slot));
    menu->addAction(tr("Select all"), this, [this] {
        m_view.setSelection({{}, movedCaret(*m_lines, {}, CaretMove::End)});
    });
    menu->addActions(m_view.actions());
    m_view.openMenu(*menu, event.globalPos());
}

} // namespace podium::ui
