// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the programs that podiumctl starts get to know.
#include "tests/app/podiumctl/ctllab.h"

using podium::tests::CtlLab;
using podium::tests::execute;

class TestCtlChildren final : public QObject
{
    Q_OBJECT

private slots:
    void noChildGetsTheToken();
};

namespace {

void write(const QString &path, const QByteArray &text, QFile::Permissions permissions)
{
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    QVERIFY(file.setPermissions(permissions));
}

} // namespace

/// An `ssh` that notes its arguments and environment before it becomes the real one.
void TestCtlChildren::noChildGetsTheToken()
{
    CtlLab lab;
    QVERIFY2(lab.start({"one"}), qPrintable(lab.cloud().error()));
    const QFile::Permissions mine = QFile::ReadOwner | QFile::WriteOwner;
    write(
        lab.file("bin/ssh"),
        "#!/bin/sh\n{ printf 'ssh %s\\n' \"$*\"; env; } >> \"$HOME/noted\"\n"
        "exec " +
            QStandardPaths::findExecutable("ssh").toLocal8Bit() + " \"$@\"\n",
        mine | QFile::ExeOwner);
    write(lab.file(".ssh/config"), "Host one one-0\n  ProxyCommand /bin/false\n", mine);
    QProcessEnvironment environment = lab.environment();
    environment.insert("PATH", lab.file("bin") + ':' + environment.value("PATH"));
    environment.remove("CLOUDSDK_AUTH_ACCESS_TOKEN_FILE");
    environment.insert("CLOUDSDK_AUTH_ACCESS_TOKEN", lab.cloud().token());
    environment.insert("OF_NO_SECRET", "seen");
    const QString program = QStringLiteral(PODIUM_BIN_DIR "/podiumctl");
    VERIFY_EXIT(execute(program, {"run", "one", "--", "true"}, environment), 3);
    VERIFY_EXIT(execute(program, {"ssh-config", "write"}, environment), 0);
    VERIFY_EXIT(execute(program, {"ssh-config", "check", "--login"}, environment), 0);

    QFile file(lab.file("noted"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray noted = file.readAll();
    QVERIFY(noted.count("\nOF_NO_SECRET=seen") >= 3); // ssh -G, ssh, and the login of the check
    QVERIFY(noted.contains("ControlMaster"));         // that of the run
    QVERIFY(noted.contains("BatchMode"));             // that of the check
    QVERIFY(!noted.contains(lab.cloud().token().toUtf8()));
    QVERIFY(!noted.contains("CLOUDSDK_AUTH_ACCESS_TOKEN"));
}

QTEST_GUILESS_MAIN(TestCtlChildren)
#include "tst_ctlchildren.moc"
