// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What it costs to fold the output of 1,500 workers, 200 lines each, one of them odd: live while it
// streams, against `dshbak -c` and `clubak -b` on the same text afterwards. They take turns; the
// figures are medians. usage: bench_fold [ROUNDS]
#include "core/run/output/outputfold.h"
#include "tests/core/run/foldtools.h"

#include <QElapsedTimer>

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>

using namespace podium;
using namespace podium::run;
using namespace podium::tests;

namespace {

constexpr int Hosts = 1500;
constexpr int Lines = 200;

QByteArray lineOf(int host, int line)
{
    const int odd = host == 700 && line == 123 ? 1 : 0;
    return "I0301 12:00:00 train.py:17] step " + QByteArray::number(line + odd) + " ok\n";
}

double cpuSeconds(int who)
{
    struct rusage usage = {};
    getrusage(who, &usage);
    const auto seconds = [](const timeval &t) {
        return double(t.tv_sec) + double(t.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct Figures
{
    std::vector<double> wall;
    std::vector<double> cpu;
};

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

void print(const char *what, const Figures &figures, const char *groups)
{
    std::printf(
        "{\"what\": \"%s\", \"wall s\": %.3f, \"CPU s\": %.3f, \"groups\": \"%s\"}\n", what,
        median(figures.wall), median(figures.cpu), groups);
}

/// Does the work; its wall and CPU time go to the figures.
template <typename Work>
void measure(Figures &figures, int who, Work work)
{
    QElapsedTimer time;
    time.start();
    const double before = cpuSeconds(who);
    work();
    figures.cpu.push_back(cpuSeconds(who) - before);
    figures.wall.push_back(double(time.nsecsElapsed()) / 1e9);
}

/// Takes the output in, and folds all of it after each line of all hosts.
HostGroups foldLive()
{
    OutputStore store(Hosts);
    QVector<int> all(Hosts);
    std::iota(all.begin(), all.end(), 0);
    Fold result;
    for (int line = 0; line < Lines; ++line) {
        for (int host = 0; host < Hosts; ++host) {
            store.append(host, ssh::OutputStream::Out, lineOf(host, line));
        }
        result = fold(store, all);
    }
    return asSets(result.groups);
}

} // namespace

int main(int count, char **arguments)
{
    const int rounds = count > 1 ? std::max(1, std::atoi(arguments[1])) : 5;
    QByteArray text;
    for (int line = 0; line < Lines; ++line) {
        for (int host = 0; host < Hosts; ++host) {
            text += ofHost(host, lineOf(host, line));
        }
    }
    struct Tool
    {
        const char *name;
        const char *option;
        Figures figures;
        std::optional<QByteArray> printed;
    };
    std::vector<Tool> tools{{"dshbak", "-c", {}, {}}, {"clubak", "-b", {}, {}}};
    Figures ours;
    HostGroups groups;
    for (int round = 0; round < rounds; ++round) {
        measure(ours, RUSAGE_SELF, [&groups] { groups = foldLive(); });
        for (Tool &tool : tools) {
            measure(tool.figures, RUSAGE_CHILDREN, [&tool, &text] {
                tool.printed = foldedBy(tool.name, tool.option, text);
            });
        }
    }
    print("Podium, live, with taking in", ours, qPrintable(QString::number(groups.size())));
    for (const Tool &tool : tools) {
        if (!tool.printed) {
            std::printf("{\"what\": \"%s\", \"skipped\": \"is not installed\"}\n", tool.name);
            continue;
        }
        print(tool.name, tool.figures, groupsIn(*tool.printed) == groups ? "the same" : "OTHERS");
    }
    return 0;
}
