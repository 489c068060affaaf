// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <cstdio>
#include <optional>
#include <vector>

namespace podium::ctl {

/// Text from a cloud or a worker, safe for a terminal: control and direction characters become
/// visible escapes, so that it can do nothing but be read.
[[nodiscard]] QString printable(const QString &text);
/// The same of a text of several lines.
[[nodiscard]] QString printableLines(const QString &text);

/// To stdout: results only. Bytes as they are. What cannot be written is said once on stderr.
void printBytes(const QByteArray &bytes);
/// The same to stdout or stderr, and at once.
void printBytesTo(std::FILE *file, const QByteArray &bytes);
/// Writes what is left of what was printed to stdout.
void flushOutput();
/// What was to be printed cannot be had: says why, once.
void loseOutput(const Error &why);
/// Whether that was so, or something that was printed, to stdout or by printBytesTo(), could not be
/// written.
[[nodiscard]] bool hasLostOutput();
/// To stdout, with a newline, through printable().
void printLine(const QString &line);
/// To stderr: "podiumctl: …".
void printError(const Error &error);
void printNote(const QString &text);

/// What was said last to stderr by printError(), or by printNote(), where nothing has gone to
/// stdout yet: then the command has no other result.
[[nodiscard]] std::optional<Error> failureWithoutResult();

/// A line at the foot of the terminal on stderr that is rewritten in place; whatever is printed
/// takes it away until it is shown again. Nothing where stderr is no terminal.
void showStatus(const QString &text);
void clearStatus();

/// The begin of a text that has no more cells of a terminal than these: an East Asian character or
/// an emoji has two, and is taken whole or not at all.
[[nodiscard]] QString cutToCells(const QString &text, int cells);

/// Columns padded to their widest entry, two blanks apart, in cells of a terminal; the first row is
/// the head. Entries go through printable().
[[nodiscard]] QStringList tableLines(const std::vector<QStringList> &rows);
/// The same to stdout.
void printTable(const std::vector<QStringList> &rows);

/// How many cells a line of that takes.
[[nodiscard]] int tableWidth(const std::vector<QStringList> &rows);

/// A line that the person types on the terminal, or of another stdin; empty at its end, and where
/// an interrupt comes first. Blocks.
[[nodiscard]] QString typedLine();

/// Whether what was shown is to be done: --yes was said (`yes`), or the person may be asked, and
/// answers on the terminal with y. Blocks: for a program without a window, before anything has
/// begun.
[[nodiscard]] bool isWished(const QString &question, bool yes, bool mayAsk = true);
/// What is said where it is not.
[[nodiscard]] Error needsYes(const QString &notDone, const QString &subject = {});

[[nodiscard]] bool isTerminal(int fd);
/// Columns of a terminal; of none, or one that does not tell, 80.
[[nodiscard]] int terminalWidth(int fd);

} // namespace podium::ctl
