// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/tunnel/tunnelstask.h"

#include "app/podiumctl/terminal.h"
#include "app/podiumctl/tunnel/tunnelprint.h"
#include "core/base/jobs.h"

namespace podium::ctl {

TunnelsTask::TunnelsTask(const QString &stateDir, bool json, QObject *parent)
    : Task(parent)
    , m_folder(tunnel::tunnelRecordsFolder(stateDir))
    , m_json(json)
{}

void TunnelsTask::start()
{
    runJob(
        this, [folder = m_folder] { return tunnel::readTunnelRecords(folder); },
        [this](const Result<std::vector<tunnel::TunnelRecord>> &records) {
            if (!records) {
                printError(records.error());
                emit finished(ExitRefused);
                return;
            }
            print(*records);
            emit finished(ExitDone);
        });
}

void TunnelsTask::print(const std::vector<tunnel::TunnelRecord> &records) const
{
    if (m_json) {
        printJson(tunnelsJson(records));
        return;
    }
    if (records.empty()) {
        printNote(QStringLiteral("There is no tunnel."));
        return;
    }
    printTable(tunnelRows(records));
}

} // namespace podium::ctl
