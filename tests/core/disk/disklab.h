// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/remote/script.h"

#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStringBuilder>
#include <QTemporaryDir>
#include <QtTest>

namespace podium::tests {

/// Disks, fstab and /sys in a folder of this machine, by the tools of podium-sim's workers.
class DiskLab final
{
public:
    DiskLab()
    {
        for (const char *folder : {"tools", "dev", "block", "mnt"}) {
            QVERIFY(QDir().mkpath(path(folder)));
        }
        // Whatever the umask is: others than root must not change what is there.
        QVERIFY(QFile::setPermissions(
            path("mnt"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        const QString tools = path("disk-tools");
        QVERIFY(QFile::copy(PODIUM_SOURCE_DIR "/app/podium-sim/image/disk-tools.sh", tools));
        QVERIFY(
            QFile::setPermissions(tools, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        for (const char *tool : Tools) {
            QVERIFY(QFile::link(tools, path("tools/") + tool));
        }
        QVERIFY(QFile::link(tools, path("disk")));
        write("disks", "sda 107374182400 0 persistent-disk-0 ext4 5ac0ffee 107374182400 /\n");
        write("fstab", Fstab);
        write("dev/sda", {}); // else this machine's is read
    }

    [[nodiscard]] QString path(const char *name) const
    {
        return m_folder.filePath(QLatin1String(name));
    }
    void write(const char *name, const QByteArray &text) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), qint64(text.size()));
    }
    [[nodiscard]] QByteArray read(const char *name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    /// "add sdb 200", see image/disk-tools.sh.
    void disk(const QString &words) const
    {
        QProcess process;
        process.setProcessEnvironment(environment());
        process.start(path("disk"), words.split(QLatin1Char(' ')));
        QVERIFY(process.waitForFinished(-1));
        QCOMPARE(process.exitCode(), 0);
    }
    [[nodiscard]] QProcessEnvironment environment() const
    {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(
            QStringLiteral("PATH"),
            path("tools") + QLatin1Char(':') + environment.value(QStringLiteral("PATH")));
        environment.insert(QStringLiteral("PODIUM_SIM_DISKS"), path("disks"));
        environment.insert(QStringLiteral("PODIUM_SIM_DEV"), path("dev"));
        environment.insert(QStringLiteral("PODIUM_SIM_FSTAB"), path("fstab"));
        environment.insert(QStringLiteral("PODIUM_SIM_BLOCKS"), path("block"));
        return environment;
    }
    /// The same script about what is here; nothing of this machine's own is reached by it.
    [[nodiscard]] remote::Script local(remote::Script script) const
    {
        script.text.replace("fstab=/etc/fstab", QByteArray("fstab=" + path("fstab").toUtf8()));
        script.text.replace("dev=/dev\n", QByteArray("dev=" + path("dev").toUtf8() + '\n'));
        script.text.replace("top=\n", QByteArray("top=" + path("mnt").toUtf8() + '\n'));
        script.text.replace("/sys/class/block/", QByteArray(path("block").toUtf8() + '/'));
        script.text.replace("[ \"$podium_uid\" != 0 ]", "[ 0 != 0 ]");
        QByteArray functions;
        for (const char *tool : Tools) {
            // Busybox takes its own before it looks in PATH.
            if (!QByteArray(tool).contains('.')) {
                functions +=
                    QByteArray(tool) + "() { " + path("tools/").toUtf8() + tool + " \"$@\"; }\n";
            }
        }
        script.text = functions + script.text;
        return script;
    }

    static constexpr const char *Tools[] = {"blkid",     "dd",    "dumpe2fs",  "findmnt", "lsblk",
                                            "mkfs.ext4", "mount", "resize2fs", "umount",  "wipefs"};
    static constexpr const char *Fstab = "# what stands here stays\n"
                                         "UUID=5ac0ffee / ext4 defaults 0 1\n"
                                         "\n"
                                         "tmpfs\t/tmp tmpfs  size=1g 0 0\n";

private:
    QTemporaryDir m_folder;
};

} // namespace podium::tests
