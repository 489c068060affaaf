// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tunnel/tunnelrecords.h"

#include "core/base/jobs.h"
#include "core/base/log.h"

#include <spdlog/spdlog.h>

#include <QCoreApplication>
#include <QDir>
#include <QUuid>

#include <utility>

namespace podium::tunnel {

namespace {

constexpr int WritePauseMs = 200;
constexpr int PrivateMode = 0600;
constexpr qint64 LargestFile = 1024 * 1024;

QString lockOf(const QString &file)
{
    return file + QStringLiteral(".lock");
}

QString newName()
{
    return QStringLiteral("/%1-%2.json")
        .arg(QCoreApplication::applicationPid())
        .arg(QUuid::createUuid().toString(QUuid::Id128));
}

/// Held by whoever gets it: then its program is gone.
bool isAbandoned(const QString &file)
{
    return FileLock::acquire(lockOf(file), std::chrono::milliseconds(0)).has_value();
}

/// The lock, taken before there is a file.
Result<std::shared_ptr<FileLock>>
written(const QString &file, std::shared_ptr<FileLock> lock, const QByteArray &bytes)
{
    if (!lock) {
        if (const auto folder = makePrivateFolder(QFileInfo(file).path()); !folder) {
            return failure(folder.error());
        }
        auto got = FileLock::acquire(lockOf(file), std::chrono::milliseconds(0));
        if (!got) {
            return failure(got.error());
        }
        lock = std::make_shared<FileLock>(std::move(*got));
    }
    const auto done = writeFileAtomically(file, bytes, PrivateMode);
    return done ? Result<std::shared_ptr<FileLock>>(lock) : failure(done.error());
}

} // namespace

QString tunnelRecordsFolder(const QString &stateDir)
{
    return stateDir + QStringLiteral("/tunnels");
}

Result<std::vector<TunnelRecord>> readTunnelRecords(const QString &folder, const QString &without)
{
    std::vector<TunnelRecord> all;
    const QDir dir(folder);
    for (const QString &name : dir.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Time)) {
        const QString file = dir.filePath(name);
        if (file == without) {
            continue;
        }
        if (isAbandoned(file)) {
            QFile::remove(file);
            QFile::remove(lockOf(file));
            continue;
        }
        const auto bytes = readFile(file, LargestFile);
        if (!bytes && bytes.error().kind != ErrorKind::NotFound) {
            return failure(bytes.error());
        }
        const auto records = recordsFromJson(bytes.value_or(QByteArray()));
        all.insert(all.end(), records.begin(), records.end());
    }
    return all;
}

TunnelRecords::TunnelRecords(
    const TunnelService &service, QString folder, QString program, QObject *parent)
    : QObject(parent)
    , m_service(service)
    , m_folder(std::move(folder))
    , m_program(std::move(program))
    , m_file(m_folder + newName())
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(WritePauseMs);
    connect(&m_timer, &QTimer::timeout, this, &TunnelRecords::write);
    connect(&m_service, &TunnelService::opened, this, &TunnelRecords::writeSoon);
    connect(&m_service, &TunnelService::changed, this, &TunnelRecords::writeSoon);
    connect(&m_service, &TunnelService::counted, this, &TunnelRecords::writeSoon);
    connect(&m_service, &TunnelService::closed, this, &TunnelRecords::writeSoon);
}

TunnelRecords::~TunnelRecords()
{
    if (m_lock) {
        QFile::remove(m_file);
        QFile::remove(lockOf(m_file));
    }
}

void TunnelRecords::writeSoon()
{
    m_isStale = m_isWriting;
    if (!m_isWriting && !m_timer.isActive()) {
        m_timer.start();
    }
}

void TunnelRecords::write()
{
    std::vector<TunnelRecord> records;
    for (const TunnelStatus &status : m_service.all()) {
        records.push_back(recordOf(status, m_program));
    }
    m_isWriting = true;
    runJob(
        this,
        [file = m_file, lock = m_lock, bytes = recordsToJson(records)] {
            return written(file, lock, bytes);
        },
        [this](const Result<std::shared_ptr<FileLock>> &lock) {
            m_isWriting = false;
            if (lock) {
                m_lock = *lock;
            } else {
                logger("tunnel")->warn("{}", lock.error().text().toStdString());
            }
            if (std::exchange(m_isStale, false)) {
                m_timer.start();
            }
        });
}

} // namespace podium::tunnel
