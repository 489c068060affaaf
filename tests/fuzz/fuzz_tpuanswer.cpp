// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// What a worker says of its TPU: whatever it is, nothing of another user's is ended unasked, and
// what cannot be told is never free.
#include "core/tpu/freeplan.h"
#include "core/tpu/health.h"
#include "core/tpu/probe.h"
#include "tests/fuzz/require.h"

#include <cstdint>

using namespace podium;
using namespace podium::tpu;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), int(size));
    const auto answer = remote::decodeAnswer("podium-remote 2 1:1,1:0,\n" + bytes);
    if (!answer) {
        return 0;
    }
    const WorkerHolders found = readHolders(*answer);
    fuzz::require(!found.isFree() || !found.devices.isEmpty());
    fuzz::require(!found.isFree() || !found.lock || found.lock->ownerPid <= 0);
    for (const Holder &holder : found.holders) {
        (void)chipsText(holder.chips);
    }
    const FreePlan plan = planFree(found, {});
    for (const FreeStep &step : plan.steps) {
        fuzz::require(step.action == FreeStep::Action::Leave || step.holder.uid == found.loginUid);
        fuzz::require(step.holder.pid > 1);
    }
    fuzz::require(!plan.removesLock || (found.unknown.isEmpty() && !plan.leavesSome()));
    (void)planLines(plan);
    (void)outcomeText(readFreeOutcome(plan, *answer));
    const Health health = readHealth(*answer, {0, 1, 4});
    fuzz::require(health.verdict != Health::Verdict::Good || health.holders.isFree());
    (void)readProbe(*answer, {0, 1, 4, 4});
    return 0;
}
