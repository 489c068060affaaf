// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/probe.h"

#include "core/ssh/plaintext.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace podium::tpu {

namespace {

struct Known
{
    const char *text; ///< in what the program printed
    const char *meaning;
};

constexpr Known KnownFailures[] = {
    {"The TPU is already in use by process with pid",
     "Another process holds the TPU. See who holds it, and free it."},
    {"Internal error when accessing libtpu multi-process lockfile",
     "A living process has libtpu's lock, but does not show a device. See who holds the TPU; "
     "removing the lock file would not help."},
    {"already in use by another process probably owned by another user",
     "Another user's lock file keeps this one out. See who holds the TPU, and free it."},
    {"libtpu.so already in use", "Another process holds the TPU. See who holds it, and free it."},
    {"Device or resource busy", "The device is open elsewhere, or not released yet. See who "
                                "holds the TPU; if nobody does, wait "
                                "a minute, then restart the worker."},
    {"Couldn't open device", "The device is held, or this user may not open it. See who holds it."},
    {"PERMISSION_DENIED: open(/dev/",
     "The device is held, or this user may not open it. See who holds it."},
    {"Failed to get agent-worker-number",
     "This is not a TPU VM, or a container without the host's network (--privileged --net=host)."},
    {"Failed to get global TPU topology", "The runtime version does not fit this type (v6e needs "
                                          "v2-alpha-tpuv6e), or not all workers of "
                                          "the slice take part."},
    {"TPU backend initialization is taking more than",
     "Not all workers of the slice joined in time. Check those that said nothing."},
    {"No TPU Platform available",
     "The wrong runtime version, or the TPU's devices are gone. Recreate the node."},
    {"No hardware is found", "The wrong runtime version, or the TPU's devices are gone."},
    {"either a TPU-enabled jaxlib or libtpu is not installed",
     "JAX is there without its TPU part. Install it with: pip install -U \"jax[tpu]\""},
    {"No OpKernel was registered to support Op 'ConfigureDistributedTPU'",
     "TensorFlow is there without its TPU part. Install tensorflow-tpu, or JAX with: pip install "
     "-U \"jax[tpu]\""},
    {"libtcmalloc.so", "LD_PRELOAD names a library that does not fit. Take it out of "
                       "/etc/environment."},
    {"/tensorflow.CoordinationService/", "The workers cannot reach each other's coordinator. Check "
                                         "the firewall and the other workers' errors."},
};

constexpr int LongestOutput = 2000; // characters that are kept
constexpr int TimedOut = 124;
constexpr int Killed = 137;
constexpr int Segfault = 139;

QString failureText(const QByteArray &output, qint64 status, bool hasEndedEarly)
{
    if (status == Killed && hasEndedEarly) {
        return QStringLiteral("It was killed before its time was up, probably for want of memory. "
                              "See what else uses the worker's memory.");
    }
    const QString known = explainFailure(output);
    if (!known.isEmpty()) {
        return known;
    }
    if (status == TimedOut || status == Killed) {
        return (output.trimmed().isEmpty() ? QStringLiteral("It said nothing in time.")
                                           : QStringLiteral("It did not answer in time.")) +
               QStringLiteral(" On a slice all workers must take part: look at those that failed.");
    }
    if (status == Segfault) {
        return QStringLiteral("libtpu crashed. Where that happens again and again the host is bad: "
                              "recreate the node.");
    }
    const QByteArray whole = output.trimmed();
    return QStringLiteral("It failed with exit status %1: %2")
        .arg(status)
        .arg(ssh::plainText(whole.mid(whole.lastIndexOf('\n') + 1)));
}

/// The words of the line that a program prints once it has computed.
enum Word {
    Marker,
    Library,
    Version,
    Platform,
    Process,
    Processes,
    Here,
    InAll,
    Product,
    WordCount
};
constexpr double ExpectedProduct = 2097152.0; // of all ones, 128 by 128, with itself, summed up

/// Who computed was one at least, on one.
std::optional<int> countAt(const QByteArrayList &words, Word word)
{
    bool isNumber = false;
    const int count = words.value(word).toInt(&isNumber);
    return isNumber && count > 0 ? std::optional(count) : std::nullopt;
}

/// What the program lacked of what should be there; empty where it lacked nothing.
QString lackText(int processes, int here, int inAll, const Expected &expected)
{
    if (processes == 1 && expected.workersOfNode > 1) {
        const int others = expected.workersOfNode - 1;
        return others == 1
                   ? QStringLiteral("It computed alone, without the other worker of the node.")
                   : QStringLiteral("It computed alone, without the other %1 workers of the node.")
                         .arg(others);
    }
    if (processes != expected.workersOfNode) {
        return QStringLiteral("It computed on %1 workers; the node has %2. Refresh the nodes.")
            .arg(processes)
            .arg(expected.workersOfNode);
    }
    if (expected.devices && here != *expected.devices) {
        return QStringLiteral("It sees %1 here; this type has %2 on a worker.")
            .arg(deviceCount(here))
            .arg(*expected.devices);
    }
    if (inAll != qint64(here) * processes) {
        return QStringLiteral("It sees %1 in all; %2 workers with %3 each have %4.")
            .arg(deviceCount(inAll))
            .arg(processes)
            .arg(here)
            .arg(qint64(here) * processes);
    }
    return {};
}

/// Of a program that computed on a TPU, how much of it took part.
void readCounts(Probe &probe, const QByteArrayList &words, const Expected &expected)
{
    const auto processes = countAt(words, Processes);
    const auto here = countAt(words, Here);
    const auto inAll = countAt(words, InAll);
    if (!processes || !here || !inAll || expected.workersOfNode < 1) {
        probe.verdict = Probe::Verdict::Unknown;
        probe.text = QStringLiteral("It computes, but whether all workers and chips of the node "
                                    "took part is not known.");
        return;
    }
    const QString lack = lackText(*processes, *here, *inAll, expected);
    probe.verdict = lack.isEmpty() ? Probe::Verdict::Answers : Probe::Verdict::Fails;
    probe.text =
        !lack.isEmpty() ? lack
        : *processes == 1
            ? QStringLiteral("It answers %1, with %2 here.").arg(probe.library, deviceCount(*here))
            : QStringLiteral("It answers %1, with %2 here, %3 on all %4 workers.")
                  .arg(
                      probe.library, deviceCount(*here), QString::number(*inAll),
                      QString::number(*processes));
}

Probe readMarker(const QByteArrayList &words, const QByteArray &output, const Expected &expected)
{
    Probe probe;
    probe.library = ssh::plainText(words.value(Library) + ' ' + words.value(Version));
    const QString platform = ssh::plainText(words.value(Platform));
    if (platform != QLatin1String("tpu")) {
        probe.verdict = Probe::Verdict::Fails;
        // Why, it has only warned of.
        const QString why = explainFailure(output);
        probe.text = QStringLiteral("It fell back to the %1: the TPU was not used.%2")
                         .arg(platform, why.isEmpty() ? QString() : QLatin1Char(' ') + why);
    } else if (words.value(Product).toDouble() != ExpectedProduct) {
        probe.verdict = Probe::Verdict::Fails;
        probe.text = QStringLiteral("It computed a wrong result. Recreate the node.");
    } else {
        readCounts(probe, words, expected);
    }
    if (probe.verdict != Probe::Verdict::Answers) {
        probe.output = ssh::plainText(output, LongestOutput);
    }
    return probe;
}

} // namespace

