// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

namespace podium::gateway {

/// What one of the two streams of `clush` brings, apart by worker: it puts "w3: " before each
/// line. A command tells by a token of the run when it begins and how it has ended, on both
/// streams, behind all that it has printed there (see script/command.sh); so its last line needs
/// no line's end, and only a worker's own words can be made up by it. Keeps no more than a line's
/// piece, and the beginning of such a word. Pure.
class WorkerLines final
{
public:
    struct Output
    {
        std::size_t worker = 0;
        QByteArray bytes;
        bool operator==(const Output &) const = default;
    };
    struct Begun
    {
        std::size_t worker = 0;
        bool operator==(const Begun &) const = default;
    };
    struct Ended
    {
        std::size_t worker = 0;
        int status = 0; ///< as the shell has it: 128 and the signal's number after a signal
        bool operator==(const Ended &) const = default;
    };
    /// A line that is of no worker: clush's own, or of the script that runs it.
    struct Own
    {
        QByteArray line;
        bool operator==(const Own &) const = default;
    };
    using Item = std::variant<Output, Begun, Ended, Own>;

    /// `token`: letters and digits. Workers are w0 to w(`workers` - 1).
    WorkerLines(const QByteArray &token, std::size_t workers);

    /// In the order of each worker; what a worker prints between two other items is one.
    [[nodiscard]] std::vector<Item> read(const QByteArray &bytes);

private:
    void readLine(const QByteArray &text);
    void readPiece();
    void readText(std::size_t worker, const QByteArray &text);
    [[nodiscard]] bool readWord(std::size_t worker, const QByteArray &word);
    void print(std::size_t worker, const QByteArray &bytes);
    void keepBack(std::size_t worker, QByteArray &text);
    [[nodiscard]] std::optional<std::size_t> cutName(QByteArray &text) const;

    const QByteArray m_mark; ///< before each word of the command's wrapper
    const std::size_t m_workers;
    QByteArray m_rest;                        ///< of a line that has not ended
    std::optional<std::size_t> m_current;     ///< whose line goes on, where its name was cut off
    std::unordered_set<std::size_t> m_packed; ///< whose lines hold others, escaped
    std::unordered_map<std::size_t, QByteArray> m_kept;   ///< may be the beginning of a word
    std::vector<Item> m_items;                            ///< of this reading
    std::unordered_map<std::size_t, std::size_t> m_lasts; ///< each worker's last output in m_items
};

} // namespace podium::gateway
