// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/fuzzymatch.h"

namespace podium::models {

namespace {

constexpr int WordStartPoints = 8;
constexpr int TogetherPoints = 5;
constexpr int LetterPoints = 1;

bool startsWord(const QString &text, int at)
{
    return at == 0 || !text.at(at - 1).isLetterOrNumber();
}

/// The next place of `letter`, at a word's start if there is one further on and the letter does
/// not follow right after the last.
int nextPlace(const QString &text, QChar letter, int from, bool follows)
{
    const int plain = text.indexOf(letter, from, Qt::CaseInsensitive);
    if (plain < 0 || (follows && plain == from)) {
        return plain;
    }
    for (int at = plain; at >= 0; at = text.indexOf(letter, at + 1, Qt::CaseInsensitive)) {
        if (startsWord(text, at)) {
            return at;
        }
    }
    return plain;
}

int scoreFrom(const QString &typed, const QString &text, bool preferWordStarts)
{
    int score = 0;
    int from = 0;
    for (int i = 0; i < typed.size(); ++i) {
        const QChar letter = typed.at(i);
        if (letter.isSpace()) {
            continue;
        }
        const int at = preferWordStarts ? nextPlace(text, letter, from, i > 0)
                                        : text.indexOf(letter, from, Qt::CaseInsensitive);
        if (at < 0) {
            return -1;
        }
        score += LetterPoints + (startsWord(text, at) ? WordStartPoints : 0) +
                 (i > 0 && at == from ? TogetherPoints : 0);
        from = at + 1;
    }
    return score;
}

} // namespace

int fuzzyScore(const QString &typed, const QString &text)
{
    const QString wanted = typed.simplified();
    if (wanted.isEmpty()) {
        return 0;
    }
    int score = qMax(scoreFrom(wanted, text, true), scoreFrom(wanted, text, false));
    if (const int at = text.indexOf(wanted, 0, Qt::CaseInsensitive); at >= 0) {
        score += wanted.size() * TogetherPoints + (startsWord(text, at) ? WordStartPoints : 0);
    }
    return score;
}

} // namespace podium::models
