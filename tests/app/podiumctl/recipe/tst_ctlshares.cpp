// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl recipe run: a folder by NFS from one worker to the others, and a bucket as a folder.
// The workers of podium-sim have no NFS: programs that note down what they were told stand for it.
#include "tests/app/podiumctl/ctllab.h"

using podium::tests::CtlLab;
using podium::tests::Outcome;

namespace {

/// What is mounted stands in /run/mounted, and for the login in its home.
constexpr const char *Stubs = R"sh(set -e
# In a folder over that of all workers, which not every one may write to.
mkdir -p /var/lib/programs
cp -a /usr/local/bin/. /var/lib/programs
mount --bind /var/lib/programs /usr/local/bin
cd /var/lib/programs
cat >exportfs <<'END'
#!/bin/sh
case $1 in
-ra) cat /etc/exports.d/*.exports >/run/exported ;;
-s)
    [ ! -e /run/exported ] || while read -r folder clients; do
        for client in $clients; do printf '%-15s %s\n' "$folder" "$client"; done
    done </run/exported
    ;;
esac
END
cat >mount <<'END'
#!/bin/sh
set -- $(grep "^[^ ]* $1 " /etc/fstab)
[ ! -e /run/closed ] || { echo "mount.nfs: Connection timed out" >&2; exit 32; }
echo "$1 $2" >>/run/mounted
[ ! -e /run/accounts ] || cp /run/accounts "$2/.podium-accounts"
END
cat >findmnt <<'END'
#!/bin/sh
for last; do :; done
cat /run/mounted "$HOME/.mounted" 2>/dev/null | grep " $last\$" | cut -d ' ' -f 1 | grep .
END
cat >gcsfuse <<'END'
#!/bin/sh
[ "$2" != closed ] || { echo "googleapi: Error 403: storage.objects.list" >&2; exit 1; }
echo "$2 $3" >>"$HOME/.mounted"
sleep 1000 &
END
cat >ls <<'END'
#!/bin/sh
for last; do :; done
[ ! -e "$HOME/.ended" ] || [ "$last" != "$HOME/bucket" ] || {
    echo "ls: cannot access '$last': Transport endpoint is not connected" >&2
    exit 2
}
exec /bin/ls "$@"
END
cat >fusermount3 <<'END'
#!/bin/sh
[ "$*" = "-uz $HOME/bucket" ] && rm "$HOME/.ended" "$HOME/.mounted"
END
echo '#!/bin/sh' >mount.nfs
chmod 755 exportfs mount findmnt gcsfuse ls fusermount3 mount.nfs
id lin >/dev/null 2>&1 || useradd -M -u 2001 lin)sh";

constexpr const char *Exports = "/etc/exports.d/podium.exports";

} // namespace

class TestCtlShares final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void nothingButAddressesIsExported();
    void theOthersGetTheFolder();
    void whatIsWrongIsSaid();
    void otherNumbersOfAccountsAreNamed();
    void aBucketIsAFolder();
    void aBucketWhoseServerHasEndedIsMountedAgain();
    void whatABucketCannotDoIsSaid();

private:
    [[nodiscard]] Outcome recipe(const QStringList &words) const
    {
        return m_lab.ctl(QStringList{"recipe", "run", words[0], "pod", "--json"} + words.mid(1));
    }
    [[nodiscard]] Outcome mountOnSecond(const QStringList &values) const
    {
        QStringList words{"recipe", "run", "nfs-mount", "pod:1", "--json"};
        for (const QString &value : values) {
            words << "--set" << value;
        }
        return m_lab.ctl(words);
    }
    [[nodiscard]] static QString states(const Outcome &outcome)
    {
        QStringList all;
        for (const auto &worker : outcome.json()["workers"].toArray()) {
            for (const auto &step : worker.toObject()["steps"].toArray()) {
                all << step.toObject()["state"].toString();
            }
        }
        return all.join(QLatin1Char(' '));
    }
    /// As root.
    void there(const QString &command, int worker) const
    {
        VERIFY_EXIT(m_lab.admin("pod", "sudo sh -c '" + command + "'", worker), 0);
    }
    [[nodiscard]] QString file(const char *path, int worker) const
    {
        return m_lab.admin("pod", QStringLiteral("sudo cat %1").arg(QLatin1String(path)), worker)
            .out;
    }
    /// What the share would show: the accounts of the first worker.
    void showAccounts()
    {
        const QString accounts = file("/srv/podium/.podium-accounts", 0).trimmed();
        QVERIFY(accounts.contains("lin:2001"));
        there("cat >/run/accounts <<END\n" + accounts + "\nEND\n", 1);
        there("test ! -e /run/mounted || cp /run/accounts /srv/podium/.podium-accounts", 1);
    }
    CtlLab m_lab;
};

void TestCtlShares::initTestCase()
{
    QVERIFY2(m_lab.start({"pod:2"}), qPrintable(m_lab.cloud().error()));
    if (m_lab.cloud().workers() == QLatin1String("none")) {
        QSKIP(qPrintable(m_lab.cloud().error()));
    }
    const QString stubs = QByteArray(Stubs).toBase64();
    for (int worker = 0; worker < 2; ++worker) {
        VERIFY_EXIT(m_lab.admin("pod", "echo " + stubs + " | base64 -d | sudo sh", worker), 0);
    }
}

void TestCtlShares::nothingButAddressesIsExported()
{
    for (const char *clients : {"10.0.0.0/8", "*", "10.0.0.5 host", "10.0.0.1(rw)", "10.1", ""}) {
        const Outcome refused =
            recipe({"nfs-export", "--set", QStringLiteral("clients=%1").arg(QString(clients))});
        VERIFY_EXIT(refused, 1);
        QVERIFY2(states(refused).endsWith("failed skipped"), clients);
        VERIFY_EXIT(m_lab.admin("pod", QStringLiteral("test ! -e ") + Exports), 0);
    }
    for (const char *folder : {"/", "srv", "/srv/../etc", "/srv/a b"}) {
        const Outcome refused =
            recipe({"nfs-export", "--set", QStringLiteral("folder=%1").arg(QString(folder))});
        VERIFY_EXIT(refused, 1);
        QVERIFY2(refused.out.contains("not a folder"), folder);
    }
    // Before it is exported there is nothing to compare accounts with.
    there("rm -rf /srv/podium", 0);
    const Outcome mountFirst = recipe({"nfs-mount"});
    VERIFY_EXIT(mountFirst, 1);
    QVERIFY(mountFirst.out.contains("run nfs-export there"));
    for (int worker = 0; worker < 2; ++worker) {
        there("rm -rf /run/mounted /srv/podium; sed -i \"/podium/d\" /etc/fstab", worker);
    }
}

void TestCtlShares::theOthersGetTheFolder()
{
    const Outcome given = recipe({"nfs-export"});
    VERIFY_EXIT(given, 0);
    QCOMPARE(states(given), QString("ok changed changed changed"));
    const QString client = m_lab.internalAddress("pod", 1);
    QCOMPARE(file(Exports, 0), QString("/srv/podium %1(rw,sync,no_subtree_check)\n").arg(client));
    VERIFY_EXIT(m_lab.admin("pod", "touch /srv/podium/mine && test ! -k /srv/podium"), 0);
    QCOMPARE(states(recipe({"nfs-export"})), QString("ok ok ok ok"));
    showAccounts();
    // A last line that has no end is no beginning of the new one.
    there("printf %s \"UUID=7 /mnt/last ext4 nofail 0 2\" >>/etc/fstab", 1);
    const Outcome mounted = recipe({"nfs-mount"});
    VERIFY_EXIT(mounted, 0);
    QCOMPARE(states(mounted), QString("ok ok ok ok ok changed changed ok"));
    const QString source = m_lab.internalAddress("pod", 0) + ":/srv/podium";
    QVERIFY(file("/etc/fstab", 1)
                .contains(source + " /srv/podium nfs _netdev,nosuid,nodev,nofail 0 0\n"));
    QVERIFY(file("/etc/fstab", 1).contains("UUID=7 /mnt/last ext4 nofail 0 2\n" + source));
    QVERIFY(!file("/etc/fstab", 0).contains("/srv/podium"));
    QCOMPARE(file("/run/mounted", 1), QString(source + " /srv/podium\n"));
    QCOMPARE(states(recipe({"nfs-mount"})), QString("ok ok ok ok ok ok ok ok"));
    // A line that an earlier Podium wrote is as good.
    there("sed -i s/nosuid,nodev,// /etc/fstab", 1);
    QCOMPARE(states(recipe({"nfs-mount"})), QString("ok ok ok ok ok ok ok ok"));
    // Another folder is another line, and the first one stays.
    VERIFY_EXIT(recipe({"nfs-export", "--set", "folder=/srv/more"}), 0);
    QCOMPARE(file(Exports, 0).count("\n"), 2);
    VERIFY_EXIT(recipe({"nfs-export", "--set", "folder=/srv/mo.e"}), 0); // no pattern
    QCOMPARE(file(Exports, 0).count("\n"), 3);
    QCOMPARE(states(recipe({"nfs-export"})), QString("ok ok ok ok"));
}

void TestCtlShares::whatIsWrongIsSaid()
{
    there("echo \"UUID=1 /mnt/data ext4 defaults 0 2\" >>/etc/fstab", 1);
    const Outcome taken = mountOnSecond({"folder=/srv/x", "mount=/mnt/data"});
    VERIFY_EXIT(taken, 1);
    QVERIFY(taken.out.contains("something else for /mnt/data"));
    // By a tab as well.
    there("printf \"UUID=2\\t/mnt/tab\\text4 defaults 0 2\\n\" >>/etc/fstab", 1);
    QVERIFY(mountOnSecond({"folder=/srv/x", "mount=/mnt/tab"}).out.contains("something else"));
    // No folder is left where there is no line for it, and a link is not replaced by a file.
    QVERIFY(m_lab.admin("pod", "test -e /mnt/tab || test -e /mnt/data", 1).exitCode != 0);
    there("mv /etc/fstab /etc/fstab.real && ln -s fstab.real /etc/fstab", 1);
    const Outcome linked = mountOnSecond({"folder=/srv/x", "mount=/mnt/deep/linked"});
    there("rm /etc/fstab && mv /etc/fstab.real /etc/fstab", 1);
    VERIFY_EXIT(linked, 1);
    QVERIFY(linked.out.contains("/etc/fstab is a link"));
    QVERIFY(m_lab.admin("pod", "test -e /mnt/deep", 1).exitCode != 0);
    // Root makes nothing where a link leads, nor where somebody else can put one.
    there("mkdir -p /mnt/led && ln -s led /mnt/way && mkdir -m 777 /mnt/open", 1);
    const Outcome way = mountOnSecond({"folder=/srv/x", "mount=/mnt/way/share"});
    VERIFY_EXIT(way, 1);
    QVERIFY2(way.out.contains("/mnt/way is a link"), way.out.constData());
    const Outcome open = mountOnSecond({"folder=/srv/x", "mount=/mnt/open/share"});
    VERIFY_EXIT(open, 1);
    QVERIFY2(open.out.contains("Not only root can change"), open.out.constData());
    there("rmdir /mnt/led /mnt/open && rm /mnt/way", 1); // they are empty
    there("mkdir -p /srv/full && touch /srv/full/mine", 1);
    const Outcome full = mountOnSecond({"folder=/srv/x", "mount=/srv/full"});
    VERIFY_EXIT(full, 1);
    QVERIFY(full.out.contains("has files of its own"));
    QVERIFY(!file("/etc/fstab", 1).contains("/srv/full"));
    there("touch /run/closed", 1);
    const Outcome closed = mountOnSecond({"folder=/srv/x", "mount=/srv/x"});
    there("rm /run/closed", 1);
    VERIFY_EXIT(closed, 1);
    QVERIFY(closed.out.contains("tcp 2049"));
    there("test ! -e /srv/x", 1); // it would be a folder of the boot disk
    const Outcome name = mountOnSecond({"server=evil.example", "mount=/y"});
    VERIFY_EXIT(name, 1);
    QVERIFY(name.out.contains("not an address: evil.example"));
    m_lab.cloud().post("/sim/faults", {{"path", "^/metadata/"}, {"status", 503}});
    const Outcome untold = mountOnSecond({"folder=/srv/z", "mount=/srv/z"});
    (void)m_lab.cloud().call("DELETE", "/sim/faults", {});
    VERIFY_EXIT(untold, 1);
    QVERIFY(untold.out.contains("the metadata server named none"));
}

/// Files belong to numbers.
void TestCtlShares::otherNumbersOfAccountsAreNamed()
{
    there("usermod -u 2002 lin", 1);
    const Outcome differ = recipe({"nfs-mount"});
    VERIFY_EXIT(differ, 1);
    QCOMPARE(states(differ), QString("ok ok ok ok ok ok ok failed"));
    QVERIFY(differ.out.contains("lin: 2001 there, 2002 here"));
    there("usermod -u 2001 lin", 1);
    VERIFY_EXIT(recipe({"nfs-mount"}), 0);
}

void TestCtlShares::aBucketIsAFolder()
{
    const QStringList run{"gcsfuse", "--set", "bucket=lab-data"};
    const Outcome mounted = recipe(run);
    VERIFY_EXIT(mounted, 0);
    QCOMPARE(states(mounted), QString("ok changed ok ok changed ok"));
    QCOMPARE(states(recipe(run)), QString("ok ok ok ok ok ok"));
    VERIFY_EXIT(m_lab.admin("pod", "test -d bucket && grep -q '^lab-data ' .mounted", 1), 0);
    const Outcome other = recipe({"gcsfuse", "--set", "bucket=other"});
    VERIFY_EXIT(other, 1);
    QVERIFY(other.out.contains("Something else is mounted"));
}

void TestCtlShares::aBucketWhoseServerHasEndedIsMountedAgain()
{
    VERIFY_EXIT(m_lab.admin("pod", "touch .ended", 1), 0);
    // Another bucket's is left alone.
    const Outcome other = recipe({"gcsfuse", "--set", "bucket=other"});
    VERIFY_EXIT(other, 1);
    VERIFY_EXIT(m_lab.admin("pod", "test -e .ended", 1), 0);
    const Outcome again = recipe({"gcsfuse", "--set", "bucket=lab-data"});
    VERIFY_EXIT(again, 0);
    QCOMPARE(states(again), QString("ok ok ok ok changed ok"));
    VERIFY_EXIT(m_lab.admin("pod", "test ! -e .ended && grep -q '^lab-data ' .mounted", 1), 0);
}

void TestCtlShares::whatABucketCannotDoIsSaid()
{
    const Outcome name = recipe({"gcsfuse", "--set", "bucket=gs://lab", "--set", "folder=b2"});
    VERIFY_EXIT(name, 2);
    QVERIFY(name.out.contains("has to be the name of a bucket, without gs://"));
    const Outcome closed = recipe({"gcsfuse", "--set", "bucket=closed", "--set", "folder=b3"});
    VERIFY_EXIT(closed, 1);
    QVERIFY(closed.out.contains("Error 403"));
    VERIFY_EXIT(m_lab.admin("pod", "test ! -e b3"), 0);
    const Outcome deep = recipe({"gcsfuse", "--set", "bucket=closed", "--set", "folder=b4/deep"});
    VERIFY_EXIT(deep, 1);
    VERIFY_EXIT(m_lab.admin("pod", "test ! -e b4"), 0);
    VERIFY_EXIT(m_lab.admin("pod", "mkdir -p full && touch full/mine"), 0);
    const Outcome full = m_lab.ctl(
        {"recipe", "run", "gcsfuse", "pod:0", "--json", "--set", "bucket=lab-data", "--set",
         "folder=full"});
    VERIFY_EXIT(full, 1);
    QVERIFY(full.out.contains("has files of its own"));
}

QTEST_GUILESS_MAIN(TestCtlShares)
#include "tst_ctlshares.moc"
