// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// What any program says to a SOCKS tunnel: whatever it is, and in whichever pieces, it leads to the
// same end, and never to a place that nobody could ask a worker for.
#include "core/tunnel/socks.h"
#include "tests/fuzz/require.h"

#include <algorithm>
#include <cstdint>

using namespace podium;

namespace {

struct Course
{
    QByteArray replies;
    std::optional<ssh::ForwardTarget> target;
    bool isRefused = false;
    QByteArray rest;
    bool operator==(const Course &) const = default;
};

Course courseOf(const QByteArray &said, int piece)
{
    tunnel::SocksGreeting greeting;
    Course course;
    int at = 0;
    for (; at < said.size() && !course.target && !course.isRefused; at += piece) {
        const auto step = greeting.take(said.mid(at, piece));
        fuzz::require(!step.target || !step.refusal);
        course.replies += step.reply;
        course.target = step.target;
        course.isRefused = step.refusal.has_value();
    }
    if (course.target) {
        course.rest = greeting.rest() + said.mid(at);
    }
    return course;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray said(reinterpret_cast<const char *>(data), int(size));
    const Course whole = courseOf(said, std::max(1, said.size()));
    for (const int piece : {1, 3}) {
        fuzz::require(courseOf(said, piece) == whole);
    }
    fuzz::require(whole.replies.size() <= 2 + 10);
    if (whole.target) {
        const QByteArray &host = whole.target->host;
        fuzz::require(whole.target->port > 0 && !host.isEmpty() && host.size() <= 255);
        fuzz::require(std::all_of(
            host.begin(), host.end(), [](char each) { return each > ' ' && each <= '~'; }));
        fuzz::require(said.endsWith(whole.rest));
    }
    return 0;
}
