// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// One command on many workers: Podium's transport against a bare libssh probe, on the same sshd.
//     sshbench podium|warm|probe PORT IDENTITY COUNT|@HOSTS [WINDOW [COMMAND]]
// warm: the same command again over the connections that are still open; only that is counted, up
// to the last ending.
// HOSTS is a file with an address a line; with a COUNT,
// worker i is 127.77.(i / 250).(i % 250 + 1) with PORT; for a single sshd give the environment
// PODIUM_BENCH_HOST. PODIUM_BENCH_KNOWN_HOSTS: a file for the workers' keys. Prints wall time, this
// process's CPU time a worker and its peak memory.
#include "core/ssh/keys/hostkeystore.h"
#include "core/ssh/libssh/libsshtransport.h"
#include "tests/bench/ssh/probe.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <sys/resource.h>

using namespace podium;
using namespace podium::ssh;

namespace {

QString addressOf(int index)
{
    const QString one = qEnvironmentVariable("PODIUM_BENCH_HOST");
    return one.isEmpty() ? QStringLiteral("127.77.%1.%2").arg(index / 250).arg(index % 250 + 1)
                         : one;
}

double cpuMs()
{
    rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
    const auto ms = [](const timeval &t) {
        return double(t.tv_sec) * 1e3 + double(t.tv_usec) / 1e3;
    };
    return ms(usage.ru_utime) + ms(usage.ru_stime);
}

struct Spent
{
    double wallMs = 0;
    double cpuMs = 0;
};

/// A window that slides, as the run engine has it. `spent`: to the last ending; what is tidied up
/// after it (the host keys written, threads ended) keeps nobody waiting.
int runOnce(LibsshTransport &transport, const bench::Work &work, Spent &spent)
{
    const double cpuBefore = cpuMs();
    QElapsedTimer timer;
    timer.start();
    QObject scope; // for the connection below
    int next = 0;
    int ended = 0;
    int good = 0;
    const auto startNext = [&] {
        CommandRequest request;
        request.endpoint.worker = *WorkerRef::parse(QStringLiteral("lab/us-a/pod:%1").arg(next));
        request.endpoint.address = work.addresses[std::size_t(next)];
        request.endpoint.port = work.port;
        request.endpoint.user = work.user;
        request.endpoint.identityFiles << work.identity;
        request.endpoint.useAgent = false;
        request.endpoint.hostKeyAlias = QStringLiteral("tpu.%1").arg(next);
        request.command = work.command;
        [[maybe_unused]] const CommandHandle command = transport.start(request);
        ++next;
    };
    QObject::connect(
        &transport, &Transport::happened, &scope, [&](const std::vector<TransportEvent> &events) {
            for (const TransportEvent &event : events) {
                if (const auto *ending = std::get_if<Ending>(&event.what)) {
                    ++ended;
                    good += *ending == Ending(Exited{0}) ? 1 : 0;
                    if (next < int(work.addresses.size())) {
                        startNext();
                    }
                }
            }
            if (ended == int(work.addresses.size())) {
                spent = {double(timer.nsecsElapsed()) / 1e6, cpuMs() - cpuBefore};
                QCoreApplication::quit();
            }
        });
    for (int i = 0; i < work.window && next < int(work.addresses.size()); ++i) {
        startNext();
    }
    QCoreApplication::exec();
    return good;
}

/// Where workers' keys are kept from one run to the next, as ssh has them: without that, each run
/// meets its workers for the first time.
QString knownHosts(const QTemporaryDir &folder)
{
    return qEnvironmentVariable(
        "PODIUM_BENCH_KNOWN_HOSTS", folder.filePath(QStringLiteral("known_hosts")));
}

int runPodium(const bench::Work &work, Spent &spent)
{
    const double cpuBefore = cpuMs();
    QElapsedTimer timer;
    timer.start();
    int good = 0;
    {
        QTemporaryDir folder;
        HostKeyStore store(knownHosts(folder));
        LibsshTransport transport(store, LibsshTransport::Options());
        good = runOnce(transport, work, spent);
        spent.wallMs = double(timer.nsecsElapsed()) / 1e6;
    }
    spent.cpuMs = cpuMs() - cpuBefore;
    return good;
}

int runWarm(const bench::Work &work, Spent &spent)
{
    QTemporaryDir folder;
    HostKeyStore store(knownHosts(folder));
    LibsshTransport transport(store, LibsshTransport::Options());
    runOnce(transport, work, spent);
    return runOnce(transport, work, spent);
}

int runProbe(const bench::Work &work, Spent &spent)
{
    const double cpuBefore = cpuMs();
    QElapsedTimer timer;
    timer.start();
    const int good = bench::runProbe(work);
    spent = {double(timer.nsecsElapsed()) / 1e6, cpuMs() - cpuBefore};
    return good;
}

std::vector<QString> addressesFrom(const QString &word)
{
    std::vector<QString> addresses;
    if (!word.startsWith(QLatin1Char('@'))) {
        for (int i = 0; i < word.toInt(); ++i) {
            addresses.push_back(addressOf(i));
        }
        return addresses;
    }
    QFile file(word.mid(1));
    if (file.open(QIODevice::ReadOnly)) {
        for (const QByteArray &line : file.readAll().split('\n')) {
            if (!line.trimmed().isEmpty()) {
                addresses.push_back(QString::fromLatin1(line.trimmed()));
            }
        }
    }
    return addresses;
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const QStringList arguments = app.arguments();
    if (arguments.size() < 5) {
        std::fprintf(stderr, "sshbench podium|warm|probe PORT IDENTITY COUNT|@HOSTS [WINDOW]\n");
        return 2;
    }
    bench::Work work;
    work.port = quint16(arguments[2].toUInt());
    work.identity = arguments[3];
    work.addresses = addressesFrom(arguments[4]);
    const int count = int(work.addresses.size());
    work.window = arguments.size() > 5 ? arguments[5].toInt() : 32;
    work.command = arguments.size() > 6 ? arguments[6].toUtf8() : QByteArrayLiteral("hostname");
    work.user = qEnvironmentVariable("USER", QStringLiteral("root"));
    Spent spent;
    const int good = arguments[1] == QStringLiteral("probe")  ? runProbe(work, spent)
                     : arguments[1] == QStringLiteral("warm") ? runWarm(work, spent)
                                                              : runPodium(work, spent);
    rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
    std::printf(
        "%s: %d of %d good, wall %.1f ms, CPU %.2f ms a worker, peak %.1f MB\n",
        qPrintable(arguments[1]), good, count, spent.wallMs, spent.cpuMs / count,
        double(usage.ru_maxrss) / 1024);
    return good == count ? 0 : 1;
}
