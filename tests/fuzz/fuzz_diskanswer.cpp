// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// What a worker says of its disks: whatever it is, only what every test calls blank is formatted,
// never what the worker runs from, and nothing but plain words goes back.
#include "core/disk/workplan.h"
#include "tests/fuzz/require.h"

#include <QStringBuilder>

#include <algorithm>
#include <cstdint>

using namespace podium;
using namespace podium::disk;

static void judge(const WorkPlan &plan, const DisksFound &found)
{
    if (!plan.canBegin()) {
        return;
    }
    fuzz::require(found.unknown.isEmpty() && found.wasRoot);
    for (const remote::Record &record : plan.data()) {
        fuzz::require(remote::dataLine(record).count('\n') == 1);
        if (record.kind == "folder") {
            fuzz::require(isMountFolder(QString::fromUtf8(record.at(0))));
        }
    }
    if (plan.request.isGone) {
        fuzz::require(!plan.disk && !plan.formats && (!plan.leftLine || plan.leftLine->isOurs));
        return;
    }
    fuzz::require(isDevicePath(plan.disk->path) && !plan.disk->isBoot());
    fuzz::require(plan.disk->bytes == plan.request.bytes);
    if (plan.formats) {
        fuzz::require(plan.request.work == Work::Prepare && plan.disk->isBlank());
        fuzz::require(plan.disk->mounts.isEmpty() && plan.disk->parts.isEmpty());
        fuzz::require(!plan.disk->isReadOnly && !plan.request.isReadOnly);
    }
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), int(size));
    const auto answer = remote::decodeAnswer(QByteArray("podium-remote 2 1:1,1:0,\n" + bytes));
    if (!answer) {
        return 0;
    }
    const DisksFound found = readDisks(*answer);
    WorkRequest request;
    request.name = QStringLiteral("data");
    request.bytes = qint64(200) << 30;
    request.folder = QStringLiteral("/mnt/data");
    for (const Work work : {Work::Prepare, Work::Grow, Work::Release}) {
        for (const bool isReadOnly : {false, true}) {
            request.work = work;
            request.isReadOnly = isReadOnly;
            judge(planWork(request, found), found);
        }
    }
    request.isGone = true;
    judge(planWork(request, found), found);
    return 0;
}
