// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/keys/hostkeycheck.h"
#include "tests/core/ssh/transportrig.h"
#include "tests/fakes/patience.h"

#include <thread>

using namespace podium;
using namespace podium::ssh;
using namespace podium::ssh::test;

/// Who a worker is: what is known, what is shown, and that nothing leaves before both agree.
class TestSshHostKeys final : public QObject
{
    Q_OBJECT

private:
    [[nodiscard]] static HostKey key(const QByteArray &text = "one")
    {
        QByteArray blob = QByteArray::fromHex("0000000b") + "ssh-ed25519";
        blob += QByteArray::fromHex("00000020") + text.leftJustified(32, 'k', true);
        return *HostKey::fromBlob(blob);
    }
    QTemporaryDir m_folder;
    QString m_file;

private slots:
    void init()
    {
        static int count = 0;
        m_file = m_folder.filePath(QString("data%1/known_hosts").arg(++count));
    }

    /// Nor its folder, at the first question: nobody is met for the first time by that.
    void aFileThatCannotBeLookedAtIsNotNone()
    {
        {
            HostKeyStore store(m_file);
            QCOMPARE(store.check("tpu.1-0", key()), HostKeyStore::Verdict::FirstUse);
            QVERIFY(store.flush());
        }
        const QString folder = QFileInfo(m_file).path();
        QVERIFY(QFile::rename(folder, folder + "-away"));
        QVERIFY(QFile::link(folder, folder)); // a link to itself: nothing in it can be looked at
        HostKeyStore store(m_file);
        QCOMPARE(store.check("tpu.1-0", key("two")), HostKeyStore::Verdict::Unread);
        QVERIFY(!store.keysFor("tpu.1-0"));
        QVERIFY(QFile::remove(folder) && QFile::rename(folder + "-away", folder));
        QCOMPARE(store.check("tpu.1-0", key("two")), HostKeyStore::Verdict::Changed);
    }

