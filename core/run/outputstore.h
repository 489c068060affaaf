// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/transport.h"

#include <QByteArray>
#include <QString>

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

/// The part of a slot's output that is no longer kept. In its place among the lines stands one
/// that says so, at index `line`, if any `lines` are gone.
struct OutputCut
{
    qint64 line = 0;
    qint64 lines = 0;
    qint64 bytes = 0;
    bool operator==(const OutputCut &) const = default;
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

/// Where a run's output is kept: bytes per slot, bounded in all. Head and tail of each slot stay
/// when the budget is used up; what was cut is counted. Used on one thread.
class OutputStore final
{
public:
    static constexpr qint64 DefaultBudget = 256LL * 1024 * 1024;

    explicit OutputStore(int slots, qint64 budgetBytes = DefaultBudget);
    ~OutputStore();
    OutputStore(const OutputStore &) = delete;
    OutputStore &operator=(const OutputStore &) = delete;

    void append(int slot, ssh::OutputStream stream, const QByteArray &bytes);

    [[nodiscard]] int slotCount() const;
    /// Lines that can be shown, the unfinished last one too.
    [[nodiscard]] int lineCount(int slot) const;
    /// Line 0 … lineCount-1; cheap for the lines on screen.
    [[nodiscard]] StyledLine line(int slot, int index) const;
    /// The lines as text after `\r`, joined with '\n': for copying, folding, finding.
    [[nodiscard]] QString text(int slot) const;
    /// What the worker sent over one stream, byte for byte, as far as it is kept.
    [[nodiscard]] QByteArray bytes(int slot, ssh::OutputStream stream) const;
    [[nodiscard]] qint64 receivedBytes(int slot) const;
    [[nodiscard]] qint64 cutBytes(int slot) const; ///< received, but no longer kept
    [[nodiscard]] qint64 memoryBytes() const;
    /// What is cut, and where: when more is cut, the lines after the mark move up by as many as
    /// OutputCut::lines grows.
    [[nodiscard]] OutputCut cut(int slot) const;
    /// Where in bytes() the cut is; -1: nowhere.
    [[nodiscard]] qint64 gapAt(int slot, ssh::OutputStream stream) const;
    [[nodiscard]] OutputDigest digest(int slot) const; ///< costs no more than the unfinished line

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace podium::run
