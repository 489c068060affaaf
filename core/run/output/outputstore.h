// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/outputlimits.h"
#include "core/run/output/spillfile.h"
#include "core/ssh/transport.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <vector>

namespace podium::run {

/// Colours as a terminal has them: 0-255 of the palette, or RGB; none: the default.
struct TextColour
{
    enum class Kind : quint8 { Default, Palette, Rgb };
    Kind kind = Kind::Default;
    quint32 value = 0; ///< palette index, or 0xRRGGBB
    bool operator==(const TextColour &) const = default;
};

/// How a piece of a line looks.
struct TextStyle
{
    TextColour foreground{};
    TextColour background{};
    bool bold = false;
    bool faint = false;
    bool italic = false;
    bool underline = false;
    bool inverse = false;
    bool isError = false; ///< came over stderr
    bool operator==(const TextStyle &) const = default;
};

/// A style from this column (QChar index) to the next run's.
struct StyleRun
{
    int start = 0;
    TextStyle style;
    bool operator==(const StyleRun &) const = default;
};

/// A line as it is shown: after `\r` and escape sequences were obeyed or dropped. Plain text.
struct StyledLine
{
    QString text;
    std::vector<StyleRun> runs;
};

/// Lines begin … end-1.
struct LineRange
{
    int begin = 0;
    int end = 0;
    [[nodiscard]] bool contains(int line) const { return line >= begin && line < end; }
    bool operator==(const LineRange &) const = default;
};

/// The part of a slot's output that is no longer kept, neither in memory nor on disk. In its place
/// among the lines stands one that says so, at index `line`, if any `lines` are gone.
struct Elision
{
    qint64 line = 0;
    qint64 lines = 0;
    qint64 bytes = 0;
    bool operator==(const Elision &) const = default;
};

/// Tells texts apart: slots with the same lines on stdout and on stderr have the same digest,
/// however these were written and mixed. Takes in what was cut, and the unfinished lines.
struct OutputDigest
{
    quint64 out = 0;
    quint64 err = 0;
    qint64 lines = 0;
    bool operator==(const OutputDigest &) const = default;
};

class OutputSnapshot;

/// Where a run's output is kept: bytes per slot, bounded in all. Head and tail of each slot stay in
/// memory when its budget is used up; what is between them goes to disk, and is cut, counted and
/// said where that cannot be. Used on one thread, with an event loop where there is a disk.
class OutputStore final
{
public:
    static constexpr qint64 DefaultBudget = OutputLimits::UsualMemory;

    explicit OutputStore(int slots, qint64 budgetBytes = DefaultBudget);
    OutputStore(int slots, const OutputLimits &limits);
    ~OutputStore();
    OutputStore(const OutputStore &) = delete;
    OutputStore &operator=(const OutputStore &) = delete;

    void append(int slot, ssh::OutputStream stream, const QByteArray &bytes);
    void finish(int slot); ///< nothing more comes; what is shown stays the same

    [[nodiscard]] int slotCount() const;
    /// Lines that can be shown, the unfinished last one too.
    [[nodiscard]] int lineCount(int slot) const;
    /// Line 0 … lineCount-1; cheap for the lines on screen. One that isThere() not is "…".
    [[nodiscard]] StyledLine line(int slot, int index) const;
    /// The lines as text after `\r`, for comparing; those on disk are one that says so.
    [[nodiscard]] QStringList lines(int slot) const;
    /// The same, joined with '\n'.
    [[nodiscard]] QString text(int slot) const;
    /// What the worker sent over one stream, byte for byte, as far as memory holds it.
    [[nodiscard]] QByteArray bytes(int slot, ssh::OutputStream stream) const;
    /// The same with what is on disk, as far as it is kept.
    [[nodiscard]] OutputContent content(int slot, ssh::OutputStream stream) const;
    /// All of it as it is now, for reading on another thread.
    [[nodiscard]] OutputSnapshot snapshot(int slot) const;
    [[nodiscard]] qint64 receivedBytes(int slot) const;
    [[nodiscard]] qint64 cutBytes(int slot) const; ///< received, but no longer kept
    [[nodiscard]] qint64 memoryBytes() const;
    [[nodiscard]] qint64 diskBytes() const;
    /// What is cut, and where: when more is cut, the lines after the mark move up by as many as
    /// Elision::lines grows.
    [[nodiscard]] Elision cut(int slot) const;
    /// Why nothing goes to disk any more, in a sentence; empty: it does, or is not meant to.
    [[nodiscard]] QString diskProblem() const;
    /// Where in content() the cut is; -1: nowhere.
    [[nodiscard]] qint64 gapAt(int slot, ssh::OutputStream stream) const;
    [[nodiscard]] OutputDigest digest(int slot) const; ///< costs no more than the unfinished line

    /// The lines that are on disk, or on their way there.
    [[nodiscard]] LineRange onDisk(int slot) const;
    /// Whether line() has the text now. What is on disk is read back by want(), a window of lines
    /// at a time, and stays for as long as others are not wanted more.
    [[nodiscard]] bool isThere(int slot, int index) const;
    void want(int slot, int index) const;
    /// Grows when lines have come back from disk, or were lost on the way to it.
    [[nodiscard]] int revision(int slot) const;
    /// The same over all slots.
    [[nodiscard]] int revision() const;
    /// Called later, each time a revision() has grown.
    void setOnRevised(std::function<void(int slot)> onRevised);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace podium::run
