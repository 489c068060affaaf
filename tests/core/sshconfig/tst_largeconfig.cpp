// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/sshconfig/sshhome.h"

#include <QFile>
#include <QStandardPaths>
#include <QTest>

using namespace podium;
using namespace podium::sshconfig;
using namespace podium::tests;

namespace {

constexpr int Aliases = 4000;

QByteArray largeConfig()
{
    QByteArray config;
    for (int i = 0; i < Aliases; ++i) {
        const QByteArray number = QByteArray::number(i + 1); // port 0 is none
        config += "Host machine" + number + "\n  HostName 10.0.0.1\n  Port " + number + "\n";
    }
    return config;
}

/// While it lives, the ssh that programs find is the real one, and each start of it is noted.
class CountedSsh final
{
public:
    CountedSsh() : m_path(qgetenv("PATH"))
    {
        const QString program = m_folder.filePath("ssh");
        QFile script(program);
        const QByteArray real = QFile::encodeName(QStandardPaths::findExecutable("ssh"));
        if (script.open(QIODevice::WriteOnly)) {
            script.write(
                "#!/bin/sh\necho >>'" + QFile::encodeName(notes()) + "'\nexec " + real +
                " \"$@\"\n");
            script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        }
        qputenv("PATH", QFile::encodeName(m_folder.path()) + ':' + m_path);
    }
    ~CountedSsh() { qputenv("PATH", m_path); }
    CountedSsh(const CountedSsh &) = delete;
    CountedSsh &operator=(const CountedSsh &) = delete;

    /// Since it was last asked.
    int starts()
    {
        QFile file(notes());
        const int count = file.open(QIODevice::ReadOnly) ? file.readAll().size() : 0;
        file.remove();
        return count;
    }

private:
    [[nodiscard]] QString notes() const { return m_folder.filePath("starts"); }

    QTemporaryDir m_folder;
    QByteArray m_path;
};

} // namespace

/// A person's own file with thousands of aliases.
class TestLargeConfig final : public QObject
{
    Q_OBJECT

private slots:
    void sshIsAskedForFew();
    void sshIsAskedForAllWhereItReadsAgain();
    void nameThatDiffersInCaseIsAsked();
};

void TestLargeConfig::sshIsAskedForFew()
{
    const SshHome home;
    home.putConfig(largeConfig());
    const QByteArray before = home.resolve("machine4000");
    CountedSsh ssh;
    const auto report = home.writer().write(twoNodes(), usualOptions());
    QVERIFY2(report, report ? "" : qPrintable(report.error().text()));
    const int first = ssh.starts();
    QVERIFY2(first > 200 && first < 300, qPrintable(QString::number(first)));
    QCOMPARE(home.resolve("machine4000"), before);
    QCOMPARE(home.value("tpu1", "user"), QByteArray("ada"));
    (void)ssh.starts();
    QVERIFY(home.writer().remove());
    const int removed = ssh.starts();
    QVERIFY2(removed > 200 && removed < 300, qPrintable(QString::number(removed)));
    QCOMPARE(home.config(), largeConfig());
}

void TestLargeConfig::sshIsAskedForAllWhereItReadsAgain()
{
    const SshHome home;
    QByteArray config = "CanonicalizeHostname yes\n";
    for (int i = 0; i < 150; ++i) {
        config += "Host machine" + QByteArray::number(i) + "\n  HostName 10.0.0.1\n";
    }
    home.putConfig(config);
    CountedSsh ssh;
    QVERIFY(home.writer().write(twoNodes(), usualOptions()));
    QVERIFY(ssh.starts() > 300); // before and after
}

void TestLargeConfig::nameThatDiffersInCaseIsAsked()
{
    const SshHome home;
    QByteArray config = largeConfig();
    config += "Host TPU1\n  HostName 10.0.0.2\n";
    home.putConfig(config);
    const QByteArray before = home.resolve("TPU1");
    QVERIFY(home.writer().write(oneNode(), usualOptions()));
    QCOMPARE(home.resolve("TPU1"), before);
}

QTEST_GUILESS_MAIN(TestLargeConfig)
#include "tst_largeconfig.moc"
