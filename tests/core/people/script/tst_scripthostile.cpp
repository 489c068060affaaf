// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/plan/peopledata.h"
#include "core/people/roster/roster.h"
#include "core/people/roster/rosteredit.h"
#include "core/people/script/peoplescript.h"
#include "core/remote/record.h"
#include "tests/core/people/labmodes.h"
#include "tests/core/people/sketch.h"
#include "tests/fakes/nodes.h"

using namespace podium;
using namespace podium::people;
using namespace podium::tests;

namespace {

const QByteArray touch = "touch /tmp/pwned";

/// What would be another line, or another thing on a screen.
QList<QByteArray> controlTexts()
{
    return {
        "a\nb",
        "a\r\nroot::0:0::/:/bin/sh",
        "\n" + touch + "\n",
        "a\rb",
        QByteArray("a\0b", 3),
        "\t",
        "\x1b]0;title\x07",
        "\x1b[2J",
        "\xc2\x9b"
        "31m",
        "\xff\xfe",
        "\xe2\x80\xae"
        "drowssap",
        "\xe2\x80\x8b",
        "\xe2\x80\xa8",
        "\xe2\x81\xa6x\xe2\x81\xa9",
    };
}

/// What somebody might write where a name, a comment, a key or an address belongs.
QList<QByteArray> hostileTexts()
{
    QList<QByteArray> texts = controlTexts();
    texts += QList<QByteArray>{
        "$(" + touch + ")",
        "`" + touch + "`",
        "${IFS}" + touch,
        "; " + touch,
        "a; " + touch + " #",
        "| " + touch,
        "&& " + touch,
        "'; " + touch + "; '",
        "\"; " + touch + "; \"",
        "' OR 1=1 --",
        ">/tmp/pwned",
        "-rf",
        "--shell=/bin/sh",
        "-o",
        "--",
        "%s%n%x",
        "%h/%u/%d",
        "\\",
        "\\n\\0",
        "a\\",
        "*",
        "?",
        "~root",
        "../../etc/passwd",
        "/etc/shadow",
        "root",
        "daemon",
        "a:0:0:root:/root:/bin/sh",
        ",,,",
        "#",
        "!",
        "user0 ALL=(ALL:ALL) NOPASSWD:ALL",
        "# END Podium",
        "# Added by Google",
        "end",
        "#end of data",
        "!\\n",
        "sudo yes",
        "command=\"" + touch + "\" ssh-ed25519 AAAA",
        "ssh-rsa AAAA",
        "<b onclick=x>&amp;</b>",
        "a@b.c?bcc=d@e.f",
        "mailto:a@b.c",
        " a b ",
        "ROOT",
        "\xd0\xb0"
        "dmin", // begins with a Cyrillic letter
    };
    texts << QByteArray(1 << 20, 'a') << QByteArray(1 << 20, '\n')
          << QByteArray("a ").repeated(1 << 19);
    return texts;
}

/// A person of whom everything is harmless.
Person plain(int i)
{
    return person(QByteArray("user" + QByteArray::number(i)), i);
}

/// The worker has the very texts.
void compareTexts(const ActualWorker &found, const DesiredAccounts &wishes)
{
    for (const DesiredAccount &account : wishes) {
        const ActualAccount *made = found.find(account.login.text());
        QVERIFY2(made, qPrintable(account.login.text()));
        QCOMPARE(made->fullName, account.fullName);
        QCOMPARE(int(made->keys.size()), 1);
        QCOMPARE(made->keys[0].base, account.keys[0].line);
        QVERIFY(!made->hasPodiumSudo && made->sudoSources.isEmpty());
    }
}

} // namespace

/// Whatever is typed, pasted or sent: refused, or only a text, here and on the worker.
class TestScriptHostile final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { LabModes::addRows(); }
    void init();
    void refusedOrInert();
    void sentAsItIs();

