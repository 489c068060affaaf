// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/runarchive.h"

#include "core/base/files.h"
#include "core/models/run/panestate.h"
#include "core/models/run/workerlabels.h"

#include <nlohmann/json.hpp>

#include <QDir>

namespace podium::models {

namespace {

/// A label as a file name: a node's name may be hostile.
QString fileNameOf(const QString &label, int slot)
{
    QString name = label;
    name.replace(QLatin1Char(':'), QLatin1Char('-')).replace(QLatin1Char('/'), QLatin1Char('.'));
    return isPlainName(name) ? name : QStringLiteral("worker-%1").arg(slot);
}

nlohmann::json workerJson(const run::Run &run, int slot, const QString &file)
{
    const run::WorkerState &worker = run.state().workers().at(std::size_t(slot));
    nlohmann::json json;
    json["worker"] = worker.worker.text().toStdString();
    json["file"] = file.toStdString();
    json["class"] = worker.ending ? run::endingClass(*worker.ending).toStdString() : "running";
    json["ending"] = paneHeadline(worker).toStdString();
    if (const QString sentence = paneSentence(worker); !sentence.isEmpty()) {
        json["message"] = sentence.toStdString();
    }
    if (worker.ending) {
        if (const auto *exited = std::get_if<ssh::Exited>(&*worker.ending)) {
            json["status"] = exited->status;
        }
    }
    if (worker.startedMs >= 0 && worker.endedMs >= 0) {
        json["seconds"] = double(worker.endedMs - worker.startedMs) / 1000.0;
    }
    json["bytes"] = run.output().receivedBytes(slot);
    if (const qint64 cut = run.output().cutBytes(slot); cut > 0) {
        json["cutBytes"] = cut;
    }
    return json;
}

nlohmann::json summaryJson(const run::Run &run)
{
    const run::RunSummary &summary = run.state().summary();
    return {
        {"command", run.spec().command.toStdString()},
        {"startedAt", run.startedAt().toUTC().toString(Qt::ISODate).toStdString()},
        {"ok", summary.ok},
        {"failed", summary.failed},
        {"unreachable", summary.unreachable},
        {"stopped", summary.stopped},
        {"running", summary.running},
        {"waiting", summary.waiting},
        {"workers", nlohmann::json::array()}};
}

} // namespace

RunArchive makeArchive(const run::Run &run)
{
    RunArchive archive;
    QByteArray succeeded;
    QByteArray failed;
    nlohmann::json summary = summaryJson(run);
    const QStringList labels = workerLabels(run.spec().workers);
    for (int slot = 0; slot < labels.size(); ++slot) {
        const QString name = fileNameOf(labels.at(slot), slot);
        archive.files.push_back(
            {name + QLatin1String(".out"), run.output().bytes(slot, ssh::OutputStream::Out)});
        if (QByteArray errors = run.output().bytes(slot, ssh::OutputStream::Err);
            !errors.isEmpty()) {
            archive.files.push_back({name + QLatin1String(".err"), std::move(errors)});
        }
        const run::WorkerState &worker = run.state().workers().at(std::size_t(slot));
        if (worker.ending) {
            QByteArray &list = worker.hasFailed() ? failed : succeeded;
            list += labels.at(slot).toUtf8() + '\n';
        }
        summary["workers"].push_back(workerJson(run, slot, name));
    }
    const std::string json = summary.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
    archive.files.push_back({QStringLiteral("succeeded"), succeeded});
    archive.files.push_back({QStringLiteral("failed"), failed});
    archive.files.push_back(
        {QStringLiteral("summary.json"), QByteArray::fromStdString(json) + '\n'});
    return archive;
}

Result<QString> writeArchive(const RunArchive &archive, const QString &parent, const QString &name)
{
    QString folder = parent + QLatin1Char('/') + name;
    for (int number = 2; QDir(folder).exists(); ++number) {
        folder = parent + QLatin1Char('/') + name + QLatin1Char('-') + QString::number(number);
    }
    if (const Result<> made = makePrivateFolder(folder); !made) {
        return tl::unexpected(made.error());
    }
    for (const RunArchive::File &file : archive.files) {
        const QString path = folder + QLatin1Char('/') + file.name;
        if (const Result<> written = writeFileAtomically(path, file.bytes, 0600); !written) {
            return tl::unexpected(written.error());
        }
    }
    return folder;
}

QString archiveName(const run::Run &run)
{
    return QLatin1String("run-") +
           run.startedAt().toLocalTime().toString(QStringLiteral("yyyyMMdd-HHmmss"));
}

} // namespace podium::models
