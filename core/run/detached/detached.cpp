// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/detached/detached.h"

#include "core/run/bootstrap.h"
#include "core/run/detached/scripttexts.h"
#include "core/run/sentcommand.h"

#include <QRandomGenerator>
#include <QSet>

#include <algorithm>

namespace podium::run {

namespace {

constexpr int IdDigits = 16;
constexpr auto AnswerLimit = std::chrono::seconds(60);
constexpr int SlowestUpload = 64 * 1024;           // bytes a second: for a stdin that goes with it
constexpr int LongestLine = 4096;                  // of a list; ours are of some 500 bytes
constexpr qint64 MostListed = 32LL * 1024 * 1024;  // of all workers together
constexpr qint64 LatestSecond = 253'402'214'400LL; // in the year 9999

QByteArray scriptAndData(const QByteArray &script, const QByteArray &data)
{
    return bootstrapInput(scripttexts::common + script, data);
}

RunSpec
specOf(const std::vector<WorkerRef> &workers, const QByteArray &script, const QByteArray &data)
{
    RunSpec spec;
    spec.workers = workers;
    spec.command = Bootstrap;
    spec.input = scriptAndData(script, data);
    return spec;
}

RunSpec specWithMarks(
    const std::vector<WorkerRef> &workers, const QByteArray &script, const QString &id,
    const std::vector<ReadMark> &marks)
{
    RunSpec spec = specOf(workers, script, {});
    for (const ReadMark &mark : marks) {
        spec.inputs.push_back(scriptAndData(
            script, id.toLatin1() + '\n' + QByteArray::number(mark.out) + '\n' +
                        QByteArray::number(mark.err) + '\n'));
    }
    return spec;
}

QByteArray launchData(const QString &id, const RunSpec &wanted, const QByteArray &input)
{
    QByteArray sizes = id.toLatin1() + '\n';
    QByteArray parts;
    for (const QByteArray &part :
         {QByteArray(QByteArray(scripttexts::group) + scripttexts::runner), wanted.command,
          exportLines(wanted), input}) {
        sizes += QByteArray::number(part.size()) + '\n';
        parts += part;
    }
    return sizes + parts;
}

/// Starts what is wanted on its workers by this script, each with its own stdin.
RunSpec launchSpec(const RunSpec &wanted, const QString &id, const QByteArray &script)
{
    RunSpec plain = wanted;
    plain.runId.clear(); // such a run is known by its folder
    RunSpec spec = plain;
    spec.command = Bootstrap;
    const auto inputWith = [&](const QByteArray &input) {
        return scriptAndData(script, launchData(id, plain, input));
    };
    if (spec.inputs.empty()) {
        spec.input = inputWith(wanted.input);
    }
    for (QByteArray &input : spec.inputs) {
        input = inputWith(input);
    }
    spec.environment.clear(); // it is in there
    spec.lossLimit = {};      // it is to go on
    return spec;
}

QDateTime timeOf(const QByteArray &seconds)
{
    return QDateTime::fromSecsSinceEpoch(
        std::clamp<qint64>(seconds.toLongLong(), 0, LatestSecond), Qt::UTC);
}

std::optional<DetachedRunOnWorker> parseLine(const QByteArray &line)
{
    if (line.size() > LongestLine) {
        return std::nullopt;
    }
    const QList<QByteArray> words = line.split(' ');
    if (words.size() != 10 || words[0] != "podium-run" ||
        !isDetachedId(QString::fromLatin1(words[1]))) {
        return std::nullopt;
    }
    DetachedRunOnWorker run;
    run.id = QString::fromLatin1(words[1]);
    run.state = words[2] == "running"   ? DetachedRunOnWorker::State::Running
                : words[2] == "exited"  ? DetachedRunOnWorker::State::Exited
                : words[2] == "stopped" ? DetachedRunOnWorker::State::Stopped
                                        : DetachedRunOnWorker::State::Died;
    run.status = words[3].toInt();
    run.times.startedAt = timeOf(words[4]);
    if (words[9] != "-") {
        run.times.endedAt = timeOf(words[9]);
    }
    run.how = QString::fromLatin1(words[5]);
    run.mark = {
        std::max<qint64>(0, words[6].toLongLong()), std::max<qint64>(0, words[7].toLongLong())};
    run.command = QByteArray::fromBase64(words[8]);
    return run;
}

} // namespace

QString newDetachedId()
{
    return QStringLiteral("%1").arg(
        QRandomGenerator::system()->generate64(), IdDigits, 16, QLatin1Char('0'));
}

bool isDetachedId(const QString &text)
{
    return text.size() == IdDigits && std::all_of(text.begin(), text.end(), [](QChar c) {
               return (c >= QLatin1Char('0') && c <= QLatin1Char('9')) ||
                      (c >= QLatin1Char('a') && c <= QLatin1Char('f'));
           });
}

void limitAnswer(RunSpec &spec, std::chrono::seconds more)
{
    spec.totalLimit = {};
    spec.firstOutputLimit = AnswerLimit + more;
    spec.idleLimit = spec.firstOutputLimit;
}

RunSpec detachedLaunch(const RunSpec &wanted, const QString &id)
{
    RunSpec spec = launchSpec(wanted, id, QByteArray("readLaunch\n") + scripttexts::launch);
    qint64 longest = spec.input.size();
    for (const QByteArray &input : spec.inputs) {
        longest = std::max<qint64>(longest, input.size());
    }
    limitAnswer(spec, std::chrono::seconds(longest / SlowestUpload));
    return spec;
}

RunSpec detachedRun(const RunSpec &wanted, const QString &id)
{
    // In a shell of its own: it exits, and what it prints is for another reader.
    RunSpec spec = launchSpec(
        wanted, id,
        QByteArray("readLaunch\n(\n") + scripttexts::launch +
            ") >/dev/null || exit $?\no=0\ne=0\n" + scripttexts::follow);
    spec.detachedId = id;
    if (spec.title.isEmpty()) {
        spec.title = QString::fromUtf8(wanted.command);
    }
    return spec;
}

RunSpec detachedFollow(
    const std::vector<WorkerRef> &workers, const QString &id, const std::vector<ReadMark> &marks)
{
    RunSpec spec =
        specWithMarks(workers, QByteArray("readMark\n") + scripttexts::follow, id, marks);
    spec.detachedId = id;
    return spec;
}

RunSpec detachedMark(
    const std::vector<WorkerRef> &workers, const QString &id, const std::vector<ReadMark> &marks)
{
    RunSpec spec = specWithMarks(workers, scripttexts::mark, id, marks);
    limitAnswer(spec);
    return spec;
}

RunSpec detachedEnd(const std::vector<WorkerRef> &workers, const QString &id, bool isKill)
{
    RunSpec spec = specOf(
        workers, QByteArray(scripttexts::group) + scripttexts::end,
        id.toLatin1() + (isKill ? "\nKILL\n" : "\nTERM\n"));
    limitAnswer(spec);
    return spec;
}

RunSpec detachedForget(const std::vector<WorkerRef> &workers, const QString &id)
{
    RunSpec spec = specOf(workers, scripttexts::forget, id.toLatin1() + '\n');
    limitAnswer(spec);
    return spec;
}

RunSpec detachedList(const std::vector<WorkerRef> &workers)
{
    RunSpec spec = specOf(workers, scripttexts::list, {});
    spec.output.memoryBytes = MostListed;
    limitAnswer(spec);
    return spec;
}

std::vector<DetachedRunOnWorker> parseDetachedRuns(const QByteArray &output)
{
    std::vector<DetachedRunOnWorker> runs;
    QSet<QString> known;
    for (int from = 0; from < output.size();) {
        const int found = output.indexOf('\n', from);
        const int end = found < 0 ? output.size() : found;
        auto run = parseLine(QByteArray::fromRawData(output.constData() + from, end - from));
        if (run && !known.contains(run->id)) {
            known.insert(run->id);
            runs.push_back(*std::move(run));
        }
        from = end + 1;
    }
    std::stable_sort(
        runs.begin(), runs.end(), [](const DetachedRunOnWorker &a, const DetachedRunOnWorker &b) {
            return a.times.startedAt < b.times.startedAt;
        });
    if (runs.size() > std::size_t(DetachedRunOnWorker::MostOfAWorker)) {
        runs.erase(runs.begin(), runs.end() - DetachedRunOnWorker::MostOfAWorker);
    }
    return runs;
}

} // namespace podium::run
