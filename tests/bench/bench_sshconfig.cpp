// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the ssh config costs with 10,000 workers and a person's config of 20,000 lines, without
// asking ssh: reading and planning, writing, showing the diff; and what one `ssh -G` costs with
// the result, against one with the person's file alone. One JSON line a figure.
// usage: bench_sshconfig
#include "core/sshconfig/check/sshconfigresolver.h"
#include "core/sshconfig/plan/makeplan.h"
#include "core/sshconfig/writer/filetransaction.h"
#include "tests/fakes/nodes.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>

using namespace podium;
using namespace podium::sshconfig;
using namespace podium::tests;

namespace {

constexpr int kRounds = 7;

void print(const char *what, double value, const char *unit)
{
    std::printf("{\"what\": \"%s\", \"value\": %.4g, \"unit\": \"%s\"}\n", what, value, unit);
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

double milliseconds(const QElapsedTimer &timer)
{
    return double(timer.nsecsElapsed()) / 1e6;
}

inventory::Snapshot fleet(int round)
{
    std::vector<NodeSketch> sketches;
    for (int i = 0; i < 625; ++i) {
        NodeSketch pod;
        pod.name = QStringLiteral("pod-%1").arg(i, 4, 10, QLatin1Char('0'));
        pod.workers = 16;
        pod.number = i + round;
        sketches.push_back(pod);
    }
    return snapshotOf(sketches);
}

bool writeOwnConfig(const Paths &paths)
{
    QByteArray config;
    for (int i = 0; i < 5000; ++i) {
        config +=
            "Host machine-" + QByteArray::number(i) + "\n    HostName 10.0.0.1\n    User me\n\n";
    }
    QDir().mkpath(paths.podiumSshDir());
    QFile file(paths.sshConfigFile());
    return file.open(QIODevice::WriteOnly) && file.write(config) == config.size();
}

double askCost(const SshConfigResolver &resolver, const QString &config)
{
    std::vector<double> times;
    for (int i = 0; i < kRounds; ++i) {
        QElapsedTimer timer;
        timer.start();
        (void)resolver.resolve(config, {"machine-4999"});
        times.push_back(milliseconds(timer));
    }
    return median(times);
}

} // namespace

int main()
{
    const QTemporaryDir home;
    Paths paths;
    paths.home = home.path();
    const auto resolver = SshConfigResolver::find(paths.home);
    if (!writeOwnConfig(paths) || !resolver) {
        return 1;
    }
    print("ssh-G-own-config", askCost(*resolver, paths.sshConfigFile()), "ms");
    std::vector<double> planTimes;
    std::vector<double> writeTimes;
    std::vector<double> diffTimes;
    for (int round = 0; round < kRounds; ++round) {
        const inventory::Snapshot snapshot = fleet(round);
        QElapsedTimer timer;
        timer.start();
        const auto states = readStates(paths);
        const auto plan = states ? makePlan(snapshot, {}, *states, paths)
                                 : Result<ConfigPlan>(failure(states.error()));
        if (!plan) {
            return 1;
        }
        planTimes.push_back(milliseconds(timer));
        timer.restart();
        FileTransaction transaction(
            *states, {plan->files[0].after, plan->files[1].after, plan->files[2].after});
        if (!transaction.stage() || !transaction.commit()) {
            return 1;
        }
        writeTimes.push_back(milliseconds(timer));
        timer.restart();
        (void)diffLines(plan->files[0].before, plan->files[0].after);
        diffTimes.push_back(milliseconds(timer));
    }
    print("plan-10000-workers", median(planTimes), "ms");
    print("write-10000-workers", median(writeTimes), "ms");
    print("plan-and-write-10000-workers", median(planTimes) + median(writeTimes), "ms");
    print("diff-10000-workers", median(diffTimes), "ms");
    print("ssh-G-with-podium", askCost(*resolver, paths.sshConfigFile()), "ms");
    return 0;
}
