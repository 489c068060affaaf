// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/disk/diskscripts.h"

#include "core/disk/scripttexts.h"

namespace podium::disk {

namespace {

/// What all begin with, and then this.
QByteArray diskScript(const char *text)
{
    return QByteArray(scripttexts::blocks) + scripttexts::folders + scripttexts::users + text;
}

} // namespace

remote::Script lookScript()
{
    return {
        diskScript(scripttexts::look), remote::Rights::Root,
        QStringLiteral("Look what disks there are"), std::chrono::minutes(2), false};
}

remote::Script workScript(Work work)
{
    switch (work) {
    case Work::Prepare:
        // A file system of some terabytes is written for minutes.
        return {
            diskScript(scripttexts::prepare), remote::Rights::Root,
            QStringLiteral("Make a disk usable"), std::chrono::hours(1), true};
    case Work::Grow:
        return {
            diskScript(scripttexts::grow), remote::Rights::Root,
            QStringLiteral("Grow a file system"), std::chrono::hours(1), true};
    case Work::Release:
        break;
    }
    // What has not been written yet goes to the disk before.
    return {
        diskScript(scripttexts::release), remote::Rights::Root, QStringLiteral("Unmount a disk"),
        std::chrono::minutes(30), true};
}

std::vector<remote::Record> lookData(const WorkRequest &request)
{
    std::vector<remote::Record> data;
    if (request.work == Work::Prepare) {
        data.push_back({"wait", {QByteArray::number(request.bytes)}});
        if (isMountFolder(request.folder)) {
            data.push_back({"folder", {request.folder.toUtf8()}});
        }
        const QStringList before = request.before.value_or(QStringList());
        for (const QString &identity : before) {
            const QString path = identity.section(QLatin1Char(' '), 0, 0);
            if (isDevicePath(path)) {
                data.push_back({"known", {path.toUtf8()}});
            }
        }
    }
    return data;
}

} // namespace podium::disk