private:
    /// Files that a text which was run would have left, rights that nobody gave, lines that are no
    /// accounts; nothing where all is well.
    [[nodiscard]] QByteArray traces() const
    {
        return m_lab->root("find / -xdev -name '*pwned*' 2>/dev/null; "
                           "awk -F: 'NF != 7 || ($3 == 0 && $1 != \"root\")' /etc/passwd; "
                           "ls -d /etc/sudoers.d/podium-* 2>/dev/null; visudo -cq; true");
    }
    [[nodiscard]] int accounts() const
    {
        return m_lab->root("grep -c ^ /etc/passwd").trimmed().toInt();
    }
    LabModes m_modes;
    WorkerLab *m_lab = nullptr;
};

void TestScriptHostile::init()
{
    m_lab = m_modes.take(4);
    if (!m_lab) {
        QSKIP(qPrintable(m_modes.why()));
    }
}

void TestScriptHostile::refusedOrInert()
{
    // Each text in each field; whoever is let in goes on to the worker.
    Roster roster;
    int tried = 0;
    const auto offer = [&](const Person &person) {
        ++tried;
        auto more = withPerson(roster, person);
        if (more) {
            roster = std::move(*more);
        } else {
            QCOMPARE(more.error().kind, ErrorKind::InvalidArgument);
            QVERIFY(more.error().text().size() < 2000);
        }
    };
    int number = 0;
    for (const QByteArray &text : hostileTexts()) {
        const QString hostile = QString::fromUtf8(text.constData(), text.size());
        Person name = plain(number++);
        name.fullName = hostile;
        offer(name);
        Person email = plain(number++);
        email.email = hostile;
        offer(email);
        ++tried;
        if (const auto login = UserName::parse(hostile)) {
            Person named = plain(number++);
            named.login = *login;
            offer(named);
        }
        // Pasted after a key, before it, and instead of it.
        const QByteArray good = key(1000 + number).text();
        for (const QByteArray &line : QByteArrayList{good + ' ' + text, text + ' ' + good, text}) {
            ++tried;
            if (const auto keys = rosterKeysFrom(line, at(0), {}, LineOptions::Kept)) {
                Person keyed = plain(number++);
                keyed.keys = *keys;
                offer(keyed);
            }
        }
    }
    QVERIFY2(tried >= 200, QByteArray::number(tried));
    QVERIFY(roster.people.size() > 20);
    QVERIFY(int(roster.people.size()) < tried / 3);

    const inventory::Snapshot lab = snapshotOf({{.name = "n0"}});
    const DesiredState desired = desiredState(roster, lab, at(1));
    const DesiredAccounts &wishes = **desired.begin();
    QCOMPARE(wishes.size(), roster.people.size());
    const int before = accounts();
    const Ended applied = m_lab->bringTo(wishes);
    QVERIFY2(applied.status == 0, tellingLines(applied.out).join('\n').right(2000));
    QCOMPARE(traces(), QByteArray());
    QCOMPARE(accounts(), before + int(wishes.size()));
    compareTexts(m_lab->inspect(), wishes);
    QCOMPARE(m_lab->plan(wishes).stepCount(), 0);
}

void TestScriptHostile::sentAsItIs()
{
    // As if Podium had checked nothing: the script itself makes no more than texts of them.
    QFETCH_GLOBAL(int, mode);
    if (mode != 0) {
        return; // the same script reads the same words there
    }
    const int before = accounts();
    for (const QByteArray &text : hostileTexts()) {
        for (const remote::Record &told :
             {remote::Record{"gecos", {text}}, remote::Record{"key", {"-", text}}}) {
            const QByteArray data = remote::dataLine({"account", {"user0"}}) +
                                    remote::dataLine({"sudo", {"no"}}) + remote::dataLine(told) +
                                    remote::dataLine({"end", {}});
            const Ended ended = m_lab->apply(data);
            QVERIFY2(
                ended.status == 0 || ended.status == 1, QByteArray(told.kind + text.left(100)));
        }
    }
    QCOMPARE(traces(), QByteArray());
    QCOMPARE(accounts(), before + 1);
    QCOMPARE(m_lab->person("user0", "user1", "true").status, 255);
}

QTEST_GUILESS_MAIN(TestScriptHostile)
#include "tst_scripthostile.moc"
