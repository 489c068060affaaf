// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// Lines for other programs, given to a real shell, and to the real rsync with a stand-in for ssh
// that runs on this machine what would be run on a worker.
#include "core/models/files/copylines.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::models;

namespace {

files::CopyRequest requestOf(const QByteArrayList &sources, const QByteArray &folder)
{
    files::CopyRequest request;
    request.sources = sources;
    request.folder = folder;
    return request;
}

} // namespace

class TestCopyLines final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        shell(
            "mkdir home bin && printf '#!/bin/sh\\ncd \"$HOME\" && shift && exec sh -c \"$*\"\\n' "
            ">bin/ssh && chmod 755 bin/ssh");
    }
    void cleanup() { shell("find . -mindepth 1 -delete"); } // Qt leaves names that are no text
    void aWordIsOneWord_data();
    void aWordIsOneWord();
    void rsyncBringsTheSame_data();
    void rsyncBringsTheSame();
    void rsyncHearsOfTheOptions();
    void rsyncDeletesInNoOtherFolder_data();
    void rsyncDeletesInNoOtherFolder();
    void aBucketIsFilledOnce();
    void whatGcloudCannotTakeIsRefused_data();
    void whatGcloudCannotTakeIsRefused();
    void whatGcloudCannotDoIsRefused();

private:
    QByteArray shell(const QByteArray &command) const
    {
        QProcess bash;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", m_folder->filePath("bin") + ':' + environment.value("PATH"));
        environment.insert("HOME", m_folder->filePath("home"));
        environment.insert("LC_ALL", "C");
        bash.setProcessEnvironment(environment);
        bash.setWorkingDirectory(m_folder->path());
        bash.start("bash", {"-s"});
        bash.write(command + '\n');
        bash.closeWriteChannel();
        bash.waitForFinished(-1);
        [&] { QVERIFY2(bash.exitCode() == 0, bash.readAllStandardError().constData()); }();
        return bash.readAllStandardOutput();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestCopyLines::aWordIsOneWord_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char *text :
         {"plain", "two words", "it's", "\"$(id)\" `id`", "-dash", "line\nbreak", "latin\351",
          "\033]0;x\007",
          "\xc2\x9b"
          "1m",
          "\xe2\x80\xae"
          "gnp",
          "back\\slash\n'", "*?[", "", "~"}) {
        QTest::newRow(text) << QByteArray(text);
    }
}

void TestCopyLines::aWordIsOneWord()
{
    QFETCH(QByteArray, text);
    const QByteArray word = lineWord(text);
    QCOMPARE(shell("printf %s " + word), text);
    for (const char each : word) {
        QVERIFY(each < 0 || (each >= 0x20 && each < 0x7f)); // one line, and no control
    }
    QCOMPARE(QString::fromUtf8(word).toUtf8(), word);
}

void TestCopyLines::rsyncBringsTheSame_data()
{
    QTest::addColumn<QByteArray>("folder");
    for (const char *folder :
         {"", "data", "a/b/c", "two words/it's", "line\nbreak/$(touch gone)", "latin\351", "-dash",
          "a:b", "~/below", "\033[1m"}) {
        QTest::newRow(folder) << QByteArray(folder);
    }
}

void TestCopyLines::rsyncBringsTheSame()
{
    if (QStandardPaths::findExecutable("rsync").isEmpty()) {
        QSKIP("This machine has no rsync");
    }
    QFETCH(QByteArray, folder);
    const QByteArrayList names{"-dash",       "host:name", "two words", "it's",
                               "line\nbreak", "latin\351", "$(id)",     "\033[1m"};
    QByteArrayList sources{"tree/", "content/."};
    shell("mkdir -p tree/sub content && printf a >tree/sub/a && ln -s sub/a tree/link && "
          "printf c >content/c && chmod 640 tree/sub/a && "
          "touch -d '2001-02-03 04:05:06' tree/sub/a");
    for (const QByteArray &name : names) {
        shell("printf %s " + lineWord(name) + " >./" + lineWord(name));
        sources << name;
    }
    const QByteArray line = rsyncLine(requestOf(sources, folder), "pod-v4-0").value();
    QVERIFY2(!line.contains('\n'), line.constData());
    shell(line);
    QByteArray there = "home/" + (folder.startsWith("~/") ? folder.mid(2) : folder);
    there = lineWord(there);
    for (const QByteArray &name : names) {
        QCOMPARE(shell("cat " + there + "/" + lineWord(name)), name);
    }
    QCOMPARE(
        shell("cat " + there + "/c; readlink " + there + "/tree/link"), QByteArray("csub/a\n"));
    QCOMPARE(
        shell("stat -c '%a %Y' " + there + "/tree/sub/a"), shell("stat -c '%a %Y' tree/sub/a"));
    QVERIFY(!QFile::exists(m_folder->filePath("home/gone")));
}

