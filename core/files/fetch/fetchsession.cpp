// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/fetch/fetchsession.h"

#include "core/base/jobs.h"
#include "core/files/copyscripts.h"
#include "core/files/manifest.h"

#include <algorithm>
#include <utility>

namespace podium::files {

namespace {

QSet<QByteArray> foldersAbove(const QByteArray &path)
{
    QSet<QByteArray> folders;
    for (int end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
        folders.insert(path.left(end));
    }
    return folders;
}

/// Of a fixed length: the command has it in it, and is one for all.
QByteArray lengthText(int length)
{
    constexpr int Digits = 10;
    return QByteArray::number(length).rightJustified(Digits, '0');
}

} // namespace

FetchSession::FetchSession(
    run::RunService service, const std::vector<WorkerRef> &workers, FetchRequest request,
    QObject *parent)
    : Transfer(workers, parent)
    , m_service(std::move(service))
    , m_request(std::move(request))
    , m_look(m_service, workers, m_request)
    , m_parts(workers.size())
{
    connect(&m_look, &FetchLook::finished, this, &FetchSession::onPlanned);
    m_receivers.setMaxThreadCount(std::max(1, m_request.atOnce));
}

FetchSession::~FetchSession()
{
    for (const Part &part : m_parts) {
        if (part.stream) {
            part.stream->abandon(); // so that no receiver waits
        }
    }
    m_receivers.waitForDone();
}

void FetchSession::updateProgress()
{
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        m_workers[i].doneBytes = m_parts[i].done ? qint64(*m_parts[i].done) : 0;
    }
}

QByteArray FetchSession::folderOf(std::size_t worker) const
{
    return m_parts[worker].what.folder;
}

bool FetchSession::hasWork() const
{
    return std::any_of(m_workers.begin(), m_workers.end(), [](const WorkerCopy &copy) {
        return !copy.plan.error && !copy.plan.send.empty();
    });
}

bool FetchSession::leavesOut() const
{
    return std::any_of(m_workers.begin(), m_workers.end(), [](const WorkerCopy &copy) {
        return !copy.plan.unread.empty();
    });
}

void FetchSession::look()
{
    m_isBusy = true;
    m_look.start();
}

void FetchSession::onPlanned()
{
    std::vector<FetchPart> parts = m_look.takeParts();
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        m_workers[i].plan = std::move(parts[i].plan);
        m_parts[i].what = std::move(parts[i]);
    }
    m_isBusy = false;
    if (m_isStopped) {
        m_error = stoppedByPerson();
    }
    emit planned();
}

void FetchSession::apply()
{
    m_isBusy = true;
    QByteArrayList folders;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const WorkerPlan &plan = m_workers[i].plan;
        folders << (plan.error || plan.send.empty() ? QByteArray() : m_parts[i].what.folder);
    }
    using Folders = std::vector<Result<std::shared_ptr<FetchFolder>>>;
    runJob(
        this,
        [folders] {
            Folders opened;
            for (const QByteArray &path : folders) {
                opened.push_back(
                    path.isEmpty() ? Result<std::shared_ptr<FetchFolder>>(nullptr)
                                   : FetchFolder::open(path));
            }
            return opened;
        },
        [this](const Folders &opened) {
            for (std::size_t i = 0; i < m_parts.size(); ++i) {
                if (opened[i]) {
                    m_parts[i].folder = *opened[i];
                } else {
                    m_workers[i].plan.error = opened[i].error();
                }
            }
            receive();
        });
}

void FetchSession::receive()
{
    m_open = m_parts.size();
    std::vector<StreamInput> inputs;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        if (!m_isStopped && m_parts[i].folder && !filesOf(i).isEmpty()) {
            m_running.push_back(i);
            inputs.push_back(inputFor(i));
        } else {
            put(i);
        }
    }
    if (inputs.empty()) {
        return;
    }
    m_run =
        std::make_unique<StreamRun>(m_service, sendScript(), std::move(inputs), m_request.atOnce);
    if (!m_run->narrowed().isEmpty()) {
        emit narrowed(m_run->narrowed());
    }
    connect(m_run.get(), &StreamRun::starting, this, [this](int slot) {
        startReceiver(m_running[std::size_t(slot)]);
    });
    connect(m_run.get(), &StreamRun::streamed, this, [this](int slot, const QByteArray &bytes) {
        const std::size_t worker = m_running[std::size_t(slot)];
        m_workers[worker].sentBytes += bytes.size();
        m_parts[worker].stream->pushNow(bytes);
    });
    connect(m_run.get(), &StreamRun::ended, this, [this](int slot, const Result<> &how) {
        onStreamed(m_running[std::size_t(slot)], how);
    });
    m_run->start();
}

StreamInput FetchSession::inputFor(std::size_t worker)
{
    Part &part = m_parts[worker];
    const QByteArray list = listedNames(filesOf(worker));
    part.isStreaming = true;
    part.stream = std::make_shared<BytePipe>();
    part.wanted = std::make_shared<BytePipe>();
    part.wanted->pushInPieces(list);
    part.wanted->pushNow(QByteArray(PiecesUnderWay, '\n'));
    part.done = std::make_shared<std::atomic<qint64>>(0);
    const bool isPacked = m_request.compresses && m_workers[worker].plan.hasZstd;
    return {
        m_workers[worker].plan.worker,
        {{"place", {m_request.source.folder}},
         {"names", {lengthText(list.size())}},
         {"packing", {isPacked ? "zstd" : "none"}}},
        part.wanted};
}

