// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/workerlines.h"

#include <QStringBuilder>

#include <utility>

namespace podium::gateway {

namespace {

/// A longer line is passed on in pieces.
constexpr int LongestPiece = 64 * 1024;
constexpr int LongestName = 12;
/// The longest word behind the mark: "begun packed".
constexpr int LongestWord = 12;

/// As the worker packed it: see script/command.sh.
QByteArray unpacked(const QByteArray &line)
{
    QByteArray text;
    text.reserve(line.size());
    const int last = line.size() - 1;
    for (int at = 0; at <= last; ++at) {
        const auto byte = uchar(line[at]);
        const auto next = uchar(at < last ? line[at + 1] : 0);
        if (byte == '\\' && at < last) {
            text += next == 'n' ? '\n' : next == 'r' ? '\r' : char(next);
            ++at;
        } else if ((byte & 0xfe) == 0xc2 && (next & 0xc0) == 0x80) {
            text += char((byte & 0x03) << 6 | (next & 0x3f));
            ++at;
        } else {
            text += char(byte);
        }
    }
    return text;
}

} // namespace

WorkerLines::WorkerLines(const QByteArray &token, std::size_t workers)
    : m_mark('\1' + token + ' ')
    , m_workers(workers)
{}

std::vector<WorkerLines::Item> WorkerLines::read(const QByteArray &bytes)
{
    int begin = 0;
    for (int end = bytes.indexOf('\n'); end >= 0; end = bytes.indexOf('\n', begin)) {
        readLine(std::exchange(m_rest, {}) + bytes.mid(begin, end - begin));
        m_current.reset();
        begin = end + 1;
    }
    m_rest += bytes.mid(begin);
    if (m_rest.size() > LongestPiece) {
        readPiece();
    }
    m_lasts.clear();
    return std::exchange(m_items, {});
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

void WorkerLines::readLine(const QByteArray &text)
{
    QByteArray line = text;
    const auto worker = m_current ? m_current : cutName(line);
    if (!worker) {
        m_items.emplace_back(Own{line});
    } else if (m_packed.count(*worker) > 0) {
        readText(*worker, unpacked(line));
    } else {
        readText(*worker, line + '\n');
    }
}

void WorkerLines::readPiece()
{
    if (!m_current) {
        m_current = cutName(m_rest);
    }
    if (!m_current) {
        m_rest.truncate(LongestPiece); // nobody's; clush has no such line
        return;
    }
    readText(*m_current, std::exchange(m_rest, {}));
}

void WorkerLines::readText(std::size_t worker, const QByteArray &text)
{
    QByteArray rest = std::exchange(m_kept[worker], {}) + text;
    for (int at = rest.indexOf(m_mark); at >= 0; at = rest.indexOf(m_mark, at)) {
        const int begin = at + m_mark.size();
        const int end = rest.indexOf('\n', begin);
        if (end < 0) {
            break;
        }
        print(worker, rest.left(at));
        if (!readWord(worker, rest.mid(begin, end - begin))) {
            print(worker, rest.mid(at, end + 1 - at));
        }
        rest.remove(0, end + 1);
        at = 0;
    }
    keepBack(worker, rest);
    print(worker, rest);
}

/// Off its end what the next bytes may make one of the wrapper's words.
void WorkerLines::keepBack(std::size_t worker, QByteArray &text)
{
    const int at = text.lastIndexOf('\1');
    const QByteArray end = at < 0 ? QByteArray() : text.mid(at);
    const bool isMarked = end.startsWith(m_mark) && end.size() <= m_mark.size() + LongestWord;
    if (at >= 0 && (isMarked || m_mark.startsWith(end))) {
        m_kept[worker] = end;
        text.truncate(at);
    }
}

bool WorkerLines::readWord(std::size_t worker, const QByteArray &word)
{
    const int status = word.mid(6).toInt();
    if (word == "begun" || word == "begun packed") {
        if (word != "begun") {
            m_packed.insert(worker);
        }
        m_items.emplace_back(Begun{worker});
    } else if (word == "ended " + QByteArray::number(status)) {
        m_items.emplace_back(Ended{worker, status});
    } else {
        return false;
    }
    m_lasts.erase(worker);
    return true;
}

void WorkerLines::print(std::size_t worker, const QByteArray &bytes)
{
    if (bytes.isEmpty()) {
        return;
    }
    if (const auto last = m_lasts.find(worker); last != m_lasts.end()) {
        std::get<Output>(m_items[last->second]).bytes += bytes;
        return;
    }
    m_lasts.emplace(worker, m_items.size());
    m_items.emplace_back(Output{worker, bytes});
}

} // namespace podium::gateway
