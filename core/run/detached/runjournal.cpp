// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/detached/runjournal.h"

#include "core/base/files.h"
#include "core/run/detached/detached.h"
#include "core/run/sentcommand.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

namespace podium::run {

namespace {

using Json = nlohmann::ordered_json;

constexpr char Begun = 'b';
constexpr char Over = 'e';

QString journalSuffix()
{
    return QStringLiteral(".run");
}

QByteArray noteOf(char what, int slot)
{
    return QByteArray(1, what) + ' ' + QByteArray::number(slot) + '\n';
}

QByteArray headOf(const Run &run)
{
    Json json;
    json["command"] = run.spec().command.toBase64().toStdString(); // it need not be text
    json["startedAt"] = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
    json["marked"] = isMarked(run.spec());
    json["workers"] = Json::array();
    for (const WorkerRef &worker : run.spec().workers) {
        json["workers"].push_back(worker.text().toStdString());
    }
    return QByteArray::fromStdString(json.dump()) + '\n';
}

/// Whether the worker is known to run nothing of it any more.
struct IsOver
{
    bool operator()(const ssh::Exited &) const { return true; }
    bool operator()(const ssh::Signalled &) const { return true; }
    bool operator()(const ssh::TimedOut &e) const
    {
        return e.phase != ssh::Phase::Running || e.gone;
    }
    bool operator()(const ssh::Refused &) const { return true; }
    bool operator()(const ssh::Unreachable &) const { return true; }
    bool operator()(const ssh::Lost &) const { return false; }
    bool operator()(const ssh::Stopped &e) const { return e.gone; }
    bool operator()(const NeverStarted &) const { return true; }
};

/// Of a file whose first line it is; null where it is none.
Json headFrom(const QByteArray &file)
{
    const int end = file.indexOf('\n');
    const QByteArray line = end < 0 ? file : file.left(end);
    Json json = Json::parse(line.begin(), line.end(), nullptr, false);
    const bool isHead = json.is_object() && json.contains("workers") && json["workers"].is_array();
    return isHead ? json : Json();
}

/// The workers of a run in the order of its slots; those that cannot be read are none.
std::vector<std::optional<WorkerRef>> workersOf(const Json &head)
{
    std::vector<std::optional<WorkerRef>> workers;
    for (const Json &word : head["workers"]) {
        workers.push_back(
            word.is_string() ? WorkerRef::parse(QString::fromStdString(word.get<std::string>()))
                             : std::nullopt);
    }
    return workers;
}

/// What a file says behind its head, as far as it is whole.
struct Notes
{
    std::vector<bool> mayRun; ///< of each worker
    int wholeSize = 0;        ///< of the head and the lines that were read
    bool isTorn = false;      ///< something is lost, as when the machine lost its power
};

/// A line that is cut off may be the begin of another worker's, so it says nothing. Who is not
/// among the lines before it may run it: its line may be what is lost.
Notes notesFrom(const QByteArray &file, std::size_t workers)
{
    Notes notes{std::vector<bool>(workers, false)};
    std::vector<bool> isNoted(workers, false);
    const int headEnd = file.indexOf('\n');
    notes.isTorn = headEnd < 0;
    notes.wholeSize = headEnd < 0 ? file.size() : headEnd + 1;
    while (!notes.isTorn && notes.wholeSize < file.size()) {
        const int end = file.indexOf('\n', notes.wholeSize);
        const QByteArray line = file.mid(notes.wholeSize, std::max(0, end - notes.wholeSize));
        bool isNumber = false;
        const std::size_t slot = line.mid(2).toUInt(&isNumber);
        if (!isNumber || line[1] != ' ' || (line[0] != Begun && line[0] != Over)) {
            notes.isTorn = true;
            break;
        }
        if (slot < workers) {
            notes.mayRun[slot] = line[0] == Begun;
            isNoted[slot] = true;
        }
        notes.wholeSize = end + 1;
    }
    for (std::size_t slot = 0; notes.isTorn && slot < workers; ++slot) {
        notes.mayRun[slot] = notes.mayRun[slot] || !isNoted[slot];
    }
    return notes;
}

std::optional<OrphanedRun> parseJournal(const QByteArray &file)
{
    const Json json = headFrom(file);
    if (json.is_null()) {
        return std::nullopt;
    }
    const auto workers = workersOf(json);
    const std::vector<bool> mayRun = notesFrom(file, workers.size()).mayRun;
    OrphanedRun run;
    run.command =
        QByteArray::fromBase64(QByteArray::fromStdString(json.value("command", std::string())));
    run.startedAt = QDateTime::fromString(
        QString::fromStdString(json.value("startedAt", std::string())), Qt::ISODate);
    const auto marked = json.find("marked");
    run.isMarked = marked != json.end() && marked->is_boolean() && marked->get<bool>();
    for (std::size_t slot = 0; slot < mayRun.size(); ++slot) {
        if (mayRun[slot] && workers[slot]) {
            run.mayRun.push_back(*workers[slot]);
        }
    }
    return run;
}

/// Its program may be about to lock it and write its head.
bool isJustMade(const QString &path)
{
    constexpr qint64 longestBegin = 60; // seconds
    return QFileInfo(path).lastModified().secsTo(QDateTime::currentDateTime()) < longestBegin;
}

bool isWritersAlive(const QString &path)
{
    const int fd = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return true; // gone meanwhile, or not ours to judge
    }
    const bool isAlive = ::flock(fd, LOCK_SH | LOCK_NB) != 0;
    ::close(fd);
    return isAlive;
}

} // namespace

