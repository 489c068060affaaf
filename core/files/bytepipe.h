// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <condition_variable>
#include <deque>
#include <mutex>

namespace podium::files {

/// Bytes from one thread to another, in pieces, some megabytes at a time: who is ahead waits. One
/// side is a thread that may block; the other never does.
class BytePipe final
{
public:
    static constexpr qint64 Most = 4 * 1024 * 1024;

    // The side that writes and may wait.
    /// False: nobody wants it any more.
    [[nodiscard]] bool push(const QByteArray &piece);
    /// Without waiting, for a side that cannot, and knows how much can come.
    void pushNow(const QByteArray &piece);
    void pushInPieces(const QByteArray &bytes); ///< the same, of any size
    void close();                               ///< nothing more comes

    // The side that reads.
    /// The next piece, if there is one now; it stays.
    [[nodiscard]] QByteArray peek() const;
    void drop(); ///< what peek() gave
    [[nodiscard]] bool isAtEnd() const;
    /// Waits; empty: nothing more comes.
    [[nodiscard]] QByteArray take();

    /// From either side: nothing of it is wanted any more. Whoever waits goes on.
    void abandon();
    [[nodiscard]] bool isAbandoned() const;

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<QByteArray> m_pieces;
    qint64 m_size = 0;
    bool m_isClosed = false;
    bool m_isAbandoned = false;
};

} // namespace podium::files
