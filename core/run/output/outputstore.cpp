// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/outputstore.h"

#include "core/run/output/outputsnapshot.h"
#include "core/run/output/outputspill.h"
#include "core/run/output/slotoutput.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace podium::run {

namespace {

// A cut lets so much go at a time: a part of the slot, and no less than is worth the work.
constexpr qint64 CutPart = 8;
constexpr qint64 LeastCut = 64 * 1024;
constexpr qint64 MostCut = 4 * 1024 * 1024; // is copied to be written, on the drawing thread
// So much of each slot always stays.
constexpr qint64 LeastKept = 8 * 1024;

} // namespace

struct OutputStore::Private
{
    Private(int slotCount, const OutputLimits &limits)
        : slotOutputs(std::size_t(std::max(0, slotCount)))
        , revisions(std::size_t(std::max(0, slotCount)))
        , budget(limits.memoryBytes)
    {
        for (const SlotOutput &output : slotOutputs) {
            memory += output.memoryBytes();
        }
        if (limits.diskBytes > 0 && !limits.folder.isEmpty()) {
            spill.emplace(
                limits, OutputSpill::Listener{
                            [this](int slot) { revise(slot); },
                            [this](int slot, const auto &block) { lose(slot, block); }});
        }
    }

    bool cutLargest();
    void lose(int slot, const SlotSpill::Block &block);
    void revise(int slot);
    [[nodiscard]] const SlotOutput &output(int slot) const
    {
        return slotOutputs.at(std::size_t(slot));
    }

    std::vector<SlotOutput> slotOutputs;
    std::vector<int> revisions;
    int revision = 0; ///< of all
    qint64 budget = 0;
    qint64 memory = 0; ///< of the slots
    std::function<void(int)> onRevised;
    std::optional<OutputSpill> spill;
};

/// Of the slot that keeps most, so that a talkative worker does not cost the others theirs.
bool OutputStore::Private::cutLargest()
{
    const auto largest = std::max_element(
        slotOutputs.begin(), slotOutputs.end(),
        [](const SlotOutput &a, const SlotOutput &b) { return a.keptBytes() < b.keptBytes(); });
    const qint64 kept = largest->keptBytes();
    const qint64 cut = std::clamp(kept / CutPart, LeastCut, MostCut);
    const qint64 target = std::max(LeastKept, kept - cut);
    if (target >= kept) {
        return false;
    }
    const qint64 before = largest->memoryBytes();
    const int slot = int(largest - slotOutputs.begin());
    const bool spills = spill && spill->isOpen();
    if (spill && !spills) {
        largest->setReason(spill->problem());
    }
    const std::vector<SlotSpill::Block> blocks = largest->shrink(target, spills);
    const qint64 freed = before - largest->memoryBytes();
    memory -= freed;
    for (const SlotSpill::Block &block : blocks) {
        if (spill->isOpen()) {
            spill->add(slot, block);
        } else {
            lose(slot, block);
        }
    }
    return freed > 0;
}

void OutputStore::Private::lose(int slot, const SlotSpill::Block &block)
{
    SlotOutput &output = slotOutputs.at(std::size_t(slot));
    const qint64 before = output.memoryBytes();
    output.setReason(spill->problem());
    output.lose(block);
    memory += output.memoryBytes() - before;
    revise(slot);
}

void OutputStore::Private::revise(int slot)
{
    ++revisions.at(std::size_t(slot));
    ++revision;
    if (onRevised) {
        onRevised(slot);
    }
}

OutputStore::OutputStore(int slotCount, qint64 budgetBytes)
    : OutputStore(slotCount, OutputLimits{budgetBytes, 0, {}})
{}

OutputStore::OutputStore(int slotCount, const OutputLimits &limits)
    : d(std::make_unique<Private>(slotCount, limits))
{}

OutputStore::~OutputStore() = default;

void OutputStore::append(int slot, ssh::OutputStream stream, const QByteArray &bytes)
{
    if (d->budget <= 0) {
        return; // whoever wants none of it kept does not pay for its lines
    }
    SlotOutput &output = d->slotOutputs.at(std::size_t(slot));
    const qint64 before = output.memoryBytes();
    output.append(stream, bytes.constData(), bytes.size());
    d->memory += output.memoryBytes() - before;
    while (d->memory > d->budget && d->cutLargest()) {
    }
}

void OutputStore::finish(int slot)
{
    SlotOutput &output = d->slotOutputs.at(std::size_t(slot));
    const qint64 before = output.memoryBytes();
    output.finish();
    d->memory += output.memoryBytes() - before;
}

int OutputStore::slotCount() const
{
    return int(d->slotOutputs.size());
}

int OutputStore::lineCount(int slot) const
{
    return int(d->output(slot).lineCount());
}

StyledLine OutputStore::line(int slot, int index) const
{
    return d->output(slot).line(index);
}

QStringList OutputStore::lines(int slot) const
{
    const SlotOutput &output = d->output(slot);
    const LineRange onDisk = output.spilledLines();
    QStringList all;
    for (int i = 0; i < int(output.lineCount()); ++i) {
        if (onDisk.contains(i)) {
            all << QStringLiteral("… %1 lines are on disk …").arg(onDisk.end - onDisk.begin);
            i = onDisk.end - 1;
            continue;
        }
        all << output.line(i).text;
    }
    return all;
}

QString OutputStore::text(int slot) const
{
    return lines(slot).join(QLatin1Char('\n'));
}

QByteArray OutputStore::bytes(int slot, ssh::OutputStream stream) const
{
    return d->output(slot).bytes(stream);
}

qint64 OutputStore::receivedBytes(int slot) const
{
    return d->output(slot).receivedBytes();
}

qint64 OutputStore::cutBytes(int slot) const
{
    return d->output(slot).cut().bytes;
}

qint64 OutputStore::memoryBytes() const
{
    return d->memory + (d->spill ? d->spill->memoryBytes() : 0);
}

qint64 OutputStore::diskBytes() const
{
    return d->spill ? d->spill->diskBytes() : 0;
}

QString OutputStore::diskProblem() const
{
    return d->spill ? d->spill->problem() : QString();
}

OutputContent OutputStore::content(int slot, ssh::OutputStream stream) const
{
    return {d->output(slot).pieces(stream), d->spill ? d->spill->file() : nullptr};
}

OutputSnapshot OutputStore::snapshot(int slot) const
{
    return {
        std::make_shared<const SlotOutput>(d->output(slot)), d->spill ? d->spill->file() : nullptr};
}

LineRange OutputStore::onDisk(int slot) const
{
    return d->output(slot).spilledLines();
}

bool OutputStore::isThere(int slot, int index) const
{
    const SlotSpill::Block block = d->output(slot).blockOf(index);
    return !block || block->content || !block->problem.isEmpty();
}

void OutputStore::want(int slot, int index) const
{
    if (const SlotSpill::Block block = d->output(slot).blockOf(index)) {
        d->spill->want(slot, block);
    }
}

int OutputStore::revision(int slot) const
{
    return d->revisions.at(std::size_t(slot));
}

int OutputStore::revision() const
{
    return d->revision;
}

void OutputStore::setOnRevised(std::function<void(int)> onRevised)
{
    d->onRevised = std::move(onRevised);
}

Elision OutputStore::cut(int slot) const
{
    return d->output(slot).cut();
}

qint64 OutputStore::gapAt(int slot, ssh::OutputStream stream) const
{
    return d->output(slot).gapAt(stream);
}

OutputDigest OutputStore::digest(int slot) const
{
    return d->output(slot).digest();
}

} // namespace podium::run
