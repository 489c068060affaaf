// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/command/commandedit.h"

#include "widgets/common/theme.h"

#include <QKeyEvent>
#include <QMimeData>
#include <QTextBlock>

#include <algorithm>

namespace podium::ui {

namespace {

constexpr int FewestLines = 2;
constexpr int MostShownLines = 8;

} // namespace

CommandEdit::CommandEdit(QWidget *parent) : QPlainTextEdit(parent)
{
    setFont(monospaceFont());
    setFrameShape(QFrame::NoFrame); // FieldFrame draws it
    viewport()->setAutoFillBackground(false);
    setTabChangesFocus(true);
    setLineWrapMode(QPlainTextEdit::WidgetWidth);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Command"));
    setPlaceholderText(tr("A command or a whole script, sent as it is. Ctrl+Return runs it."));
    document()->setDocumentMargin(Grid / 2);
    connect(this, &QPlainTextEdit::textChanged, this, [this] { updateGeometry(); });
}

void CommandEdit::remember()
{
    m_history.add(command());
}

QString CommandEdit::command() const
{
    return toPlainText();
}

void CommandEdit::setCommand(const QString &text)
{
    // Through a cursor, so that Undo brings back what was there.
    QTextCursor cursor(document());
    cursor.select(QTextCursor::Document);
    cursor.insertText(text);
    cursor.movePosition(QTextCursor::End);
    setTextCursor(cursor);
}

int CommandEdit::shownLines() const
{
    return std::clamp(document()->blockCount(), FewestLines, MostShownLines);
}

QSize CommandEdit::sizeHint() const
{
    const int margins = int(document()->documentMargin() * 2) + 2 * frameWidth();
    return {Grid * 50, fontMetrics().lineSpacing() * shownLines() + margins};
}

QSize CommandEdit::minimumSizeHint() const
{
    return {Grid * 29, sizeHint().height()};
}

void CommandEdit::keyPressEvent(QKeyEvent *event)
{
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isReturn && event->modifiers().testFlag(Qt::ControlModifier)) {
        emit submitted();
        return;
    }
    if (event->modifiers() == Qt::NoModifier && goThroughHistory(event->key())) {
        return;
    }
    QPlainTextEdit::keyPressEvent(event);
}

bool CommandEdit::goThroughHistory(int key)
{
    const QTextBlock block = textCursor().block();
    QString found;
    if (key == Qt::Key_Up && block == document()->firstBlock()) {
        found = m_history.previous(command());
    } else if (key == Qt::Key_Down && block == document()->lastBlock()) {
        found = m_history.next();
    } else {
        return false;
    }
    if (!found.isNull()) {
        setCommand(found);
        if (key == Qt::Key_Up) {
            moveCursor(QTextCursor::Start); // so that Up goes on
        }
    }
    return true;
}

void CommandEdit::insertFromMimeData(const QMimeData *source)
{
    // Scripts copied from Windows or from a page bring line ends that a shell trips over.
    QString text = source->text();
    text.replace(QLatin1String("\r\n"), QLatin1String("\n"));
    text.replace(QChar::ParagraphSeparator, QLatin1Char('\n'));
    insertPlainText(text);
}

} // namespace podium::ui
