// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/terminal/terminalscreen.h"

#include "core/run/output/slotoutput.h"
#include "core/run/terminal/controlstrings.h"
#include "core/run/terminal/terminalcells.h"
#include "core/run/terminal/terminalkeys.h"
#include "core/run/terminal/terminalsequences.h"
#include "core/run/terminal/terminaltext.h"

#include <vterm.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

namespace podium::run {

namespace {

VTermKey keyOf(const TerminalKey &key)
{
    using Named = TerminalKey::Named;
    switch (key.named) {
    case Named::None:
        break;
    case Named::Enter:
        return VTERM_KEY_ENTER;
    case Named::Tab:
        return VTERM_KEY_TAB;
    case Named::Backspace:
        return VTERM_KEY_BACKSPACE;
    case Named::Escape:
        return VTERM_KEY_ESCAPE;
    case Named::Up:
        return VTERM_KEY_UP;
    case Named::Down:
        return VTERM_KEY_DOWN;
    case Named::Left:
        return VTERM_KEY_LEFT;
    case Named::Right:
        return VTERM_KEY_RIGHT;
    case Named::Insert:
        return VTERM_KEY_INS;
    case Named::Delete:
        return VTERM_KEY_DEL;
    case Named::Home:
        return VTERM_KEY_HOME;
    case Named::End:
        return VTERM_KEY_END;
    case Named::PageUp:
        return VTERM_KEY_PAGEUP;
    case Named::PageDown:
        return VTERM_KEY_PAGEDOWN;
    case Named::Function:
        return VTermKey(VTERM_KEY_FUNCTION(std::clamp(key.number, 1, 24)));
    }
    return VTERM_KEY_NONE;
}

VTermModifier modifiersOf(const TerminalKey &key)
{
    using Named = TerminalKey::Named;
    // With Shift or Ctrl these would become sequences that hardly a program knows.
    const bool isPlain =
        key.named == Named::Enter || key.named == Named::Backspace || key.named == Named::Escape;
    const bool isTab = key.named == Named::Tab;
    unsigned modifiers = key.alt ? unsigned(VTERM_MOD_ALT) : 0U;
    modifiers |= key.shift && !isPlain ? unsigned(VTERM_MOD_SHIFT) : 0U;
    modifiers |= key.control && !isPlain && !isTab ? unsigned(VTERM_MOD_CTRL) : 0U;
    return VTermModifier(modifiers);
}

} // namespace

struct TerminalScreen::Private
{
    explicit Private(ssh::TerminalSize wanted) : size(TerminalScreen::bounded(wanted))
    {
        term = vterm_new(size.rows, size.columns);
        vterm_set_utf8(term, 1);
        vterm_output_set_callback(
            term,
            [](const char *bytes, std::size_t count, void *self) {
                static_cast<Private *>(self)->said.append(bytes, int(count));
            },
            this);
        screen = vterm_obtain_screen(term);
        vterm_screen_enable_altscreen(screen, 1);
        vterm_screen_set_callbacks(screen, &callbacks(), this);
        vterm_screen_set_damage_merge(screen, VTERM_DAMAGE_ROW);
        rows.resize(std::size_t(size.rows));
        vterm_screen_reset(screen, 1);
        said.clear();
    }
    ~Private() { vterm_free(term); }
    Private(const Private &) = delete;
    Private &operator=(const Private &) = delete;

    static const VTermScreenCallbacks &callbacks();
    int setProperty(VTermProp property, const VTermValue &value);
    void damaged(const VTermRect &rect);
    void keep(int columns, const VTermScreenCell *cells);
    void lookForCursor();
    void keepWithinScreen();
    [[nodiscard]] const StyledLine &row(int index);

