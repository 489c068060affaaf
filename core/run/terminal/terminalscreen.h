// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/outputstore.h"
#include "core/ssh/transport.h"

#include <QByteArray>
#include <QString>

#include <memory>

namespace podium::run {

/// A key, as far as a terminal is concerned.
struct TerminalKey
{
    enum class Named {
        None, ///< `text` says it
        Enter,
        Tab,
        Backspace,
        Escape,
        Up,
        Down,
        Left,
        Right,
        Insert,
        Delete,
        Home,
        End,
        PageUp,
        PageDown,
        Function, ///< `number` says which
    };
    Named named = Named::None;
    int number = 0;
    QString text; ///< what it writes, without Ctrl and Alt
    bool shift = false;
    bool control = false;
    bool alt = false;
    bool operator==(const TerminalKey &) const = default;
};

/// A terminal's screen: bytes of a worker in, lines out. Pure: what a program sends can change
/// what is shown and what keys say (as terminals have it), and nothing else. Control strings (OSC,
/// DCS: titles, clipboard, colours, downloads) are dropped; of what programs can ask, only where
/// the cursor is and what terminal this is has an answer. Lines that leave at the top are kept, up
/// to two limits. One thread at a time; about 150 KiB, and what is kept.
class TerminalScreen final
{
public:
    static constexpr int MostScrollback = 5000;
    static constexpr qint64 MostScrollbackBytes = 8LL * 1024 * 1024;
    static constexpr ssh::TerminalSize Least{2, 1};
    static constexpr ssh::TerminalSize Most{1000, 500};

    /// What it makes of a size.
    [[nodiscard]] static ssh::TerminalSize bounded(ssh::TerminalSize size);

    explicit TerminalScreen(ssh::TerminalSize size);
    ~TerminalScreen();
    TerminalScreen(const TerminalScreen &) = delete;
    TerminalScreen &operator=(const TerminalScreen &) = delete;

    /// Cut anywhere. Gives the answers that are for the worker: mostly none.
    [[nodiscard]] QByteArray feed(const QByteArray &bytes);
    void resize(ssh::TerminalSize size);
    [[nodiscard]] ssh::TerminalSize size() const;

    /// Those that have left at the top, then those of the screen.
    [[nodiscard]] int lineCount() const;
    [[nodiscard]] int scrollbackCount() const;
    [[nodiscard]] qint64 forgottenLines() const; ///< of the scrollback
    /// Each character has as many cells as cellWidth() says, so that columns stand below another.
    [[nodiscard]] StyledLine line(int index) const;

    struct Cursor
    {
        int row = 0;  ///< of the screen
        int cell = 0; ///< in that row
        bool isVisible = true;
        bool operator==(const Cursor &) const = default;
    };
    [[nodiscard]] Cursor cursor() const;
    /// A program has the whole screen, such as an editor: nothing scrolls back.
    [[nodiscard]] bool isAlternate() const;

    /// What a key is for the worker, as the program there wants keys now.
    [[nodiscard]] QByteArray press(const TerminalKey &key);
    /// Text as if typed, in brackets where the program asked for it. Controls other than line ends
    /// and tabs are left out, so that a text cannot end its own brackets.
    [[nodiscard]] QByteArray paste(const QString &text);
    /// The program has asked for brackets around what is pasted: it does not take it for typed.
    [[nodiscard]] bool bracketsPaste() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace podium::run