QString explainFailure(const QByteArray &output)
{
    QByteArrayList lines = output.split('\n');
    // What ld.so goes on without is no reason, and each program on such a worker says it.
    lines.erase(
        std::remove_if(
            lines.begin(), lines.end(),
            [](const QByteArray &line) {
                return line.contains("from LD_PRELOAD cannot be preloaded");
            }),
        lines.end());
    const QByteArray said = lines.join('\n');
    const auto *known =
        std::find_if(std::begin(KnownFailures), std::end(KnownFailures), [&](const Known &each) {
            return said.contains(each.text);
        });
    return known == std::end(KnownFailures) ? QString() : QString::fromUtf8(known->meaning);
}

Probe readProbe(const remote::Answer &answer, const Expected &expected)
{
    for (const remote::Record &record : answer.records) {
        if (record.kind == "step" && record.at(0) == "probe") {
            return {
                Probe::Verdict::Unknown,
                QStringLiteral("Not tried: %1.").arg(record.text(2)),
                {},
                {}};
        }
        if (record.kind != "probe") {
            continue;
        }
        const QByteArray output = record.at(3);
        const auto status = record.number(2);
        for (const QByteArray &line : output.split('\n')) {
            const QByteArrayList words = line.simplified().split(' ');
            if (words[Marker] == "TPU-OK" && words.size() == WordCount && status == 0) {
                return readMarker(words, output, expected);
            }
        }
        Probe probe;
        probe.verdict = Probe::Verdict::Fails;
        probe.text = failureText(output, status.value_or(-1), record.at(4) == "early");
        probe.output = ssh::plainText(output, LongestOutput);
        return probe;
    }
    return {
        Probe::Verdict::Unknown,
        QStringLiteral("The worker did not say whether it computes."),
        {},
        {}};
}

} // namespace podium::tpu