    VTerm *term = nullptr;
    VTermScreen *screen = nullptr;
    ssh::TerminalSize size;
    ControlStringFilter strings;
    TerminalTextFilter text;
    TerminalSequenceFilter sequences;
    QByteArray said; ///< by the emulation: answers and keys
    std::deque<StyledLine> scrollback;
    qint64 scrollbackBytes = 0;
    qint64 forgotten = 0;
    std::vector<std::optional<StyledLine>> rows; ///< as far as they were asked for since a change
    Cursor cursor;
    bool isAlternate = false;
};

const VTermScreenCallbacks &TerminalScreen::Private::callbacks()
{
    static const VTermScreenCallbacks known = [] {
        VTermScreenCallbacks made = {};
        made.damage = [](VTermRect rect, void *self) {
            static_cast<Private *>(self)->damaged(rect);
            return 1;
        };
        made.settermprop = [](VTermProp property, VTermValue *value, void *self) {
            return static_cast<Private *>(self)->setProperty(property, *value);
        };
        made.sb_pushline = [](int columns, const VTermScreenCell *cells, void *self) {
            static_cast<Private *>(self)->keep(columns, cells);
            return 1;
        };
        return made;
    }();
    return known;
}

int TerminalScreen::Private::setProperty(VTermProp property, const VTermValue &value)
{
    if (property == VTERM_PROP_CURSORVISIBLE) {
        cursor.isVisible = value.boolean != 0;
    } else if (property == VTERM_PROP_ALTSCREEN) {
        isAlternate = value.boolean != 0;
    }
    return 1; // titles and the like: known, and of no effect
}

void TerminalScreen::Private::damaged(const VTermRect &rect)
{
    const int end = std::min(rect.end_row, int(rows.size()));
    for (int index = std::max(0, rect.start_row); index < end; ++index) {
        rows[std::size_t(index)].reset();
    }
}

void TerminalScreen::Private::keep(int columns, const VTermScreenCell *cells)
{
    scrollback.push_back(lineOfCells({cells, cells + columns}));
    scrollback.back().runs.shrink_to_fit();
    scrollbackBytes += memoryOf(scrollback.back());
    while (int(scrollback.size()) > MostScrollback || scrollbackBytes > MostScrollbackBytes) {
        scrollbackBytes -= memoryOf(scrollback.front());
        scrollback.pop_front();
        ++forgotten;
    }
}

/// Not by its callback, which tells of places that it leaves at once, but not of that.
void TerminalScreen::Private::lookForCursor()
{
    VTermPos at = {};
    vterm_state_get_cursorpos(vterm_obtain_state(term), &at);
    cursor.row = std::clamp(at.row, 0, size.rows - 1);
    cursor.cell = std::clamp(at.col, 0, size.columns - 1);
}

/// libvterm 0.1 leaves the cursor above the screen where many rows go at once, and its margins
/// where there is no screen any more, and would write there. Without margins, as after a resize of
/// xterm.
void TerminalScreen::Private::keepWithinScreen()
{
    lookForCursor();
    const QByteArray there = "\x1b[r\x1b[s\x1b[" + QByteArray::number(cursor.row + 1) + ';' +
                             QByteArray::number(cursor.cell + 1) + 'H';
    vterm_input_write(term, there.constData(), std::size_t(there.size()));
}

const StyledLine &TerminalScreen::Private::row(int index)
{
    auto &known = rows.at(std::size_t(index));
    if (!known) {
        std::vector<VTermScreenCell> cells(std::size_t(size.columns), VTermScreenCell());
        for (int column = 0; column < size.columns; ++column) {
            vterm_screen_get_cell(screen, {index, column}, &cells[std::size_t(column)]);
        }
        known = lineOfCells(cells);
    }
    return *known;
}

ssh::TerminalSize TerminalScreen::bounded(ssh::TerminalSize size)
{
    return {
        std::clamp(size.columns, Least.columns, Most.columns),
        std::clamp(size.rows, Least.rows, Most.rows)};
}

TerminalScreen::TerminalScreen(ssh::TerminalSize size) : d(std::make_unique<Private>(size)) {}

TerminalScreen::~TerminalScreen() = default;

QByteArray TerminalScreen::feed(const QByteArray &bytes)
{
    const QByteArray harmless =
        d->sequences.pass(d->text.pass(d->strings.pass(bytes)), d->size.columns);
    vterm_input_write(d->term, harmless.constData(), std::size_t(harmless.size()));
    vterm_screen_flush_damage(d->screen);
    d->lookForCursor();
    // One answer begins with an escape, and none that is allowed has a second one.
    QByteArray answers;
    const QByteArray said = std::exchange(d->said, {});
    for (int from = 0; from < said.size();) {
        const int next = said.indexOf('\x1b', from + 1);
        const QByteArray answer = said.mid(from, next < 0 ? -1 : next - from);
        answers += isAllowedAnswer(answer) ? answer : QByteArray();
        from = next < 0 ? said.size() : next;
    }
    return answers;
}

void TerminalScreen::resize(ssh::TerminalSize size)
{
    const ssh::TerminalSize wanted = bounded(size);
    if (wanted == d->size) {
        return;
    }
    d->size = wanted;
    d->rows.clear();
    d->rows.resize(std::size_t(wanted.rows));
    vterm_set_size(d->term, wanted.rows, wanted.columns);
    d->keepWithinScreen();
    vterm_screen_flush_damage(d->screen);
    d->said.clear();
}

ssh::TerminalSize TerminalScreen::size() const
{
    return d->size;
}

int TerminalScreen::scrollbackCount() const
{
    return int(d->scrollback.size());
}

int TerminalScreen::lineCount() const
{
    return scrollbackCount() + d->size.rows;
}

qint64 TerminalScreen::forgottenLines() const
{
    return d->forgotten;
}

StyledLine TerminalScreen::line(int index) const
{
    const int kept = scrollbackCount();
    return index < kept ? d->scrollback.at(std::size_t(index)) : d->row(index - kept);
}

TerminalScreen::Cursor TerminalScreen::cursor() const
{
    return d->cursor;
}

bool TerminalScreen::isAlternate() const
{
    return d->isAlternate;
}

QByteArray TerminalScreen::press(const TerminalKey &key)
{
    if (key.named == TerminalKey::Named::None) {
        return bytesOfText(key);
    }
    vterm_keyboard_key(d->term, keyOf(key), modifiersOf(key));
    return std::exchange(d->said, {});
}

QByteArray TerminalScreen::paste(const QString &text)
{
    vterm_keyboard_start_paste(d->term);
    d->said += bytesOfPaste(text);
    vterm_keyboard_end_paste(d->term);
    return std::exchange(d->said, {});
}

bool TerminalScreen::bracketsPaste() const
{
    vterm_keyboard_start_paste(d->term); // says nothing where none are wished for
    return !std::exchange(d->said, {}).isEmpty();
}

} // namespace podium::run
