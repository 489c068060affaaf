// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/panefold.h"

#include <QElapsedTimer>
#include <QHash>

#include <algorithm>
#include <numeric>
#include <string_view>

namespace podium::models {

namespace {

constexpr int StepMs = 4; // of a frame's 16
constexpr int LinesPerCheck = 128;
constexpr int RestMs = 100; // between two looks while output streams

quint64 hashOf(const QString &text)
{
    return std::hash<std::u16string_view>{}(
        {reinterpret_cast<const char16_t *>(text.utf16()), std::size_t(text.size())});
}

quint64 mixed(quint64 hash, quint64 next)
{
    return (hash ^ next) * 0x9e3779b97f4a7c15ULL + (hash >> 29U);
}

} // namespace

PaneFold::PaneFold(const RunModel &model, QObject *parent)
    : QObject(parent)
    , m_model(model)
    , m_progress(std::size_t(model.rowCount()))
    , m_isQueued(model.rowCount(), false)
{
    QVector<int> all(model.rowCount());
    std::iota(all.begin(), all.end(), 0);
    slotsChanged(all);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &PaneFold::work);
}

void PaneFold::setActive(bool active)
{
    m_isActive = active;
    if (active) {
        work();
    } else {
        m_timer.stop();
    }
}

void PaneFold::slotsChanged(const QVector<int> &slotNumbers)
{
    for (const int slot : slotNumbers) {
        if (!m_isQueued.at(slot)) {
            m_isQueued[slot] = true;
            m_queue.append(slot);
        }
    }
    if (m_isActive && !m_timer.isActive()) {
        m_timer.start(RestMs);
    }
}

void PaneFold::work()
{
    QElapsedTimer elapsed;
    elapsed.start();
    int done = 0;
    while (done < m_queue.size() && elapsed.elapsed() < StepMs) {
        if (readSome(m_queue.at(done))) {
            m_isQueued[m_queue.at(done)] = false;
            ++done;
        }
    }
    m_queue.remove(0, done);
    if (!m_queue.isEmpty() && m_isActive) {
        m_timer.start(0);
    }
    emit changed();
}

void PaneFold::finish()
{
    for (const int slot : qAsConst(m_queue)) {
        while (!readSome(slot)) {
        }
        m_isQueued[slot] = false;
    }
    m_queue.clear();
}

bool PaneFold::readSome(int slot)
{
    const run::OutputStore &store = m_model.run().output();
    Progress &progress = m_progress.at(std::size_t(slot));
    const int lines = store.lineCount(slot);
    if (lines < progress.lines || store.cutBytes(slot) != progress.cutBytes) {
        progress = {};
        progress.cutBytes = store.cutBytes(slot);
    }
    const int end = std::min(lines, progress.lines + LinesPerCheck);
    progress.lastLine = 0;
    for (int line = progress.lines; line < end; ++line) {
        const quint64 hash = hashOf(store.line(slot, line).text);
        if (line + 1 < lines) {
            progress.hash = mixed(progress.hash, hash);
            progress.lines = line + 1;
        } else {
            progress.lastLine = mixed(1, hash);
        }
    }
    return end >= lines;
}

std::vector<QVector<int>> PaneFold::groups(const QVector<int> &shown) const
{
    struct Key
    {
        quint64 hash;
        PaneState state;
        QString headline;
        bool operator==(const Key &) const = default;
    };
    std::vector<Key> keys;
    std::vector<QVector<int>> groups;
    QMultiHash<quint64, int> groupsOfHash;
    for (const int slot : shown) {
        const Progress &progress = m_progress.at(std::size_t(slot));
        const run::WorkerState &worker = m_model.worker(slot);
        const Key key{
            mixed(progress.hash, progress.lastLine), paneState(worker), paneHeadline(worker)};
        const QList<int> candidates = groupsOfHash.values(key.hash);
        const auto known = std::find_if(candidates.begin(), candidates.end(), [&](int group) {
            return keys.at(std::size_t(group)) == key;
        });
        if (known != candidates.end()) {
            groups.at(std::size_t(*known)).append(slot);
        } else {
            groupsOfHash.insert(key.hash, int(groups.size()));
            keys.push_back(key);
            groups.push_back({slot});
        }
    }
    std::stable_sort(groups.begin(), groups.end(), [](const auto &a, const auto &b) {
        return a.size() < b.size();
    });
    return groups;
}

QVector<int> PaneFold::different(const QVector<int> &shown) const
{
    const std::vector<QVector<int>> all = groups(shown);
    QVector<int> slotNumbers;
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        slotNumbers += all[i];
    }
    std::sort(slotNumbers.begin(), slotNumbers.end());
    return slotNumbers;
}

} // namespace podium::models
