// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/fetchsession.h"

#include "core/base/jobs.h"
#include "core/files/copyscripts.h"
#include "core/files/manifest.h"

#include <algorithm>
#include <set>
#include <utility>

namespace podium::files {

namespace {

/// What is put in place of one worker.
struct Arrival
{
    std::shared_ptr<FetchFolder> folder;
    std::shared_ptr<const LocalTree> tree;
    std::set<std::size_t> places;
    std::vector<FileProblem> missing;
};

std::vector<FileProblem> putInPlace(Arrival &arrival, bool overwrites)
{
    if (arrival.folder) {
        const auto problems = arrival.folder->place(*arrival.tree, arrival.places, overwrites);
        arrival.missing.insert(arrival.missing.end(), problems.begin(), problems.end());
        arrival.folder.reset();
    }
    return arrival.missing;
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
    std::vector<std::size_t> asked;
    std::vector<StreamInput> inputs;
    for (std::size_t i = 0; i < m_parts.size() && !m_isStopped; ++i) {
        Part &part = m_parts[i];
        const QByteArrayList names = part.folder ? filesOf(i) : QByteArrayList();
        if (names.isEmpty()) {
            continue;
        }
        const QByteArray list = listedNames(names);
        part.stream = std::make_shared<BytePipe>();
        part.wanted = std::make_shared<BytePipe>();
        part.wanted->pushInPieces(list);
        part.wanted->pushNow(QByteArray(PiecesUnderWay, '\n'));
        part.done = std::make_shared<std::atomic<qint64>>(0);
        const bool isPacked = m_request.compresses && m_workers[i].plan.hasZstd;
        asked.push_back(i);
        inputs.push_back(
            {m_workers[i].plan.worker,
             {{"place", {m_request.source.folder}},
              {"names", {lengthText(list.size())}},
              {"packing", {isPacked ? "zstd" : "none"}}},
             part.wanted});
    }
    m_isStreaming = !asked.empty();
    if (asked.empty()) {
        proveIfAllEnded();
        return;
    }
    m_running = std::move(asked);
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
        const std::size_t worker = m_running[std::size_t(slot)];
        if (!how && !m_workers[worker].error) {
            m_workers[worker].error = how.error();
        }
        m_parts[worker].stream->close();
    });
    connect(m_run.get(), &StreamRun::finished, this, [this] {
        m_isStreaming = false;
        proveIfAllEnded();
    });
    m_run->start();
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
    ++m_receiving;
    runJobIn(
        m_receivers, this,
        [what = std::move(what), stream = part.stream, folder = part.folder] {
            return receiveFiles(what, *stream);
        },
        [this, worker](const ReceivedFiles &received) { onReceived(worker, received); });
}

void FetchSession::onReceived(std::size_t worker, const ReceivedFiles &received)
{
    WorkerCopy &copy = m_workers[worker];
    m_parts[worker].arrived = received.sums;
    if (received.error && !copy.error) {
        copy.error = received.error;
        copy.error->subject = copy.plan.worker.text();
    }
    --m_receiving;
    proveIfAllEnded();
}

void FetchSession::proveIfAllEnded()
{
    if (m_isStreaming || m_receiving > 0) {
        return;
    }
    std::vector<SumsAsked> asked;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const Part &part = m_parts[i];
        QByteArrayList paths;
        for (auto it = part.arrived.begin(); it != part.arrived.end(); ++it) {
            paths << part.what.tree->entries[it.key()].entry.path;
        }
        asked.push_back({m_workers[i].plan.worker, m_isStopped ? QByteArrayList() : paths});
    }
    m_sums = std::make_unique<SumsRun>(m_service, m_request.source.folder, std::move(asked));
    connect(m_sums.get(), &SumsRun::finished, this, &FetchSession::put);
    m_sums->start();
}

void FetchSession::put()
{
    std::vector<Arrival> arrivals;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        Part &part = m_parts[i];
        WorkerCopy &copy = m_workers[i];
        Arrival arrival{std::exchange(part.folder, nullptr), part.what.tree, {}, {}};
        const auto &sums = m_sums->sums(i);
        if (!sums && !copy.error) {
            copy.error = sums.error();
        }
        for (const std::size_t place : copy.plan.send) {
            const FileEntry &entry = part.what.tree->entries[place].entry;
            const QByteArray sum = part.arrived.value(place);
            if (entry.kind != EntryKind::File ||
                (!sum.isEmpty() && sums && sum == sums->value(entry.path))) {
                arrival.places.insert(place);
            } else if (!copy.error && !copy.plan.error) {
                arrival.missing.push_back(
                    {entry.path,
                     QStringLiteral("it changed while it was fetched, or cannot be read there")});
            }
        }
        if (m_isStopped) {
            copy.error = stoppedByPerson();
            arrival.places.clear();
            arrival.missing.clear();
        }
        arrivals.push_back(std::move(arrival));
    }
    runJob(
        this,
        [arrivals = std::move(arrivals), overwrites = m_request.overwrites]() mutable {
            std::vector<std::vector<FileProblem>> missing;
            for (Arrival &arrival : arrivals) {
                missing.push_back(putInPlace(arrival, overwrites));
            }
            return missing;
        },
        [this](const std::vector<std::vector<FileProblem>> &missing) { onPut(missing); });
}

void FetchSession::onPut(const std::vector<std::vector<FileProblem>> &missing)
{
    updateProgress();
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const Part &part = m_parts[i];
        WorkerCopy &copy = m_workers[i];
        copy.missing = missing[i];
        copy.isPlaced = true;
        copy.tookMs = part.since.isValid() ? part.since.elapsed() : 0;
        concludeCopy(copy, copy.plan.error ? Result<>(failure(*copy.plan.error)) : Result<>());
    }
    m_isBusy = false;
    emit finished();
}

void FetchSession::stop()
{
    m_isStopped = true;
    m_look.stop();
    if (m_sums) {
        m_sums->stop();
    } else if (m_run) {
        m_run->stop();
    }
}

} // namespace podium::files
