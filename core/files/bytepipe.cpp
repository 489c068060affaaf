// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/bytepipe.h"

namespace podium::files {

bool BytePipe::push(const QByteArray &piece)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_size < Most || m_isAbandoned; });
    if (m_isAbandoned) {
        return false;
    }
    m_size += piece.size();
    m_pieces.push_back(piece);
    m_changed.notify_all();
    return true;
}

void BytePipe::pushNow(const QByteArray &piece)
{
    const std::lock_guard lock(m_mutex);
    if (!m_isAbandoned) {
        m_size += piece.size();
        m_pieces.push_back(piece);
        m_changed.notify_all();
    }
}

void BytePipe::pushInPieces(const QByteArray &bytes)
{
    constexpr int PieceSize = 256 * 1024;
    for (int at = 0; at < bytes.size(); at += PieceSize) {
        pushNow(bytes.mid(at, PieceSize));
    }
}

void BytePipe::close()
{
    const std::lock_guard lock(m_mutex);
    m_isClosed = true;
    m_changed.notify_all();
}

QByteArray BytePipe::peek() const
{
    const std::lock_guard lock(m_mutex);
    return m_pieces.empty() ? QByteArray() : m_pieces.front();
}

void BytePipe::drop()
{
    const std::lock_guard lock(m_mutex);
    if (!m_pieces.empty()) {
        m_size -= m_pieces.front().size();
        m_pieces.pop_front();
        m_changed.notify_all();
    }
}

bool BytePipe::isAtEnd() const
{
    const std::lock_guard lock(m_mutex);
    return m_isClosed && m_pieces.empty();
}

QByteArray BytePipe::take()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_pieces.empty() || m_isClosed || m_isAbandoned; });
    if (m_isAbandoned || m_pieces.empty()) {
        return {};
    }
    QByteArray piece = m_pieces.front();
    m_pieces.pop_front();
    m_size -= piece.size();
    m_changed.notify_all();
    return piece;
}

void BytePipe::abandon()
{
    const std::lock_guard lock(m_mutex);
    m_isAbandoned = true;
    m_pieces.clear();
    m_size = 0;
    m_changed.notify_all();
}

bool BytePipe::isAbandoned() const
{
    const std::lock_guard lock(m_mutex);
    return m_isAbandoned;
}

} // namespace podium::files