QByteArrayList FetchSession::filesOf(std::size_t worker) const
{
    QByteArrayList names;
    for (const std::size_t place : m_workers[worker].plan.send) {
        const FileEntry &entry = m_parts[worker].what.tree->entries[place].entry;
        if (entry.kind == EntryKind::File) {
            names << entry.path;
        }
    }
    return names;
}

void FetchSession::startReceiver(std::size_t worker)
{
    Part &part = m_parts[worker];
    m_workers[worker].state = CopyState::Sending;
    part.since.start();
    FilesToReceive what;
    what.tree = part.what.tree;
    what.places = m_workers[worker].plan.send;
    what.folder = part.folder->temp();
    what.wanted = part.wanted;
    what.done = part.done;
    part.isReceiving = true;
    runJobIn(
        m_receivers, this,
        [what = std::move(what), stream = part.stream, folder = part.folder] {
            return receiveFiles(what, *stream);
        },
        [this, worker](const ReceivedFiles &received) { onReceived(worker, received); });
}

void FetchSession::onStreamed(std::size_t worker, const Result<> &how)
{
    if (!how && !m_workers[worker].error) {
        m_workers[worker].error = how.error();
    }
    m_parts[worker].isStreaming = false;
    m_parts[worker].stream->close();
    proveIfEnded(worker);
}

void FetchSession::onReceived(std::size_t worker, const ReceivedFiles &received)
{
    WorkerCopy &copy = m_workers[worker];
    m_parts[worker].isReceiving = false;
    m_parts[worker].arrived = received.sums;
    if (received.error && !copy.error) {
        copy.error = received.error;
        copy.error->subject = copy.plan.worker.text();
    }
    proveIfEnded(worker);
}

void FetchSession::proveIfEnded(std::size_t worker)
{
    Part &part = m_parts[worker];
    if (part.isStreaming || part.isReceiving) {
        return;
    }
    QByteArrayList paths;
    for (auto it = part.arrived.begin(); it != part.arrived.end() && !m_isGivenUp; ++it) {
        paths << part.what.tree->entries[it.key()].entry.path;
    }
    part.sums = std::make_unique<SumsRun>(
        m_service, m_request.source.folder,
        std::vector<SumsAsked>{{m_workers[worker].plan.worker, paths}});
    connect(part.sums.get(), &SumsRun::finished, this, [this, worker] { put(worker); });
    part.sums->start();
}

FetchSession::Arrival FetchSession::arrivalOf(std::size_t worker)
{
    Part &part = m_parts[worker];
    WorkerCopy &copy = m_workers[worker];
    const Result<SumsRun::Sums> sums = part.sums ? part.sums->sums(0) : SumsRun::Sums();
    if (!sums && !copy.error) {
        copy.error = sums.error();
    }
    Arrival arrival{std::exchange(part.folder, nullptr), part.what.tree, {}, {}, {}};
    QSet<QByteArray> above; // folders that are needed in any case
    std::vector<std::size_t> others;
    for (const std::size_t place : copy.plan.send) {
        const FileEntry &entry = part.what.tree->entries[place].entry;
        const QByteArray sum = part.arrived.value(place);
        if (entry.kind != EntryKind::File) {
            others.push_back(place);
        } else if (!sum.isEmpty() && sums && sum == sums->value(entry.path)) {
            arrival.places.insert(place);
            above.unite(foldersAbove(entry.path));
        } else {
            arrival.missing.push_back(
                {entry.path,
                 QStringLiteral("it changed while it was fetched, or cannot be read there")});
        }
    }
    if (m_isStopped && !arrival.missing.empty()) {
        copy.error = stoppedByPerson();
    }
    const bool isCut = copy.error.has_value();
    arrival.manner.overwrites = m_request.overwrites;
    arrival.manner.moreIsToCome = isCut;
    for (const std::size_t place : others) {
        if (!isCut || above.contains(part.what.tree->entries[place].entry.path)) {
            arrival.places.insert(place);
        }
    }
    if (isCut || copy.plan.error) {
        arrival.missing.clear(); // the error says it
    }
    return arrival;
}

void FetchSession::put(std::size_t worker)
{
    runJob(
        this,
        [arrival = arrivalOf(worker)]() mutable {
            if (arrival.folder) {
                const auto problems =
                    arrival.folder->place(*arrival.tree, arrival.places, arrival.manner);
                arrival.missing.insert(arrival.missing.end(), problems.begin(), problems.end());
                arrival.folder.reset();
            }
            return arrival.missing;
        },
        [this, worker](const std::vector<FileProblem> &missing) { onPut(worker, missing); });
}

void FetchSession::onPut(std::size_t worker, const std::vector<FileProblem> &missing)
{
    updateProgress();
    const Part &part = m_parts[worker];
    WorkerCopy &copy = m_workers[worker];
    copy.missing = missing;
    copy.isPlaced = true;
    copy.tookMs = part.since.isValid() ? part.since.elapsed() : 0;
    concludeCopy(copy, copy.plan.error ? Result<>(failure(*copy.plan.error)) : Result<>());
    if (--m_open == 0) {
        m_isBusy = false;
        emit finished();
    }
}

void FetchSession::stop()
{
    m_isGivenUp = std::exchange(m_isStopped, true);
    m_look.stop();
    if (m_run) {
        m_run->stop();
    }
    for (const Part &part : m_parts) {
        if (part.sums && m_isGivenUp) {
            part.sums->stop();
        }
    }
}

} // namespace podium::files
