// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/log.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace podium;

class TestLog final : public QObject
{
    Q_OBJECT

private slots:
    void filesArePrivate();
};

/// The next one, too, where one is full.
void TestLog::filesArePrivate()
{
    const QTemporaryDir folder;
    const QString full = folder.filePath("podium.1.log");
    const mode_t before = ::umask(0022);
    startLogging({folder.filePath("podium.log"), false, false});
    const QByteArray line(64 * 1024, 'x');
    for (int i = 0; i < 1000 && !QFile::exists(full); ++i) {
        qInfo("%s", line.constData());
    }
    ::umask(before);
    for (const QString &path : {full, folder.filePath("podium.log")}) {
        struct stat info = {};
        QCOMPARE(::stat(QFile::encodeName(path).constData(), &info), 0);
        QCOMPARE(int(info.st_mode & 07777), 0600);
    }
}

QTEST_GUILESS_MAIN(TestLog)
#include "tst_log.moc"
