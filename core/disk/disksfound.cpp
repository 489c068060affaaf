// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/disk/disksfound.h"

#include "core/ssh/plaintext.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStringBuilder>

#include <algorithm>
#include <utility>

namespace podium::disk {

namespace {

constexpr int MostUsers = 200;
constexpr int MostLines = 500; // of fstab

/// The fields of a record "disk".
enum DiskField {
    Path,
    ProbeCode,
    ProbeText,
    WipefsCode,
    WipefsText,
    FirstMib,
    LastMib,
    UsedBy,
    Between
};

QString plain(const QJsonValue &value)
{
    return ssh::plainText(value.toString().trimmed().toUtf8());
}

/// Old ones of lsblk write numbers as texts.
qint64 numberOf(const QJsonValue &value)
{
    return value.isString() ? value.toString().toLongLong() : qint64(value.toDouble());
}

bool isTrue(const QJsonValue &value)
{
    return value.isBool() ? value.toBool() : numberOf(value) != 0;
}

void addMount(BlockDisk &disk, const QString &folder)
{
    if (!folder.isEmpty() && !disk.mounts.contains(folder)) {
        disk.mounts << folder;
    }
}

void addParts(BlockDisk &disk, const QJsonObject &device)
{
    const QJsonArray children = device[QLatin1String("children")].toArray();
    for (const QJsonValue &each : children) {
        const QJsonObject part = each.toObject();
        disk.parts << plain(part[QLatin1String("name")]);
        addMount(disk, plain(part[QLatin1String("mountpoint")]));
        addParts(disk, part);
    }
}

/// What lsblk says, or findmnt, as a list of this name; nothing where it is none.
std::optional<QJsonArray> listOf(const QByteArray &json, const char *name)
{
    const QJsonValue list = QJsonDocument::fromJson(json).object().value(QLatin1String(name));
    return list.isArray() ? std::optional(list.toArray()) : std::nullopt;
}

std::vector<BlockDisk> readTree(const QJsonArray &devices)
{
    std::vector<BlockDisk> disks;
    for (const QJsonValue &each : devices) {
        const QJsonObject device = each.toObject();
        BlockDisk disk;
        disk.path = plain(device[QLatin1String("name")]);
        disk.bytes = numberOf(device[QLatin1String("size")]);
        if (device[QLatin1String("type")].toString() != QLatin1String("disk") ||
            !isDevicePath(disk.path) || disk.bytes <= 0) {
            continue;
        }
        disk.serial = plain(device[QLatin1String("serial")]);
        disk.isReadOnly = isTrue(device[QLatin1String("ro")]);
        disk.unknown = QStringLiteral("it was not examined");
        addMount(disk, plain(device[QLatin1String("mountpoint")]));
        addParts(disk, device);
        disks.push_back(std::move(disk));
    }
    return disks;
}

/// Of all kinds.
void addNames(QStringList &names, const QJsonArray &devices)
{
    for (const QJsonValue &each : devices) {
        const QJsonObject device = each.toObject();
        names << plain(device[QLatin1String("name")]);
        addNames(names, device[QLatin1String("children")].toArray());
    }
}

/// By its number it is a block device, and no RAM disk, which lsblk leaves out.
bool isOfBlockDevice(const QJsonObject &mount)
{
    static const QRegularExpression number(QStringLiteral("^(?![01]:)[0-9]{1,9}:[0-9]{1,9}\\z"));
    return number.match(plain(mount[QLatin1String("maj:min")])).hasMatch();
}

/// Of a list, not a tree. `names`: all devices that there are.
std::vector<LostMount> lostMounts(const QStringList &names, const QJsonArray &list)
{
    std::vector<LostMount> lost;
    for (const QJsonValue &each : list) {
        const QJsonObject mount = each.toObject();
        const QString source = plain(mount[QLatin1String("source")]);
        const QString folder = plain(mount[QLatin1String("target")]);
        if (isDevicePath(source) && isMountFolder(folder) && !names.contains(source) &&
            isOfBlockDevice(mount)) {
            lost.push_back({source, folder});
        }
    }
    return lost;
}

void addMounts(std::vector<BlockDisk> &disks, const QJsonArray &list)
{
    for (const QJsonValue &each : list) {
        const QJsonObject mount = each.toObject();
        // A folder of a disk that is mounted elsewhere too is "/dev/sdb[/folder]".
        const QString source =
            plain(mount[QLatin1String("source")]).section(QLatin1Char('['), 0, 0);
        for (BlockDisk &disk : disks) {
            if (disk.path == source || disk.parts.contains(source)) {
                addMount(disk, plain(mount[QLatin1String("target")]));
            }
        }
        addMounts(disks, mount[QLatin1String("children")].toArray());
    }
}

BlockDisk *diskAt(std::vector<BlockDisk> &disks, const QByteArray &path)
{
    const auto found = std::find_if(disks.begin(), disks.end(), [&path](const BlockDisk &disk) {
        return disk.path.toUtf8() == path;
    });
    return found == disks.end() ? nullptr : &*found;
}

/// "KEY=value" lines of blkid.
QString valueOf(const QByteArray &lines, const QByteArray &key)
{
    const QByteArray start = key + '=';
    for (const QByteArray &line : lines.split('\n')) {
        if (line.startsWith(start)) {
            return ssh::plainText(line.mid(start.size()).trimmed());
        }
    }
    return {};
}

void judgeProbe(BlockDisk &disk, const QByteArray &code, const QByteArray &text)
{
    static const QRegularExpression uuid(QStringLiteral("^[A-Za-z0-9][A-Za-z0-9-]{0,63}$"));
    disk.type = valueOf(text, "TYPE");
    const QString found = valueOf(text, "UUID");
    disk.uuid = uuid.match(found).hasMatch() ? found : QString();
    const QString table = valueOf(text, "PTTYPE");
    if (!disk.type.isEmpty()) {
        disk.notBlank << QStringLiteral("%1 is on it").arg(disk.type);
    } else if (!table.isEmpty()) {
        disk.notBlank << QStringLiteral("it has a partition table (%1)").arg(table);
    } else if (code == "none") {
        disk.unknown = QStringLiteral("blkid is missing there");
    } else if (code != "2" || !text.isEmpty()) {
        disk.notBlank << QStringLiteral("blkid finds something on it");
    }
}

void judgeBytes(BlockDisk &disk, const remote::Record &record)
{
    if (record.at(WipefsCode) == "none") {
        disk.unknown = QStringLiteral("wipefs is missing there");
    } else if (record.at(WipefsCode) != "0" || !record.at(WipefsText).isEmpty()) {
        disk.notBlank << QStringLiteral("wipefs finds a signature on it");
    }
    for (const auto &[field, clause] :
         {std::pair(FirstMib, QStringLiteral("its first MiB is not empty")),
          std::pair(LastMib, QStringLiteral("its last MiB is not empty")),
          std::pair(Between, QStringLiteral("there are bytes on it"))}) {
        if (record.at(field) == "unknown") {
            disk.unknown = QStringLiteral("dd, tr and wc are needed there");
        } else if (record.at(field) == "skipped" && !disk.notBlank.isEmpty()) {
            continue; // there was no need
        } else if (record.at(field) != "zero") {
            disk.notBlank << clause;
        }
    }
}

void judge(BlockDisk &disk, const remote::Record &record)
{
    disk.unknown.clear();
    disk.notBlank.clear();
    judgeProbe(disk, record.at(ProbeCode), record.at(ProbeText));
    judgeBytes(disk, record);
    if (!disk.parts.isEmpty()) {
        disk.notBlank << QStringLiteral("%1 is on it").arg(disk.parts.join(QStringLiteral(", ")));
    }
    if (!disk.mounts.isEmpty()) {
        disk.notBlank
            << QStringLiteral("it is mounted at %1").arg(disk.mounts.join(QStringLiteral(", ")));
    }
    if (record.at(UsedBy) == "unknown") {
        disk.unknown = QStringLiteral("the kernel does not tell what uses it");
    } else if (!record.text(UsedBy).trimmed().isEmpty()) {
        disk.usedBy = record.text(UsedBy).trimmed();
        disk.notBlank << QStringLiteral("%1 uses it").arg(disk.usedBy);
    }
    if (disk.isReadOnly) {
        disk.notBlank << QStringLiteral("it is read-only");
    }
}

FolderState folderState(const QByteArray &word)
{
    if (word == "missing") {
        return FolderState::Missing;
    }
    if (word == "empty") {
        return FolderState::Empty;
    }
    if (word == "full") {
        return FolderState::Full;
    }
    if (word == "unsafe") {
        return FolderState::Unsafe;
    }
    return word == "link" || word == "other" ? FolderState::NoFolder : FolderState::Unknown;
}

void readFstabLine(const remote::Record &record, DisksFound &found)
{
    const QStringList words = record.text(1, 1000).simplified().split(QLatin1Char(' '));
    if (words.size() >= 2 && !words[0].startsWith(QLatin1Char('#')) &&
        int(found.fstab.size()) < MostLines) {
        found.fstab.push_back({words[0], words[1], words.value(3), record.at(0) == "yes"});
    }
}

void readFact(const remote::Record &record, DisksFound &found)
{
    if (record.kind == "fstab") {
        readFstabLine(record, found);
    } else if (record.kind == "folder") {
        found.folder = folderState(record.at(1));
        found.folderWhy = record.text(2);
    } else if (record.kind == "user" && record.number(0) && int(found.users.size()) < MostUsers) {
        found.users.push_back(
            {*record.number(0), record.text(1), record.text(2).trimmed(), record.text(3)});
    } else if (record.kind == "alias") {
        if (BlockDisk *disk = diskAt(found.disks, record.at(0))) {
            disk->alias = record.text(1);
        }
    } else if (record.kind == "file-system") {
        if (BlockDisk *disk = diskAt(found.disks, record.at(0))) {
            disk->fileSystemBytes = record.number(1);
        }
    }
}

void readSteps(const remote::Answer &answer, DisksFound &found)
{
    bool isTold = false;
    found.usersUnknown = QStringLiteral("the worker did not say");
    for (const remote::Step &step : remote::stepsOf(answer)) {
        if (step.name == QLatin1String("disks")) {
            isTold = step.state == remote::StepState::Ok;
            if (found.unknown.isEmpty()) {
                found.unknown = step.detail;
            }
        } else if (step.name == QLatin1String("users")) {
            found.usersUnknown = step.state == remote::StepState::Ok ? QString() : step.detail;
        } else if (step.name == QLatin1String("fstab-lines") && found.unknown.isEmpty()) {
            found.unknown = step.detail;
        }
    }
    if (!isTold && found.unknown.isEmpty()) {
        found.unknown = QStringLiteral("the worker did not answer");
    }
}

} // namespace

QStringList DisksFound::identities() const
{
    QStringList list;
    for (const BlockDisk &disk : disks) {
        list << disk.identity();
    }
    return list;
}

DisksFound readDisks(const remote::Answer &answer)
{
    DisksFound found;
    found.wasRoot = answer.wasRoot;
    bool hasTree = false;
    QStringList names;
    // What others speak of comes first, whatever the order is in which it was said.
    for (const remote::Record &record : answer.records) {
        if (record.kind == "tree") {
            const auto devices = listOf(record.at(0), "blockdevices");
            hasTree = devices.has_value();
            found.disks = readTree(devices.value_or(QJsonArray()));
            addNames(names, devices.value_or(QJsonArray()));
        }
    }
    for (const remote::Record &record : answer.records) {
        if (record.kind == "mounts") {
            const auto mounts = listOf(record.at(0), "filesystems");
            found.areMountsKnown = mounts.has_value();
            addMounts(found.disks, mounts.value_or(QJsonArray()));
            found.lost = lostMounts(names, mounts.value_or(QJsonArray()));
        }
    }
    for (const remote::Record &record : answer.records) {
        BlockDisk *disk = record.kind == "disk" ? diskAt(found.disks, record.at(Path)) : nullptr;
        if (disk) {
            judge(*disk, record);
        } else {
            readFact(record, found);
        }
    }
    for (BlockDisk &disk : found.disks) {
        if (!found.areMountsKnown) {
            disk.unknown = QStringLiteral("findmnt is missing there, or cannot be read");
        }
    }
    readSteps(answer, found);
    // A worker without a disk that can be seen is no worker whose disks are not mounted.
    if (!hasTree && found.unknown.isEmpty()) {
        found.unknown = QStringLiteral("what lsblk says cannot be read");
    }
    return found;
}

bool isMountFolder(const QString &text)
{
    static const QRegularExpression allowed(QStringLiteral("^(/[A-Za-z0-9_.-]+)+$"));
    const QStringList parts = text.split(QLatin1Char('/'));
    return text.size() <= 200 && !text.endsWith(QLatin1Char('\n')) &&
           allowed.match(text).hasMatch() && !parts.contains(QStringLiteral(".")) &&
           !parts.contains(QStringLiteral(".."));
}

bool isDevicePath(const QString &text)
{
    static const QRegularExpression allowed(QStringLiteral("^/dev/[a-z0-9]{1,32}$"));
    return !text.endsWith(QLatin1Char('\n')) && allowed.match(text).hasMatch();
}

QString sizeText(qint64 bytes)
{
    constexpr qint64 gib = qint64(1) << 30;
    return bytes % gib == 0 ? QStringLiteral("%1 GiB").arg(bytes / gib)
                            : QStringLiteral("%1 GiB").arg(double(bytes) / double(gib), 0, 'f', 1);
}

} // namespace podium::disk