    void parsesKeys_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("isGood");
        const QByteArray good = key().text();
        QTest::newRow("plain") << good << true;
        QTest::newRow("comment and newline") << good + " root@host\n" << true;
        QTest::newRow("tabs") << QByteArray(good).replace(' ', "\t") << true;
        QTest::newRow("empty") << QByteArray() << false;
        QTest::newRow("type only") << QByteArray("ssh-ed25519") << false;
        QTest::newRow("not base64") << QByteArray("ssh-ed25519 !!!!") << false;
        QTest::newRow("another type") << "ssh-rsa" + good.mid(11) << false;
        QTest::newRow("cut") << good.left(20) << false;
        QTest::newRow("length too long") << QByteArray("ssh-ed25519 //////8=") << false;
    }
    void parsesKeys()
    {
        QFETCH(QByteArray, text);
        QFETCH(bool, isGood);
        const auto parsed = HostKey::parse(text);
        QCOMPARE(parsed.has_value(), isGood);
        if (isGood) {
            QCOMPARE(parsed->text(), key().text());
        }
    }

    void fingerprintIsAsOpenSshPrintsIt()
    {
        const QString path = m_folder.filePath("fp");
        makeKey(path);
        const QByteArray theirs = runProgram("ssh-keygen", {"-l", "-f", path}).split(' ').value(1);
        const auto ours = HostKey::parse(publicText(path).toUtf8());
        QCOMPARE(fingerprint(ours->blob), QString(theirs));
    }

    void asksForTheKeysItKnows()
    {
        QVERIFY(hostKeyAlgorithms({}).startsWith("ssh-ed25519,"));
        QVERIFY(!hostKeyAlgorithms({}).split(',').contains("ssh-rsa"));
        QCOMPARE(hostKeyAlgorithms({key()}), hostKeyAlgorithms({}));
        HostKey rsa{"ssh-rsa", "x"};
        QCOMPARE(
            hostKeyAlgorithms({rsa}),
            QByteArray("rsa-sha2-512,rsa-sha2-256,ssh-ed25519,ecdsa-sha2-nistp256,"
                       "ecdsa-sha2-nistp384,ecdsa-sha2-nistp521"));
    }

    void storeKeepsTheFirst()
    {
        HostKeyStore store(m_file);
        QCOMPARE(store.check("tpu.1-0", key("a")), HostKeyStore::Verdict::FirstUse);
        QCOMPARE(store.check("tpu.1-0", key("a")), HostKeyStore::Verdict::Known);
        QCOMPARE(store.check("tpu.1-0", key("b")), HostKeyStore::Verdict::Changed);
        QCOMPARE(store.check("tpu.1-1", key("b")), HostKeyStore::Verdict::FirstUse);
        QVERIFY(store.flush());
        HostKeyStore again(m_file);
        QCOMPARE(again.check("tpu.1-0", key("a")), HostKeyStore::Verdict::Known);
        QCOMPARE(again.check("tpu.1-0", key("b")), HostKeyStore::Verdict::Changed);
        QCOMPARE(QFile(m_file).permissions() & 0x77, QFile::Permissions());
    }

    void storeForgets()
    {
        HostKeyStore store(m_file);
        QCOMPARE(store.check("tpu.1-0", key("a")), HostKeyStore::Verdict::FirstUse);
        store.forget("tpu.1-0");
        QCOMPARE(store.check("tpu.1-0", key("b")), HostKeyStore::Verdict::FirstUse);
        QVERIFY(store.flush());
        QCOMPARE(HostKeyStore(m_file).keysFor("tpu.1-0").value(), QList<HostKey>{key("b")});
    }

    void twoStoresShareTheFile()
    {
        HostKeyStore one(m_file);
        HostKeyStore two(m_file);
        QVERIFY(two.keysFor("tpu.1-0")->isEmpty());
        QCOMPARE(one.check("tpu.1-0", key("a")), HostKeyStore::Verdict::FirstUse);
        QVERIFY(one.flush());
        QCOMPARE(two.check("tpu.1-0", key("b")), HostKeyStore::Verdict::Changed);
        QCOMPARE(two.check("tpu.1-1", key("b")), HostKeyStore::Verdict::FirstUse);
        QVERIFY(two.flush());
        QCOMPARE(one.check("tpu.1-1", key("b")), HostKeyStore::Verdict::Known);
        two.forget("tpu.1-0");
        QVERIFY(two.flush());
        QCOMPARE(one.check("tpu.1-0", key("c")), HostKeyStore::Verdict::FirstUse);
    }

    void aKeyThatAnotherPodiumReplacedCounts()
    {
        HostKeyStore one(m_file);
        HostKeyStore two(m_file);
        QCOMPARE(one.check("tpu.1-0", key("a")), HostKeyStore::Verdict::FirstUse);
        QVERIFY(one.flush());
        two.forget("tpu.1-0");
        QCOMPARE(two.check("tpu.1-0", key("b")), HostKeyStore::Verdict::FirstUse);
        QVERIFY(two.flush());
        QCOMPARE(one.keysFor("tpu.1-0").value(), QList<HostKey>{key("b")});
        two.forget("tpu.1-0");
        QCOMPARE(two.check("tpu.1-0", key("c")), HostKeyStore::Verdict::FirstUse);
        QVERIFY(two.flush());
        QCOMPARE(one.check("tpu.1-0", key("b")), HostKeyStore::Verdict::Changed);
        QCOMPARE(one.check("tpu.1-0", key("c")), HostKeyStore::Verdict::Known);
    }

    void ofTwoAtOnceOneIsRight()
    {
        HostKeyStore store(m_file);
        std::atomic<int> firsts{0};
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t) {
            threads.emplace_back([&store, &firsts, t] {
                for (int i = 0; i < 200; ++i) {
                    const auto verdict =
                        store.check(QString("tpu.%1").arg(i), key(QByteArray::number(t)));
                    firsts += verdict == HostKeyStore::Verdict::FirstUse ? 1 : 0;
                }
            });
        }
        for (std::thread &thread : threads) {
            thread.join();
        }
        QCOMPARE(firsts.load(), 200);
        QVERIFY(store.flush());
        HostKeyStore again(m_file);
        for (int i = 0; i < 200; ++i) {
            QCOMPARE(again.keysFor(QString("tpu.%1").arg(i))->size(), 1);
        }
    }

    void badLinesAreNoHindrance()
    {
        QDir().mkpath(QFileInfo(m_file).path());
        writeAll(
            m_file, "garbage\n\n# comment\ntpu.1-0 ssh-ed25519 ???\n" + QByteArray(20000, 'x') +
                        "\ntpu.1-1 " + key().text() + "\r\n");
        HostKeyStore store(m_file);
        QVERIFY(store.keysFor("tpu.1-0")->isEmpty());
        QCOMPARE(store.check("tpu.1-1", key()), HostKeyStore::Verdict::Known);
    }

    void hostileNamesStayOnTheirLine()
    {
        const QString hostile = QString("x\ntpu.1-1 %1\n").arg(QString(key("evil").text()));
        {
            HostKeyStore store(m_file);
            QCOMPARE(store.check(hostile, key("a")), HostKeyStore::Verdict::FirstUse);
            QCOMPARE(store.check("# x", key("a")), HostKeyStore::Verdict::FirstUse);
        }
        HostKeyStore again(m_file);
        QVERIFY(again.keysFor("tpu.1-1")->isEmpty());
        QCOMPARE(again.check(hostile, key("b")), HostKeyStore::Verdict::Changed);
        QCOMPARE(again.check("# x", key("b")), HostKeyStore::Verdict::Changed);
    }

    void aFolderThatCannotBeWrittenIsSaid()
    {
        writeAll(m_folder.filePath("plain"), "x");
        HostKeyStore store(m_folder.filePath("plain/known_hosts"));
        QCOMPARE(store.check("tpu.1-0", key("a")), HostKeyStore::Verdict::FirstUse);
        QCOMPARE(store.check("tpu.1-0", key("b")), HostKeyStore::Verdict::Changed);
        QVERIFY(!store.flush());
    }

    void aFileThatCannotBeReadIsNoEmptyOne()
    {
        {
            HostKeyStore store(m_file);
            QCOMPARE(store.check("tpu.1-0", key("a")), HostKeyStore::Verdict::FirstUse);
        }
        const QByteArray known = readAll(m_file);
        writeAll(m_file, known + QByteArray(17 * 1024 * 1024, '#'));
        HostKeyStore store(m_file);
        for (int times = 0; times < 2; ++times) {
            QCOMPARE(store.check("tpu.1-0", key("b")), HostKeyStore::Verdict::Unread);
            QCOMPARE(store.keysFor("tpu.1-0").error().kind, ErrorKind::HostKey);
        }
        Endpoint endpoint;
        endpoint.hostKeyAlias = "tpu.1-0";
        QCOMPARE(acceptableKeys(endpoint, store).error().kind, ErrorKind::HostKey);
        const auto checked = checkHostKey(endpoint, key("b"), store);
        QVERIFY(!checked);
        QVERIFY2(checked.error().hint.contains(m_file), qPrintable(checked.error().text()));
        store.forget("tpu.1-0");
        QVERIFY(!store.flush());
        QVERIFY(readAll(m_file).startsWith(known));
        writeAll(m_file, known);
        QCOMPARE(store.check("tpu.1-0", key("b")), HostKeyStore::Verdict::Changed);
    }

    void whatWasReadStaysKnown()
    {
        HostKeyStore store(m_file);
        QCOMPARE(store.check("tpu.1-0", key("a")), HostKeyStore::Verdict::FirstUse);
        QVERIFY(store.flush());
        writeAll(m_file, readAll(m_file) + QByteArray(17 * 1024 * 1024, '#'));
        QCOMPARE(store.check("tpu.1-0", key("a")), HostKeyStore::Verdict::Known);
        QCOMPARE(store.check("tpu.1-0", key("b")), HostKeyStore::Verdict::Changed);
        QCOMPARE(store.check("tpu.1-1", key("b")), HostKeyStore::Verdict::Unread);
        QCOMPARE(store.keysFor("tpu.1-0").value(), QList<HostKey>{key("a")});
    }

    void firstMeetingIsStored()
    {
        LocalSshd sshd;
        TransportRig rig;
        const CommandId id = rig.run(TransportRig::request(sshd.endpoint()));
        QCOMPARE(rig.recorder.ending<Exited>(id), Exited{0});
        QVERIFY(rig.store.flush());
        QCOMPARE(
            readAll(rig.folder.filePath("known_hosts")).split('\n').value(1),
            sshd.endpoint().hostKeyAlias.toUtf8() + ' ' + publicText(sshd.hostKey()).toUtf8());
        // Another address or port is the same worker.
        QCOMPARE(
            rig.recorder.ending<Exited>(rig.run(TransportRig::request(sshd.endpoint()))),
            Exited{0});
    }

    void nothingLeavesBeforeTheKeyIsRight_data()
    {
        QTest::addColumn<QString>("newType");
        QTest::addColumn<bool>("isPinned");
        QTest::newRow("changed") << "ed25519" << false;
        QTest::newRow("changed type") << "ecdsa" << false;
        QTest::newRow("not the pinned one") << "ed25519" << true;
        QTest::newRow("not the pinned type") << "rsa" << true;
    }
    void nothingLeavesBeforeTheKeyIsRight()
    {
        QFETCH(QString, newType);
        QFETCH(bool, isPinned);
        LocalSshd sshd("LogLevel DEBUG3\n");
        TransportRig rig;
        Endpoint endpoint = sshd.endpoint();
        const QString oldPrint =
            fingerprint(HostKey::parse(publicText(sshd.hostKey()).toUtf8())->blob);
        if (isPinned) {
            endpoint.pinnedHostKeys << "junk" << publicText(sshd.hostKey());
        }
        QCOMPARE(rig.recorder.ending<Exited>(rig.run(TransportRig::request(endpoint))), Exited{0});
        // So the log does show a login, and the user, where there is one.
        QVERIFY(sshd.log().contains("userauth-request for user " + userName().toUtf8()));

        sshd.newHostKey(newType);
        const CommandId id = rig.run(TransportRig::request(endpoint));
        const Error error = rig.recorder.ending<Refused>(id).error;
        QCOMPARE(error.kind, ErrorKind::HostKey);
        QVERIFY2(error.detail.contains(oldPrint), qPrintable(error.text()));
        const QString newPrint =
            fingerprint(HostKey::parse(publicText(sshd.hostKey()).toUtf8())->blob);
        QVERIFY2(error.detail.contains(newPrint), qPrintable(error.text()));
        QVERIFY2(error.hint.contains("recreated"), qPrintable(error.text()));
        QTRY_VERIFY(
            sshd.log().contains("Connection closed by") ||
            sshd.log().contains("Connection reset by") ||
            sshd.log().contains("Unable to negotiate"));
        QVERIFY(!sshd.log().contains("userauth-request"));
        QVERIFY(!sshd.log().contains("for user"));
    }

    void pinnedKeysAloneCount()
    {
        LocalSshd sshd;
        TransportRig rig;
        Endpoint endpoint = sshd.endpoint();
        // What was met first does not matter where the cloud tells the keys.
        QCOMPARE(
            rig.store.check(endpoint.hostKeyAlias, key("other")), HostKeyStore::Verdict::FirstUse);
        endpoint.pinnedHostKeys << publicText(sshd.hostKey());
        QCOMPARE(rig.recorder.ending<Exited>(rig.run(TransportRig::request(endpoint))), Exited{0});
        QCOMPARE(rig.store.keysFor(endpoint.hostKeyAlias).value(), QList<HostKey>{key("other")});
    }

    void pinnedKeysThatCannotBeReadRefuse()
    {
        LocalSshd sshd;
        TransportRig rig;
        Endpoint endpoint = sshd.endpoint();
        endpoint.pinnedHostKeys << "junk"
                                << "ssh-ed25519 junk";
        const CommandId id = rig.run(TransportRig::request(endpoint));
        QCOMPARE(rig.recorder.ending<Refused>(id).error.kind, ErrorKind::HostKey);
    }

    void noNameNoLogin()
    {
        LocalSshd sshd;
        TransportRig rig;
        Endpoint endpoint = sshd.endpoint();
        endpoint.hostKeyAlias.clear();
        const CommandId id = rig.run(TransportRig::request(endpoint));
        QCOMPARE(rig.recorder.ending<Refused>(id).error.kind, ErrorKind::HostKey);
    }

    void ofSeveralKeysTheKnownOneIsAskedFor()
    {
        QTemporaryDir folder;
        const QString rsa = folder.filePath("rsa");
        makeKey(rsa, "rsa");
        LocalSshd sshd("HostKey " + rsa.toUtf8() + "\n");
        TransportRig rig;
        Endpoint endpoint = sshd.endpoint();
        endpoint.pinnedHostKeys << publicText(rsa); // ed25519 would be shown otherwise
        QCOMPARE(rig.recorder.ending<Exited>(rig.run(TransportRig::request(endpoint))), Exited{0});
    }

    void onceForgottenItIsMetAgain()
    {
        LocalSshd sshd;
        TransportRig rig;
        rig.run(TransportRig::request(sshd.endpoint()));
        sshd.newHostKey();
        rig.store.forget(sshd.endpoint().hostKeyAlias);
        const CommandId id = rig.run(TransportRig::request(sshd.endpoint()));
        QCOMPARE(rig.recorder.ending<Exited>(id), Exited{0});
    }
};

QTEST_GUILESS_MAIN(TestSshHostKeys)
#include "tst_sshhostkeys.moc"
