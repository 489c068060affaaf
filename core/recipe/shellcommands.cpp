// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/shellcommands.h"

#include <QByteArrayList>

#include <algorithm>
#include <cctype>
#include <tuple>
#include <utility>

namespace podium::recipe {

namespace {

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

/// The first word of these and what is behind it; in double quotes blanks are part of a word.
std::pair<QByteArray, QByteArray> firstWord(const QByteArray &text)
{
    bool isQuoted = false;
    int end = 0;
    for (; end < text.size() && (isQuoted || !isBlank(text[end])); ++end) {
        isQuoted = isQuoted != (text[end] == '"');
    }
    return {text.left(end), text.mid(end).trimmed()};
}

bool isAssignment(const QByteArray &word)
{
    const int equals = int(word.indexOf('='));
    return equals > 0 && std::isdigit(static_cast<unsigned char>(word[0])) == 0 &&
           std::all_of(word.begin(), word.begin() + equals, [](char c) {
               return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
           });
}

/// Before a command, and no part of it.
bool isKeyword(const QByteArray &word)
{
    static const QByteArrayList words{"{",  "}",     "!",     "if", "then", "elif", "else",
                                      "do", "while", "until", "fi", "done", "esac", "time"};
    return words.contains(word);
}

class Splitter final
{
public:
    explicit Splitter(const QByteArray &sh) : m_sh(sh) {}

    [[nodiscard]] std::vector<ShellCommand> split()
    {
        m_levels.push_back({});
        while (m_at < m_sh.size()) {
            m_levels.back().quote == '\'' ? takeLiteral() : take();
        }
        while (!m_levels.empty()) {
            endCommand();
            m_levels.pop_back();
        }
        return std::move(m_commands);
    }

private:
    /// What is read within the same $(…), and so by the same quotes.
    struct Level
    {
        QByteArray text = {};
        char quote = 0;
        char end = 0; ///< what the level ends at; 0: nothing
        int depth = 0;
    };

    [[nodiscard]] char next(int by = 1) const
    {
        return m_at + by < m_sh.size() ? m_sh[m_at + by] : '\0';
    }

    void takeLiteral()
    {
        if (m_sh[m_at++] == '\'') {
            m_levels.back().quote = 0;
        }
    }

    void take()
    {
        Level &level = m_levels.back();
        const char c = m_sh[m_at];
        if (c == '\\') {
            level.text += next() == '\n' ? QByteArray(" ") : m_sh.mid(m_at, 2);
            m_at += 2;
        } else if (c == '$' && next() == '(') {
            begin(2, ')');
        } else if (c == '`' && level.end != '`') {
            begin(1, '`');
        } else if (c == '`') {
            end();
        } else if (c == '"') {
            level.quote = level.quote == '"' ? '\0' : '"';
            level.text += c;
            ++m_at;
        } else if (level.quote == '"') {
            level.text += c;
            ++m_at;
        } else {
            takeUnquoted(c);
        }
    }

    void takeUnquoted(char c)
    {
        Level &level = m_levels.back();
        const char before = level.text.isEmpty() ? ' ' : level.text.back();
        if (c == '\'') {
            level.quote = c;
            ++m_at;
        } else if (c == '#' && isBlank(before)) {
            const int newline = int(m_sh.indexOf('\n', m_at));
            m_at = newline < 0 ? m_sh.size() : newline;
        } else if (c == '<' && next() == '<' && next(2) != '<') {
            takeHereDocument();
        } else if (c == ')' && level.end == ')' && level.depth == 0) {
            end();
        } else if (
            c == '\n' || c == ';' || c == '|' || c == '(' || c == ')' ||
            (c == '&' && before != '>' && before != '<')) {
            level.depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            endCommand();
            ++m_at;
            if (c == '\n') {
                skipHereDocuments();
            }
        } else {
            level.text += c;
            ++m_at;
        }
    }

    void begin(int length, char closing)
    {
        m_at += length;
        m_levels.push_back({{}, 0, closing, 0});
    }

    /// Of the innermost level, which is not the outermost one.
    void end()
    {
        ++m_at;
        endCommand();
        m_levels.pop_back();
        m_levels.back().text += "$()";
    }

    void takeHereDocument()
    {
        m_at += 2 + (next(2) == '-' ? 1 : 0);
        while (m_at < m_sh.size() && (m_sh[m_at] == ' ' || m_sh[m_at] == '\t')) {
            ++m_at;
        }
        QByteArray mark;
        for (; m_at < m_sh.size() && !isBlank(m_sh[m_at]) &&
               !QByteArray(";|&()").contains(m_sh[m_at]);
             ++m_at) {
            if (!QByteArray("'\"\\").contains(m_sh[m_at])) {
                mark += m_sh[m_at];
            }
        }
        m_hereDocuments << mark;
    }

    void skipHereDocuments()
    {
        for (const QByteArray &mark : std::as_const(m_hereDocuments)) {
            for (bool isInside = true; isInside && m_at < m_sh.size();) {
                const int newline = int(m_sh.indexOf('\n', m_at));
                const int lineEnd = newline < 0 ? m_sh.size() : newline;
                isInside = m_sh.mid(m_at, lineEnd - m_at).trimmed() != mark;
                m_at = std::min(lineEnd + 1, int(m_sh.size()));
            }
        }
        m_hereDocuments.clear();
    }

    void endCommand()
    {
        QByteArray text = std::exchange(m_levels.back().text, {}).trimmed();
        auto [word, rest] = firstWord(text);
        while (isKeyword(word)) {
            text = rest;
            std::tie(word, rest) = firstWord(text);
        }
        while (isAssignment(word)) {
            std::tie(word, rest) = firstWord(QByteArray(rest));
        }
        if (!text.isEmpty()) {
            m_commands.push_back({text, word});
        }
    }

    const QByteArray &m_sh;
    int m_at = 0;
    std::vector<Level> m_levels;
    QByteArrayList m_hereDocuments; ///< whose lines come after this one
    std::vector<ShellCommand> m_commands;
};

} // namespace

std::vector<ShellCommand> commandsOf(const QByteArray &sh)
{
    return Splitter(sh).split();
}

} // namespace podium::recipe
