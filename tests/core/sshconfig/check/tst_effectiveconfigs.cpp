// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/check/effectiveconfigs.h"

#include "tests/fakes/manualclock.h"
#include "tests/fakes/patience.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::sshconfig;

/// What the person's config means for a machine, by the real ssh, and how seldom it is asked.
class TestEffectiveConfigs final : public QObject
{
    Q_OBJECT

private:
    using Answer = EffectiveConfigs::Answer;

    void write(const QString &name, const QByteArray &bytes)
    {
        const QString path = m_home->filePath(QStringLiteral(".ssh/") + name);
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    }
    [[nodiscard]] Paths paths() const
    {
        Paths paths;
        paths.home = m_home->path();
        paths.accountHome = QStringLiteral("/nonexistent"); // so the machine's files do not count
        return paths;
    }
    static bool matters(const QByteArray &keyword, bool)
    {
        return keyword == "proxyjump" || keyword == "localforward" || keyword == "hostname";
    }
    static QByteArray valueOf(const Answer &answer, const char *keyword)
    {
        for (const auto &[name, value] : answer.options) {
            if (name == keyword) {
                return value;
            }
        }
        return {};
    }
    QList<Answer> ask(EffectiveConfigs &configs, const QList<EffectiveConfigs::Machine> &machines)
    {
        QVector<Answer> answers(machines.size());
        int count = 0;
        for (int i = 0; i < machines.size(); ++i) {
            configs.ask(
                machines[i], Callback<Answer>(this, [&answers, &count, i](const Answer &answer) {
                    answers[i] = answer;
                    ++count;
                }));
        }
        [&] { QTRY_COMPARE(count, machines.size()); }();
        return answers.toList();
    }

    SystemClock m_clock;
    std::unique_ptr<QTemporaryDir> m_home;

private slots:
    void init() { m_home = std::make_unique<QTemporaryDir>(); }

