// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/terminal.h"

#include "app/composition/interrupts.h"
#include "core/base/files.h"
#include "core/run/output/cellwidth.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <iostream>
#include <numeric>
#include <string>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

namespace podium::ctl {

namespace {

bool isHarmless(QChar c)
{
    if (c.unicode() < 0xa0) {
        return c.unicode() >= 0x20 && c.unicode() < 0x7f;
    }
    // Format characters can reorder or hide what stands around them.
    return c.category() != QChar::Other_Format && c.category() != QChar::Separator_Line &&
           c.category() != QChar::Separator_Paragraph;
}

bool g_isStatusShown = false;
bool g_hasLostOutput = false;
bool g_hasResult = false;
Error g_lastSaid;

Error lastError()
{
    return ioError(QStringLiteral("write"), QStringLiteral("the output"), errno);
}

constexpr int ColumnGap = 2; // blanks between two columns of a table

int cellsOf(const QString &text)
{
    const QVector<uint> characters = text.toUcs4();
    return std::accumulate(characters.begin(), characters.end(), 0, [](int cells, uint character) {
        return cells + run::cellWidth(character);
    });
}

std::vector<int> columnWidths(const std::vector<QStringList> &rows)
{
    std::vector<int> widths;
    for (const QStringList &row : rows) {
        widths.resize(std::max(widths.size(), size_t(row.size())));
        for (int i = 0; i < row.size(); ++i) {
            widths[size_t(i)] = std::max(widths[size_t(i)], cellsOf(printable(row[i])));
        }
    }
    return widths;
}

bool writeWhole(std::FILE *file, const QByteArray &bytes)
{
    return std::fwrite(bytes.constData(), 1, size_t(bytes.size()), file) == size_t(bytes.size());
}

} // namespace

QString printable(const QString &text)
{
    // By stretches: most lines, of which there may be millions, pass as they are.
    const auto harmful = [&text](auto from) {
        return std::find_if_not(from, text.cend(), isHarmless);
    };
    auto next = harmful(text.cbegin());
    if (next == text.cend()) {
        return text;
    }
    QString safe;
    for (auto from = text.cbegin();; from = next + 1, next = harmful(from)) {
        safe.append(from, int(next - from));
        if (next == text.cend()) {
            return safe;
        }
        safe += QStringLiteral("\\u%1").arg(next->unicode(), 4, 16, QLatin1Char('0'));
    }
}

QString printableLines(const QString &text)
{
    QStringList lines = text.split(QLatin1Char('\n'));
    for (QString &line : lines) {
        line = printable(line);
    }
    return lines.join(QLatin1Char('\n'));
}

void showStatus(const QString &text)
{
    if (!isTerminal(STDERR_FILENO)) {
        return;
    }
    flushOutput();
    const int columns = terminalWidth(STDERR_FILENO) - 1;
    // Back to the first column, text, erase the rest of the line.
    const QByteArray line = "\r" + cutToCells(printable(text), columns).toUtf8() + "\033[K";
    std::fwrite(line.constData(), 1, size_t(line.size()), stderr);
    std::fflush(stderr);
    g_isStatusShown = true;
}

void clearStatus()
{
    if (std::exchange(g_isStatusShown, false)) {
        std::fputs("\r\033[K", stderr);
        std::fflush(stderr);
    }
}

void printBytes(const QByteArray &bytes)
{
    clearStatus();
    g_hasResult = true;
    if (!writeWhole(stdout, bytes)) {
        loseOutput(lastError());
    }
}

void printBytesTo(std::FILE *file, const QByteArray &bytes)
{
    clearStatus();
    g_hasResult = g_hasResult || file == stdout;
    if (!writeWhole(file, bytes) || std::fflush(file) != 0) {
        loseOutput(lastError());
    }
}

void flushOutput()
{
    if (std::fflush(stdout) != 0) {
        loseOutput(lastError());
    }
}

void loseOutput(const Error &why)
{
    if (!std::exchange(g_hasLostOutput, true)) {
        printNote(why.text());
    }
}

bool hasLostOutput()
{
    return g_hasLostOutput;
}

void printLine(const QString &line)
{
    printBytes(QString(printable(line) % QLatin1Char('\n')).toUtf8());
}

std::optional<Error> failureWithoutResult()
{
    return g_hasResult ? std::nullopt : std::optional<Error>(g_lastSaid);
}

void printNote(const QString &text)
{
    g_lastSaid = {ErrorKind::Refused, text};
    flushOutput(); // where both go into one log, what was printed before stands before it
    const QByteArray line = QString(QStringLiteral("podiumctl: ") % printable(text)).toUtf8();
    clearStatus();
    std::fprintf(stderr, "%s\n", line.constData());
}

void printError(const Error &error)
{
    if (error.isCancelled()) {
        return;
    }
    const QString text = error.text();
    printNote(
        error.subject.isEmpty() || text.contains(error.subject)
            ? text
            : QString(error.subject % QStringLiteral(": ") % text));
    g_lastSaid = error;
}

QString cutToCells(const QString &text, int cells)
{
    const QVector<uint> characters = text.toUcs4();
    const auto end = std::find_if(characters.begin(), characters.end(), [&cells](uint character) {
        cells -= run::cellWidth(character);
        return cells < 0;
    });
    return QString::fromUcs4(characters.constData(), int(end - characters.begin()));
}

QStringList tableLines(const std::vector<QStringList> &rows)
{
    const std::vector<int> widths = columnWidths(rows);
    QStringList lines;
    for (const QStringList &row : rows) {
        QString line;
        for (int i = 0; i < row.size(); ++i) {
            const QString cell = printable(row[i]);
            const bool isLast = i == row.size() - 1;
            const int gap = isLast ? 0 : widths[size_t(i)] + ColumnGap - cellsOf(cell);
            line += cell + QString(gap, QLatin1Char(' '));
        }
        lines << line;
    }
    return lines;
}

void printTable(const std::vector<QStringList> &rows)
{
    for (const QString &line : tableLines(rows)) {
        printLine(line);
    }
}

int tableWidth(const std::vector<QStringList> &rows)
{
    const std::vector<int> widths = columnWidths(rows);
    return std::accumulate(widths.begin(), widths.end(), 0) +
           ColumnGap * std::max(0, int(widths.size()) - 1);
}

QString typedLine()
{
    if (isTerminal(STDIN_FILENO) && !app::awaitTypedLine()) {
        std::fputc('\n', stderr);
        return {};
    }
    std::string line;
    std::getline(std::cin, line);
    return QString::fromStdString(line);
}

bool isWished(const QString &question, bool yes, bool mayAsk)
{
    flushOutput(); // the plan, which may go through a pipe to where the rest is said
    if (yes || !mayAsk || !isTerminal(STDIN_FILENO)) {
        return yes;
    }
    std::fprintf(stderr, "%s [y/N] ", printable(question).toLocal8Bit().constData());
    return typedLine().startsWith(QLatin1Char('y'), Qt::CaseInsensitive);
}

Error needsYes(const QString &notDone, const QString &subject)
{
    return {ErrorKind::Refused, notDone, {}, QStringLiteral("Say --yes to do it."), subject};
}

bool isTerminal(int fd)
{
    return ::isatty(fd) == 1;
}

int terminalWidth(int fd)
{
    constexpr int usual = 80;
    winsize size = {};
    return ::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : usual;
}

} // namespace podium::ctl
