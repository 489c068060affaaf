// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/terminal/keymap.h"

#include <QHash>
#include <QKeyEvent>

namespace podium::ui {

namespace {

using Named = run::TerminalKey::Named;

Named namedKey(int key)
{
    static const QHash<int, Named> known{
        {Qt::Key_Return, Named::Enter},  {Qt::Key_Enter, Named::Enter},
        {Qt::Key_Tab, Named::Tab},       {Qt::Key_Backtab, Named::Tab},
        {Qt::Key_Escape, Named::Escape}, {Qt::Key_Backspace, Named::Backspace},
        {Qt::Key_Up, Named::Up},         {Qt::Key_Down, Named::Down},
        {Qt::Key_Left, Named::Left},     {Qt::Key_Right, Named::Right},
        {Qt::Key_Insert, Named::Insert}, {Qt::Key_Delete, Named::Delete},
        {Qt::Key_Home, Named::Home},     {Qt::Key_End, Named::End},
        {Qt::Key_PageUp, Named::PageUp}, {Qt::Key_PageDown, Named::PageDown},
    };
    return known.value(key, Named::None);
}

/// With Ctrl a key's own text is a control character already: the terminal makes that itself.
QString textWithControl(const QKeyEvent &event)
{
    const int key = event.key();
    if (key >= Qt::Key_Space && key <= Qt::Key_AsciiTilde) {
        return QString(QChar(key)).toLower();
    }
    const QString text = event.text();
    return !text.isEmpty() && text.at(0).unicode() >= ' ' ? text : QString();
}

} // namespace

std::optional<run::TerminalKey> terminalKey(const QKeyEvent &event)
{
    run::TerminalKey key;
    key.shift = event.modifiers().testFlag(Qt::ShiftModifier);
    key.control = event.modifiers().testFlag(Qt::ControlModifier);
    key.alt = event.modifiers().testFlag(Qt::AltModifier);
    key.named = namedKey(event.key());
    if (key.named == Named::None && event.key() >= Qt::Key_F1 && event.key() <= Qt::Key_F24) {
        key.named = Named::Function;
        key.number = event.key() - Qt::Key_F1 + 1;
    }
    key.shift = key.shift || event.key() == Qt::Key_Backtab;
    if (key.named != Named::None) {
        return key;
    }
    key.text = key.control ? textWithControl(event) : event.text();
    return key.text.isEmpty() ? std::nullopt : std::make_optional(key);
}

bool leavesTerminal(const QKeyEvent &event)
{
    return event.key() == Qt::Key_Escape && event.modifiers().testFlag(Qt::ControlModifier) &&
           event.modifiers().testFlag(Qt::ShiftModifier);
}

} // namespace podium::ui
