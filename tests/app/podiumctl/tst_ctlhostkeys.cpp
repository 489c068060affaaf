// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// Workers whose host key is made anew, on real workers.
#include "tests/app/podiumctl/ctllab.h"

using podium::tests::CtlLab;
using podium::tests::Outcome;

class TestCtlHostKeys final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        const QJsonObject told{{"zone", "us-central2-b"}, {"name", "told"}};
        const QJsonObject untold{
            {"zone", "us-central2-b"}, {"name", "untold"}, {"guestAttributes", false}};
        const QJsonObject lab{{"id", "lab"}, {"nodes", QJsonArray{told, untold}}};
        QVERIFY2(
            m_lab.cloud().startWith({{"projects", QJsonArray{lab}}}),
            qPrintable(m_lab.cloud().error()));
    }

    /// What Google vouches for on the same node is taken up, and kept for the next time.
    void aKeyThatGoogleVouchesForIsTakenUp()
    {
        VERIFY_EXIT(m_lab.ctl({"run", "told", "--", "true"}), 0);
        VERIFY_EXIT(m_lab.ctl({"ssh-config", "write"}), 0);
        makeNewKey("told");
        const Outcome run = m_lab.ctl({"run", "told", "--", "echo in"});
        VERIFY_EXIT(run, 0);
        QCOMPARE(run.out, QByteArray("in\n"));
        // Also for ssh, and without asking again.
        VERIFY_EXIT(m_lab.ctl({"ssh-config", "write"}), 0);
        VERIFY_EXIT(m_lab.ctl({"ssh-config", "check", "--login"}), 0);
        const Outcome forgotten = m_lab.ctl({"ssh-config", "forget-key", "told", "--yes"});
        VERIFY_EXIT(forgotten, 4);
        QVERIFY2(forgotten.out.contains("Google vouches for the known key"), forgotten.out);
    }

    void askedForItsKeyGoogleIsBelieved()
    {
        VERIFY_EXIT(m_lab.ctl({"run", "told", "--", "true"}), 0);
        makeNewKey("told");
        const Outcome taken = m_lab.ctl({"ssh-config", "forget-key", "told", "--json"});
        VERIFY_EXIT(taken, 0);
        const QJsonObject told = taken.json()["workers"].toArray().at(0).toObject();
        QCOMPARE(told["outcome"].toString(), QString("taken-up"));
        const Outcome again = m_lab.ctl({"ssh-config", "forget-key", "told"});
        VERIFY_EXIT(again, 4); // it is the known one now
    }

    /// As after a reimage, while the guest has not told its key yet.
    void silenceIsNoVouching()
    {
        VERIFY_EXIT(m_lab.ctl({"run", "told", "--", "true"}), 0);
        const QJsonObject silent{{"guestAttributes", QJsonArray{QJsonObject()}}};
        const QJsonObject fault{{"path", "getGuestAttributes"}, {"status", 200}, {"body", silent}};
        QCOMPARE(m_lab.cloud().post("/sim/faults", fault).status, 200);
        const Outcome asked = m_lab.ctl({"ssh-config", "forget-key", "told", "--yes", "--json"});
        QCOMPARE(m_lab.cloud().call("DELETE", "/sim/faults", {}).status, 200);
        VERIFY_EXIT(asked, 5);
        const QJsonObject told = asked.json()["workers"].toArray().at(0).toObject();
        QCOMPARE(told["outcome"].toString(), QString("not-asked"));
        QVERIFY2(told["message"].toString().contains("names no key"), asked.out);
        VERIFY_EXIT(m_lab.ctl({"run", "told", "--", "true"}), 0); // it is known still
    }

    void aKeySeenFirstIsForgottenOnRequest()
    {
        VERIFY_EXIT(m_lab.ctl({"run", "untold", "--", "true"}), 0);
        VERIFY_EXIT(m_lab.ctl({"ssh-config", "write"}), 0);
        VERIFY_EXIT(m_lab.ctl({"ssh-config", "check", "--login"}), 0); // ssh has met it, too
        makeNewKey("untold");
        VERIFY_EXIT(m_lab.ctl({"ssh-config", "check", "--login"}), 3);
        const Outcome refused = m_lab.ctl({"run", "untold", "--json", "--", "true"});
        VERIFY_EXIT(refused, 3);
        QVERIFY2(refused.out.contains("forget-key lab/us-central2-b/untold:0"), refused.out);
        const Outcome asked = m_lab.ctl({"ssh-config", "forget-key", "untold"});
        VERIFY_EXIT(asked, 4);
        QVERIFY2(asked.out.contains("nobody vouches for it"), asked.out);
        VERIFY_EXIT(m_lab.ctl({"run", "untold", "--", "true"}), 3);
        const Outcome done = m_lab.ctl({"ssh-config", "forget-key", "untold:0", "--yes"});
        VERIFY_EXIT(done, 0);
        QVERIFY2(done.out.contains("is forgotten"), done.out);
        VERIFY_EXIT(m_lab.ctl({"run", "untold", "--", "true"}), 0);
        VERIFY_EXIT(m_lab.ctl({"ssh-config", "check", "--login"}), 0);
    }

private:
    void makeNewKey(const QString &node)
    {
        const QString path = "/sim/workers/lab/us-central2-b/" + node + "/0:newHostKey";
        QCOMPARE(m_lab.cloud().post(path).status, 200);
    }

    CtlLab m_lab;
};

QTEST_GUILESS_MAIN(TestCtlHostKeys)
#include "tst_ctlhostkeys.moc"