void TestCopyLines::rsyncHearsOfTheOptions()
{
    files::CopyRequest request = requestOf({"code"}, "data");
    QCOMPARE(
        rsyncLine(request, "pod-0").value(),
        QByteArray("rsync -rlpts -z '--rsync-path=mkdir -p -- '\\''./data'\\'' && rsync' -- ./code "
                   "pod-0:./data/"));
    request.compresses = false;
    request.deletesExtras = true;
    request.local.honoursGitignore = true;
    request.folder = {};
    QCOMPARE(
        rsyncLine(request, "pod-0").value(),
        QByteArray("rsync -rlpts --delete '--filter=:- .gitignore' --exclude=.git -- ./code "
                   "pod-0:./"));
}

void TestCopyLines::rsyncDeletesInNoOtherFolder_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<bool>("isRefused");
    for (const char *source : {".", "./", "..", "code/.", "code/./", "/code/..", "../../"}) {
        QTest::newRow(source) << QByteArray(source) << true;
    }
    for (const char *source : {"code", "code/", "code.", "code/a..", "./code"}) {
        QTest::newRow(source) << QByteArray(source) << false;
    }
}

void TestCopyLines::rsyncDeletesInNoOtherFolder()
{
    QFETCH(QByteArray, source);
    QFETCH(bool, isRefused);
    files::CopyRequest request = requestOf({"data", source}, {});
    QVERIFY(rsyncLine(request, "pod-0"));
    request.deletesExtras = true;
    const auto line = rsyncLine(request, "pod-0");
    QCOMPARE(!line, isRefused);
    QVERIFY(line || line.error().kind == ErrorKind::InvalidArgument);
}

void TestCopyLines::aBucketIsFilledOnce()
{
    const auto lines = bucketLines(requestOf({"-data", "/c/."}, "it's"), "gs://lab/in/");
    QVERIFY(lines);
    QCOMPARE(
        lines->upload, (QByteArrayList{
                           "gcloud storage cp --recursive ./-data gs://lab/in/",
                           "gcloud storage rsync --recursive /c/. gs://lab/in"}));
    QCOMPARE(
        lines->download,
        QByteArray("mkdir -p -- './it'\\''s' && gcloud storage rsync --recursive gs://lab/in "
                   "'./it'\\''s'"));
}

void TestCopyLines::whatGcloudCannotTakeIsRefused_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QString>("bucket");
    const QString bucket = "gs://lab/in";
    QTest::newRow("pattern") << QByteArray("a[1]") << bucket;
    QTest::newRow("line") << QByteArray("a\nb") << bucket;
    QTest::newRow("bytes") << QByteArray("a\351") << bucket;
    QTest::newRow("whole bucket") << QByteArray("a") << "gs://lab";
    QTest::newRow("no bucket") << QByteArray("a") << "lab/in";
    QTest::newRow("pattern in the bucket") << QByteArray("a") << "gs://lab/*";
}

void TestCopyLines::whatGcloudCannotTakeIsRefused()
{
    QFETCH(QByteArray, source);
    QFETCH(QString, bucket);
    const auto lines = bucketLines(requestOf({source}, "data"), bucket);
    QVERIFY(!lines);
    QVERIFY(lines.error().kind == ErrorKind::InvalidArgument);
}

void TestCopyLines::whatGcloudCannotDoIsRefused()
{
    files::CopyRequest request = requestOf({"code"}, "data");
    QVERIFY(bucketLines(request, "gs://lab/in"));
    request.local.honoursGitignore = true;
    const auto lines = bucketLines(request, "gs://lab/in");
    QVERIFY(!lines);
    QVERIFY(lines.error().kind == ErrorKind::InvalidArgument);
    QVERIFY2(lines.error().summary.contains("git ignores"), qPrintable(lines.error().summary));
    request.local.honoursGitignore = false;
    request.deletesExtras = true;
    QVERIFY(!bucketLines(request, "gs://lab/in"));
}

QTEST_GUILESS_MAIN(TestCopyLines)
#include "tst_copylines.moc"
