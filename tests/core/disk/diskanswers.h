// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/remote/framed.h"

#include <QStringBuilder>

#include <vector>

namespace podium::tests {

/// A disk as the script tells of it: as it stands here, a new and blank one of 200 GiB.
struct DiskFact
{
    QByteArray path = QByteArrayLiteral("/dev/sdb");
    qint64 gib = 200;
    QByteArray serial = QByteArrayLiteral("persistent-disk-1");
    bool isReadOnly = false;
    QByteArray mount{}; ///< where it is mounted
    QByteArray part{};  ///< a partition on it
    QByteArray probeCode = QByteArrayLiteral("2");
    QByteArray probe{};
    QByteArray wipefsCode = QByteArrayLiteral("0");
    QByteArray wipefs{};
    QByteArray firstMib = QByteArrayLiteral("zero");
    QByteArray lastMib = QByteArrayLiteral("zero");
    QByteArray usedBy{};
    QByteArray between = QByteArrayLiteral("zero");
};

/// The same with a file system on it.
inline DiskFact withFileSystem(const QByteArray &uuid, const QByteArray &type = "ext4")
{
    DiskFact disk;
    disk.probeCode = "0";
    disk.probe = QByteArray("DEVNAME=/dev/sdb\nUUID=" + uuid + "\nTYPE=" + type + "\n");
    disk.wipefs = "sdb 0x438 ext4";
    disk.firstMib = disk.lastMib = disk.between = "skipped";
    return disk;
}

/// What the worker runs from.
inline DiskFact bootDisk()
{
    DiskFact disk = withFileSystem("5ac0ffee-0000");
    disk.path = "/dev/sda";
    disk.gib = 100;
    disk.serial = "persistent-disk-0";
    disk.mount = "/";
    return disk;
}

inline QByteArray treeOf(const std::vector<DiskFact> &disks)
{
    QByteArrayList objects;
    for (const DiskFact &disk : disks) {
        QByteArray json = "{\"name\":\"" + disk.path +
                          "\",\"type\":\"disk\",\"size\":" + QByteArray::number(disk.gib << 30) +
                          ",\"ro\":" + (disk.isReadOnly ? "true" : "false") + ",\"serial\":\"" +
                          disk.serial + "\",\"mountpoint\":null";
        if (!disk.part.isEmpty()) {
            json += ",\"children\":[{\"name\":\"" + disk.part + "\",\"type\":\"part\"}]";
        }
        objects << QByteArray(json + '}');
    }
    return "{\"blockdevices\":[" + objects.join(',') + "]}";
}

inline QByteArray mountsOf(const std::vector<DiskFact> &disks)
{
    QByteArrayList objects;
    for (const DiskFact &disk : disks) {
        if (!disk.mount.isEmpty()) {
            objects << QByteArray(
                "{\"source\":\"" + disk.path + "\",\"target\":\"" + disk.mount + "\"}");
        }
    }
    return "{\"filesystems\":[" + objects.join(',') + "]}";
}

/// A whole answer about these, besides the boot disk; the folder that was asked about is missing.
inline remote::Answer
answerAbout(std::vector<DiskFact> disks, const std::vector<remote::Record> &more = {})
{
    disks.insert(disks.begin(), bootDisk());
    remote::Answer answer;
    answer.wasRoot = true;
    answer.isComplete = true;
    auto &records = answer.records;
    records.push_back({"tree", {treeOf(disks)}});
    records.push_back({"mounts", {mountsOf(disks)}});
    for (const DiskFact &disk : disks) {
        records.push_back(
            {"disk",
             {disk.path, disk.probeCode, disk.probe, disk.wipefsCode, disk.wipefs, disk.firstMib,
              disk.lastMib, disk.usedBy, disk.between}});
    }
    records.push_back({"folder", {"/mnt/data", "missing"}});
    records.insert(records.end(), more.begin(), more.end());
    records.push_back({"step", {"users", "ok", ""}});
    records.push_back({"step", {"disks", "ok", ""}});
    return answer;
}

} // namespace podium::tests
