// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/workerlines.h"

#include <QStringBuilder>

#include <utility>

namespace podium::gateway {

namespace {

/// A longer line is passed on in pieces.
constexpr int LongestPiece = 64 * 1024;
/// The longest that is told by the token: " ended 255" behind it.
constexpr int LongestTelling = 16;
constexpr int LongestName = 12;

} // namespace

WorkerLines::WorkerLines(QByteArray token, std::size_t workers)
    : m_token(std::move(token))
    , m_workers(workers)
{}

std::vector<WorkerLines::Item> WorkerLines::read(const QByteArray &bytes)
{
    std::vector<Item> items;
    int begin = 0;
    for (int end = bytes.indexOf('\n'); end >= 0; end = bytes.indexOf('\n', begin)) {
        readLine(items, m_rest + bytes.mid(begin, end - begin));
        m_rest.clear();
        m_current.reset();
        begin = end + 1;
    }
    m_rest += bytes.mid(begin);
    if (m_rest.size() > LongestPiece) {
        readPiece(items);
    }
    return items;
}

/// "w3: " off its front.
std::optional<std::size_t> WorkerLines::cutName(QByteArray &text) const
{
    const int colon = text.left(LongestName).indexOf(": ");
    if (colon < 2 || text[0] != 'w') {
        return std::nullopt;
    }
    bool isNumber = false;
    const qulonglong worker = text.mid(1, colon - 1).toULongLong(&isNumber);
    if (!isNumber || worker >= m_workers) {
        return std::nullopt;
    }
    text.remove(0, colon + 2);
    return std::size_t(worker);
}

void WorkerLines::readLine(std::vector<Item> &items, const QByteArray &text)
{
    QByteArray line = text;
    const auto worker = m_current ? m_current : cutName(line);
    if (!worker) {
        items.emplace_back(Own{line});
        return;
    }
    const int at = line.lastIndexOf(m_token + ' ');
    const QByteArray told = at < 0 ? QByteArray() : line.mid(at + m_token.size() + 1);
    const int status = told.mid(6).toInt();
    const bool isStatus = told == "ended " + QByteArray::number(status);
    if (told != "begun" && !isStatus) {
        items.emplace_back(Output{*worker, line + '\n'});
        return;
    }
    if (at > 0) {
        items.emplace_back(Output{*worker, line.left(at)});
    }
    if (isStatus) {
        items.emplace_back(Ended{*worker, status});
    } else {
        items.emplace_back(Begun{*worker});
    }
}

void WorkerLines::readPiece(std::vector<Item> &items)
{
    if (!m_current) {
        m_current = cutName(m_rest);
    }
    if (!m_current) {
        m_rest.truncate(LongestPiece); // nobody's; clush has no such line
        return;
    }
    const int kept = m_token.size() + LongestTelling;
    items.emplace_back(Output{*m_current, m_rest.left(m_rest.size() - kept)});
    m_rest = m_rest.right(kept);
}

} // namespace podium::gateway