RunJournal::RunJournal(const QString &folder, const Run &run, QObject *parent)
    : QObject(parent)
    , m_run(run)
    , m_path(
          folder + QLatin1Char('/') +
          (run.spec().runId.isEmpty() ? newDetachedId() : run.spec().runId) + journalSuffix())
{
    if (const auto made = makePrivateFolder(folder); !made) {
        m_problem = made.error();
        return;
    }
    m_fd = ::open(
        QFile::encodeName(m_path).constData(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC,
        0600);
    // It waits for another Podium's look whether anybody has it, which takes no time.
    if (m_fd < 0 || ::flock(m_fd, LOCK_EX) != 0) {
        fail(errno);
        return;
    }
    write(headOf(run));
    connect(&run, &Run::workerStarting, this, [this](int slot) { write(noteOf(Begun, slot)); });
    connect(&run, &Run::workerEnded, this, &RunJournal::noteEnding);
    connect(&run, &Run::finished, this, [this] {
        QFile::remove(m_path); // its endings have been shown
        close();
    });
}

RunJournal::~RunJournal()
{
    close();
}

void RunJournal::close()
{
    if (m_fd >= 0) {
        ::close(std::exchange(m_fd, -1));
    }
}

void RunJournal::fail(int errorNumber)
{
    if (m_problem) {
        return;
    }
    m_problem = ioError(QStringLiteral("write"), m_path, errorNumber);
    QString &hint = m_problem->hint;
    hint += QLatin1String(hint.isEmpty() ? "" : " ") +
            QStringLiteral("After a crash Podium could not say where this run may still run.");
    emit failed(*m_problem);
}

void RunJournal::write(const QByteArray &line)
{
    for (int done = 0; m_fd >= 0 && done < line.size();) {
        const ssize_t written =
            ::write(m_fd, line.constData() + done, std::size_t(line.size() - done));
        if (written > 0) {
            done += int(written);
            continue;
        }
        const int why = written < 0 ? errno : ENOSPC;
        // A part of a line would be read as another worker's.
        if (done > 0 && ::ftruncate(m_fd, m_size) != 0) {
            close();
        }
        fail(why);
        return;
    }
    m_size += line.size();
}

void RunJournal::noteEnding(int slot)
{
    const auto &ending = m_run.state().workers().at(std::size_t(slot)).ending;
    if (ending && std::visit(IsOver{}, *ending)) {
        write(noteOf(Over, slot));
    }
}

QString journalFolder(const QString &stateDir)
{
    return stateDir + QStringLiteral("/ledger");
}

std::vector<OrphanedRun> orphanedRuns(const QString &folder)
{
    std::vector<OrphanedRun> runs;
    const QDir dir(folder);
    for (const QString &name : dir.entryList({QLatin1Char('*') + journalSuffix()}, QDir::Files)) {
        const QString path = dir.filePath(name);
        if (isWritersAlive(path)) {
            continue;
        }
        const auto bytes = readFile(path);
        if (!bytes) {
            continue;
        }
        const QString id = name.left(name.size() - journalSuffix().size());
        auto run = parseJournal(*bytes);
        if (!run && isDetachedId(id) && !(bytes->isEmpty() && isJustMade(path))) {
            run.emplace();
            run->isUnknown = true;
        }
        if (run) {
            run->id = id;
            run->path = path;
            run->lastNoteAt = QFileInfo(path).lastModified().toUTC();
            runs.push_back(*std::move(run));
        }
    }
    std::stable_sort(runs.begin(), runs.end(), [](const OrphanedRun &a, const OrphanedRun &b) {
        return a.startedAt < b.startedAt;
    });
    return runs;
}

void keepOnly(const OrphanedRun &run, const std::vector<WorkerRef> &left)
{
    if (left.empty()) {
        forgetRun(run);
        return;
    }
    const auto bytes = readFile(run.path);
    const Json head = bytes ? headFrom(*bytes) : Json();
    if (head.is_null()) {
        return; // forgotten meanwhile
    }
    const auto workers = workersOf(head);
    const Notes before = notesFrom(*bytes, workers.size());
    QByteArray notes;
    for (std::size_t slot = 0; slot < workers.size(); ++slot) {
        const bool isLeft =
            !workers[slot] || std::find(left.begin(), left.end(), *workers[slot]) != left.end();
        if (!isLeft || (before.isTorn && before.mayRun[slot])) {
            notes += noteOf(isLeft ? Begun : Over, int(slot));
        }
    }
    QFile file(run.path);
    if (file.open(QIODevice::Append | QIODevice::ExistingOnly)) {
        if (before.isTorn && file.resize(before.wholeSize) &&
            bytes->at(before.wholeSize - 1) != '\n') {
            notes.prepend('\n');
        }
        file.write(notes);
        file.flush();
        // Its program has noted nothing since; when it did last bounds what can be its.
        file.setFileTime(run.lastNoteAt, QFileDevice::FileModificationTime);
    }
}

void forgetRun(const OrphanedRun &run)
{
    QFile::remove(run.path);
}

} // namespace podium::run