    void saysWhatTheConfigMeans_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QByteArray>("jump");
        QTest::addColumn<int>("asked");
        QTest::newRow("none") << QByteArray() << QByteArray() << 0;
        QTest::newRow("only what does not matter")
            << QByteArray("Host *\n  User ada\n  ServerAliveInterval 60\n") << QByteArray() << 0;
        QTest::newRow("for others")
            << QByteArray("Host other*\n  ProxyJump b\nHost pod-1\n  ProxyJump c\n") << QByteArray()
            << 0;
        QTest::newRow("but not for this one")
            << QByteArray("Host * !pod-0\n  ProxyJump b\n") << QByteArray() << 0;
        QTest::newRow("by its name")
            << QByteArray("Host pod-?\n ProxyJump=b\n") << QByteArray("b") << 1;
        QTest::newRow("by its address")
            << QByteArray("Host 192.0.2.*\n  ProxyJump b\n") << QByteArray("b") << 1;
        QTest::newRow("above all") << QByteArray("ProxyJump b\n") << QByteArray("b") << 1;
        QTest::newRow("the first wins")
            << QByteArray("Host pod-0\n  ProxyJump none\nHost *\n  ProxyJump b\n") << QByteArray()
            << 1;
        QTest::newRow("in a Match")
            << QByteArray("Match host 192.0.2.7\n  ProxyJump b\n") << QByteArray("b") << 1;
        QTest::newRow("in a Match that does not")
            << QByteArray("Match host 192.0.2.8\n  ProxyJump b\n") << QByteArray() << 1;
        QTest::newRow("a Match that runs something")
            << QByteArray("Match exec \"test pod-0 = %n\"\n  ProxyJump b\n") << QByteArray("b")
            << 1;
        QTest::newRow("included") << QByteArray("Include HOME/.ssh/more/*\n") << QByteArray("i")
                                  << 1;
        QTest::newRow("included for others")
            << QByteArray("Host other\n  Include HOME/.ssh/more/*\n") << QByteArray() << 0;
        QTest::newRow("Podium's own part")
            << QByteArray("Include HOME/.ssh/podium/config\n") << QByteArray() << 0;
    }
    void saysWhatTheConfigMeans()
    {
        QFETCH(QByteArray, config);
        QFETCH(QByteArray, jump);
        QFETCH(int, asked);
        write("config", config.replace("HOME", m_home->path().toLatin1()));
        write("more/one", "Host pod-*\n  ProxyJump i\n");
        write("podium/config", "Host pod-0\n  ProxyJump generated\n");
        EffectiveConfigs configs(paths(), matters, m_clock);
        const Answer answer = ask(configs, {{"pod-0", "192.0.2.7"}}).first();
        QCOMPARE(answer.problem, QString());
        QCOMPARE(valueOf(answer, "proxyjump"), jump);
        QCOMPARE(configs.askedCount(), asked);
    }

    void saysWhichHostNameIsNotFollowed_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QByteArray>("hostName");
        QTest::newRow("none") << QByteArray("Host pod-0\n  User ada\n") << QByteArray();
        QTest::newRow("by its name")
            << QByteArray("Host pod-0\n  HostName 10.0.0.9 # at home\n") << QByteArray("10.0.0.9");
        QTest::newRow("with its name in it")
            << QByteArray("Host pod-*\n  HostName=\"%h.lab\"\n") << QByteArray("pod-0.lab");
        QTest::newRow("the first wins")
            << QByteArray("Host pod-0\n  HostName a\nHost *\n  HostName b\n") << QByteArray("a");
        QTest::newRow("for others")
            << QByteArray("Host pod-1\n  HostName a\nHost * !pod-0\n  HostName b\n")
            << QByteArray();
        QTest::newRow("in a Match") << QByteArray("Match user ada\n  HostName a\n") << QByteArray();
        QTest::newRow("Podium's own part")
            << QByteArray("Include HOME/.ssh/podium/config\n") << QByteArray();
    }
    void saysWhichHostNameIsNotFollowed()
    {
        QFETCH(QByteArray, config);
        QFETCH(QByteArray, hostName);
        write("config", config.replace("HOME", m_home->path().toLatin1()));
        write("podium/config", "Host pod-0\n  HostName 192.0.2.1\n");
        EffectiveConfigs configs(paths(), matters, m_clock);
        const Answer answer = ask(configs, {{"pod-0", "192.0.2.7"}}).first();
        QCOMPARE(answer.hostName, hostName);
        QCOMPARE(configs.askedCount(), 0); // it does not take ssh to see that
    }

    void asksOnceForWhatIsAlike()
    {
        write(
            "config", "Host pod-*\n  ProxyJump b\nHost odd\n  LocalForward 1 h:1\n"
                      "Host pod-7\n  HostName 10.0.0.7\n");
        EffectiveConfigs configs(paths(), matters, m_clock);
        QList<EffectiveConfigs::Machine> machines;
        for (int i = 0; i < 500; ++i) {
            machines << EffectiveConfigs::Machine{
                QStringLiteral("pod-%1").arg(i), QStringLiteral("192.0.2.%1").arg(i % 250)};
        }
        machines << EffectiveConfigs::Machine{"odd", "192.0.2.1"}
                 << EffectiveConfigs::Machine{"plain", "192.0.2.1"};
        const QList<Answer> answers = ask(configs, machines);
        QCOMPARE(configs.askedCount(), 2);
        QCOMPARE(valueOf(answers[7], "proxyjump"), QByteArray("b"));
        QCOMPARE(answers[7].hostName, QByteArray("10.0.0.7"));
        QCOMPARE(valueOf(answers[499], "proxyjump"), QByteArray("b"));
        QCOMPARE(valueOf(answers[500], "localforward"), QByteArray("1 [h]:1"));
        QVERIFY(answers[500].written.contains("localforward"));
        QVERIFY(answers[501].options.empty());
        ask(configs, machines);
        QCOMPARE(configs.askedCount(), 2);
    }

    void followsWhatIsEdited_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::newRow("a line") << QByteArray("Host *\n  ProxyJump b\n")
                                << QByteArray("Host *\n  ProxyJump c\n");
        QTest::newRow("whom it is for")
            << QByteArray("Host pod-0\n  ProxyJump b\nHost *\n  ProxyJump c\n")
            << QByteArray("Host pod-1\n  ProxyJump b\nHost *\n  ProxyJump c\n");
        QTest::newRow("what a Match is for")
            << QByteArray("Match host 192.0.2.7\n  ProxyJump b\nMatch all\n  ProxyJump c\n")
            << QByteArray("Match host 192.0.2.8\n  ProxyJump b\nMatch all\n  ProxyJump c\n");
        QTest::newRow("what a Match runs")
            << QByteArray("Match exec true\n  ProxyJump b\nMatch all\n  ProxyJump c\n")
            << QByteArray("Match exec false\n  ProxyJump b\nMatch all\n  ProxyJump c\n");
    }
    void followsWhatIsEdited()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        const EffectiveConfigs::Machine machine{"pod-0", "192.0.2.7"};
        for (const bool isIncluded : {false, true}) {
            write(
                "config",
                isIncluded ? "Include " + m_home->path().toLatin1() + "/.ssh/more/one\n" : before);
            write("more/one", before);
            tests::ManualClock clock;
            EffectiveConfigs configs(paths(), matters, clock);
            QCOMPARE(valueOf(ask(configs, {machine}).first(), "proxyjump"), QByteArray("b"));
            write(isIncluded ? "more/one" : "config", after);
            clock.advance(4);
            QCOMPARE(valueOf(ask(configs, {machine}).first(), "proxyjump"), QByteArray("c"));
        }
    }

    /// What a Match runs may say something else later: another network, a key that was put in.
    void asksAgainWhatAMatchRuns()
    {
        const QString file = m_home->filePath("at-home");
        write("config", "Match exec \"test ! -e " + file.toLatin1() + "\"\n  ProxyJump b\n");
        const EffectiveConfigs::Machine machine{"pod-0", "192.0.2.7"};
        tests::ManualClock clock;
        EffectiveConfigs configs(paths(), matters, clock);
        QCOMPARE(valueOf(ask(configs, {machine}).first(), "proxyjump"), QByteArray("b"));
        QVERIFY(QDir().mkpath(file));
        ask(configs, {machine});
        QCOMPARE(configs.askedCount(), 1);
        clock.advance(61);
        QCOMPARE(valueOf(ask(configs, {machine}).first(), "proxyjump"), QByteArray());
    }

    /// A Match is asked about the login that will be, not about one by the files alone.
    void asksAboutTheLoginThatWillBe_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QString>("user");
        QTest::addColumn<int>("port");
        QTest::addColumn<QByteArray>("jump");
        QTest::addColumn<QByteArray>("fileUser");
        const QByteArray byUser = "Match user ada\n  ProxyJump b\n";
        QTest::newRow("user") << byUser << "ada" << 22 << QByteArray("b") << QByteArray();
        QTest::newRow("another user") << byUser << "bob" << 22 << QByteArray() << QByteArray();
        QTest::newRow("a user whom the files would not take")
            << "Host *\n  User carol\n" + byUser << "ada" << 22 << QByteArray("b")
            << QByteArray("carol");
        QTest::newRow("the files' user, who will not log in")
            << "Host *\n  User ada\n" + byUser << "bob" << 22 << QByteArray() << QByteArray("ada");
        const QByteArray byPort = "Match exec \"test %p-%r = 2200-ada\"\n  ProxyJump b\n";
        QTest::newRow("port") << byPort << "ada" << 2200 << QByteArray("b") << QByteArray();
        QTest::newRow("another port") << byPort << "ada" << 22 << QByteArray() << QByteArray();
    }
    void asksAboutTheLoginThatWillBe()
    {
        QFETCH(QByteArray, config);
        QFETCH(QString, user);
        QFETCH(int, port);
        QFETCH(QByteArray, jump);
        QFETCH(QByteArray, fileUser);
        write("config", config);
        EffectiveConfigs configs(
            paths(),
            [](const QByteArray &keyword, bool) {
                return keyword == "proxyjump" || keyword == "user";
            },
            m_clock);
        // One with another login first: what is known of that must not count for this one.
        const QList<Answer> answers =
            ask(configs,
                {{"pod-0", "192.0.2.7", "dora", 22}, {"pod-0", "192.0.2.7", user, quint16(port)}});
        QCOMPARE(valueOf(answers[0], "proxyjump"), QByteArray());
        QCOMPARE(valueOf(answers[1], "proxyjump"), jump);
        QVERIFY(fileUser.isEmpty() || valueOf(answers[1], "user") == fileUser);
        QCOMPARE(answers[1].problem, QString());
    }

    void whatAMatchRunsHoldsNothingUpAtTheEnd()
    {
        const QString mark = m_home->filePath("runs");
        const QString end = m_home->filePath("ran");
        write(
            "config", "Match exec \"touch " + mark.toLatin1() + "; sleep 19; touch " +
                          end.toLatin1() + "\"\n  ProxyJump b\n");
        auto configs = std::make_unique<EffectiveConfigs>(paths(), matters, m_clock);
        bool isAnswered = false;
        configs->ask({"pod-0", "192.0.2.7"}, Callback<Answer>(this, [&](const Answer &) {
                         isAnswered = true;
                     }));
        QTRY_VERIFY(QFile::exists(mark));
        configs.reset();
        QVERIFY(!QFile::exists(end)); // that was not waited for
        QVERIFY(!isAnswered);
    }

    void saysWhereSshDoesNotAnswer()
    {
        write("config", "Host pod-0\n  ProxyJump b\n  NoSuchOption 1\n");
        EffectiveConfigs configs(paths(), matters, m_clock);
        const Answer answer = ask(configs, {{"pod-0", "192.0.2.7"}}).first();
        QVERIFY2(answer.problem.contains("nosuchoption"), qPrintable(answer.problem));
    }

    void hostileNamesAreNotAsked()
    {
        write("config", "ProxyJump b\n");
        EffectiveConfigs configs(paths(), matters, m_clock);
        for (const QString &text : {"-oProxyCommand=id", "a b", "$(id)", ""}) {
            QVERIFY(ask(configs, {{text, text}}).first().options.empty());
        }
        QCOMPARE(configs.askedCount(), 0);
    }
};

QTEST_GUILESS_MAIN(TestEffectiveConfigs)
#include "tst_effectiveconfigs.moc"
