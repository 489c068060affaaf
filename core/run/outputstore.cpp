// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/outputstore.h"

#include "core/run/slotoutput.h"

#include <algorithm>

namespace podium::run {

namespace {

// A cut lets so much go at a time: a part of the slot, and no less than is worth the work.
constexpr qint64 CutPart = 8;
constexpr qint64 LeastCut = 64 * 1024;
// So much of each slot always stays.
constexpr qint64 LeastKept = 8 * 1024;

} // namespace

struct OutputStore::Private
{
    explicit Private(int slotCount, qint64 budgetBytes)
        : slotOutputs(std::size_t(std::max(0, slotCount)))
        , budget(budgetBytes)
    {
        for (const SlotOutput &output : slotOutputs) {
            memory += output.memoryBytes();
        }
    }

    void cutLargest();

    std::vector<SlotOutput> slotOutputs;
    qint64 budget = 0;
    qint64 memory = 0;
};

/// Of the slot that keeps most, so that a talkative worker does not cost the others theirs.
void OutputStore::Private::cutLargest()
{
    const auto largest = std::max_element(
        slotOutputs.begin(), slotOutputs.end(),
        [](const SlotOutput &a, const SlotOutput &b) { return a.keptBytes() < b.keptBytes(); });
    const qint64 kept = largest->keptBytes();
    const qint64 target = std::max(LeastKept, kept - std::max(LeastCut, kept / CutPart));
    if (target < kept) {
        const qint64 before = largest->memoryBytes();
        largest->shrink(target);
        memory += largest->memoryBytes() - before;
    }
}

OutputStore::OutputStore(int slotCount, qint64 budgetBytes)
    : d(std::make_unique<Private>(slotCount, budgetBytes))
{}

OutputStore::~OutputStore() = default;

void OutputStore::append(int slot, ssh::OutputStream stream, const QByteArray &bytes)
{
    SlotOutput &output = d->slotOutputs.at(std::size_t(slot));
    const qint64 before = output.memoryBytes();
    output.append(stream, bytes.constData(), bytes.size());
    d->memory += output.memoryBytes() - before;
    if (d->memory > d->budget) {
        d->cutLargest();
    }
}

int OutputStore::slotCount() const
{
    return int(d->slotOutputs.size());
}

int OutputStore::lineCount(int slot) const
{
    return int(d->slotOutputs.at(std::size_t(slot)).lineCount());
}

StyledLine OutputStore::line(int slot, int index) const
{
    return d->slotOutputs.at(std::size_t(slot)).line(index);
}

QString OutputStore::text(int slot) const
{
    const SlotOutput &output = d->slotOutputs.at(std::size_t(slot));
    QString all;
    for (qint64 i = 0; i < output.lineCount(); ++i) {
        if (i > 0) {
            all += QLatin1Char('\n');
        }
        all += output.line(i).text;
    }
    return all;
}

QByteArray OutputStore::bytes(int slot, ssh::OutputStream stream) const
{
    return d->slotOutputs.at(std::size_t(slot)).bytes(stream);
}

qint64 OutputStore::receivedBytes(int slot) const
{
    return d->slotOutputs.at(std::size_t(slot)).receivedBytes();
}

qint64 OutputStore::cutBytes(int slot) const
{
    return d->slotOutputs.at(std::size_t(slot)).cut().bytes;
}

qint64 OutputStore::memoryBytes() const
{
    return d->memory;
}

OutputCut OutputStore::cut(int slot) const
{
    return d->slotOutputs.at(std::size_t(slot)).cut();
}

qint64 OutputStore::gapAt(int slot, ssh::OutputStream stream) const
{
    return d->slotOutputs.at(std::size_t(slot)).gapAt(stream);
}

OutputDigest OutputStore::digest(int slot) const
{
    return d->slotOutputs.at(std::size_t(slot)).digest();
}

} // namespace podium::run
