// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/files/copysession.h"
#include "core/files/fetch/fetchsession.h"
#include "core/ssh/keys/hostkeystore.h"
#include "core/ssh/libssh/libsshtransport.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTimer>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <memory>

namespace podium::tests {

inline std::atomic<bool> wasTold{false};

/// One copy or fetch in a process of its own, which may be killed at any moment; TERM is what a
/// person's Stop is. What it does stands in a file: {"isCopy","source","folder","known","user",
/// "workers":[{"port","identity"}]}. Its exit status: 0 where all is verified.
class OneTransfer final
{
public:
    explicit OneTransfer(const QString &file)
    {
        QFile told(file);
        if (told.open(QIODevice::ReadOnly)) {
            m_what = QJsonDocument::fromJson(told.readAll()).object();
        }
    }

    int run()
    {
        ssh::HostKeyStore hostKeys(m_what[QLatin1String("known")].toString());
        ssh::LibsshTransport transport(hostKeys, ssh::LibsshTransport::Options());
        const SystemClock clock;
        const run::RunService service(
            transport, [this](const WorkerRef &worker) { return endpointOf(worker); }, clock);
        const auto transfer = make(service);
        QObject::connect(transfer.get(), &files::Transfer::planned, transfer.get(), [&] {
            transfer->error() ? QCoreApplication::exit(2) : transfer->apply();
        });
        QObject::connect(transfer.get(), &files::Transfer::finished, transfer.get(), [&] {
            QCoreApplication::exit(verdict(*transfer));
        });
        std::signal(SIGTERM, [](int) { wasTold = true; });
        QTimer told;
        QObject::connect(&told, &QTimer::timeout, transfer.get(), [&transfer] {
            if (wasTold.exchange(false)) {
                transfer->stop();
            }
        });
        told.start(10);
        QTimer::singleShot(0, transfer.get(), [&transfer] { transfer->look(); });
        return QCoreApplication::exec();
    }

private:
    [[nodiscard]] ssh::Endpoint endpointOf(const WorkerRef &worker) const
    {
        const QJsonObject one =
            m_what[QLatin1String("workers")].toArray().at(worker.index).toObject();
        ssh::Endpoint endpoint;
        endpoint.worker = worker;
        endpoint.address = QStringLiteral("127.0.0.1");
        endpoint.port = quint16(one[QLatin1String("port")].toInt());
        endpoint.user = m_what[QLatin1String("user")].toString();
        endpoint.identityFiles = QStringList{one[QLatin1String("identity")].toString()};
        endpoint.useAgent = false;
        endpoint.hostKeyAlias = QStringLiteral("tpu.1234-%1").arg(worker.index);
        return endpoint;
    }
    [[nodiscard]] std::unique_ptr<files::Transfer> make(const run::RunService &service) const
    {
        std::vector<WorkerRef> workers;
        for (int i = 0; i < m_what[QLatin1String("workers")].toArray().size(); ++i) {
            workers.push_back(*WorkerRef::parse(QStringLiteral("lab/us-a/pod:%1").arg(i)));
        }
        const QByteArray source = m_what[QLatin1String("source")].toString().toUtf8();
        const QByteArray folder = m_what[QLatin1String("folder")].toString().toUtf8();
        if (m_what[QLatin1String("isCopy")].toBool()) {
            files::CopyRequest request;
            request.sources = {source};
            request.folder = folder;
            return std::make_unique<files::CopySession>(service, workers, request);
        }
        files::FetchRequest request;
        request.source = *files::remoteSourceOf(source);
        request.folder = folder;
        request.overwrites = true;
        return std::make_unique<files::FetchSession>(service, workers, request);
    }
    [[nodiscard]] static int verdict(const files::Transfer &transfer)
    {
        bool isVerified = true;
        for (const files::WorkerCopy &copy : transfer.workers()) {
            const QString why = copy.error             ? copy.error->text()
                                : copy.missing.empty() ? QString()
                                                       : copy.missing.front().reason;
            std::printf("%s %s\n", qPrintable(files::copyStateName(copy.state)), qPrintable(why));
            isVerified = isVerified && copy.state == files::CopyState::Verified;
        }
        std::fflush(stdout);
        return isVerified ? 0 : 1;
    }

    QJsonObject m_what;
};

} // namespace podium::tests
