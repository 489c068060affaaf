// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/people/peoplestory.h"
#include "tests/fakes/nodes.h"

#include <QTest>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;
using people::ScriptLine;

namespace {

WorkerRef worker(int index)
{
    return {refOf({.name = "pod"}), index};
}

std::vector<WorkerRef> workers(int count)
{
    std::vector<WorkerRef> all;
    for (int i = 0; i < count; ++i) {
        all.push_back(worker(i));
    }
    return all;
}

people::ScriptReport
report(int index, const std::vector<ScriptLine> &lines, std::optional<Error> error = {})
{
    people::ScriptReport report{worker(index), ssh::Exited{0}, {}};
    report.answer.isApply = true;
    report.answer.lines = lines;
    report.answer.error = std::move(error);
    return report;
}

ScriptLine line(ScriptLine::Kind kind, const QString &login, const QString &code = "created")
{
    return {kind, login, code, {}};
}

QDateTime at(int seconds)
{
    return sketchTime().addSecs(seconds);
}

} // namespace

class TestPeopleStory final : public QObject
{
    Q_OBJECT

private slots:
    void whatWasAskedForIsOneEntry();
    void whatFailedIsSaid();
    void proofsBelongToTheirAction();
    void nothingToDoIsNoStory();
    void unaskedIsAnotherEntry();
};

void TestPeopleStory::whatWasAskedForIsOneEntry()
{
    PeopleStory story;
    story.begin(workers(8));
    QString action;
    for (int i = 0; i < 8; ++i) { // however long a worker takes
        const auto entry =
            story.applied(report(i, {line(ScriptLine::Kind::Step, "ada")}), at(i * 600));
        QVERIFY(entry);
        QVERIFY(i == 0 || entry->action == action);
        action = entry->action;
        QVERIFY(entry->kind == ActivityKind::People && entry->outcome == Outcome::Good);
        QVERIFY(entry->time == at(0));
        QCOMPARE(entry->person, QString("ada"));
        QCOMPARE(int(entry->parts.size()), i == 0 ? 0 : i + 1);
        if (i == 7) {
            QCOMPARE(entry->text, QString("Changes of people applied: 8 ok."));
            QCOMPARE(entry->subject, QString("pod, 8 workers"));
            QCOMPARE(entry->parts[7].text.simplified(), QString("ada: the account was made."));
        }
    }
    story.begin(workers(1));
    QVERIFY(
        story.applied(report(0, {line(ScriptLine::Kind::Step, "ada")}), at(5000))->action !=
        action);
}

void TestPeopleStory::whatFailedIsSaid()
{
    PeopleStory story;
    story.begin(workers(3));
    (void)story.applied(report(0, {line(ScriptLine::Kind::Step, "ada")}), at(0));
    auto entry = story.applied(
        report(
            1, {line(ScriptLine::Kind::Step, "ada"), line(ScriptLine::Kind::Fail, "bob", "useradd"),
                line(ScriptLine::Kind::Fine, "eve")}),
        at(1));
    QVERIFY(entry->outcome == Outcome::Bad);
    QCOMPARE(entry->text, QString("Changes of people applied: 1 ok · 1 failed."));
    QVERIFY(entry->person.isEmpty()); // it is about two
    QVERIFY(entry->isAbout(QString("bob")) && !entry->isAbout(QString("eve")));
    entry =
        story.applied(report(2, {}, Error{ErrorKind::Network, "No answer.", {}, {}, {}}), at(2));
    QCOMPARE(entry->parts.back().text, QString("No answer."));
    QVERIFY(entry->parts.back().outcome == Outcome::Bad);
}

void TestPeopleStory::proofsBelongToTheirAction()
{
    PeopleStory story;
    story.begin(workers(2));
    const auto applied =
        story.applied(report(0, {line(ScriptLine::Kind::Step, "ada", "removed")}), at(0));
    people::KeyProof proof;
    proof.refused = 1;
    const ActivityEntry proven = story.proved(worker(0), proof, at(3));
    QCOMPARE(proven.action, applied->action);
    QVERIFY(proven.outcome == Outcome::Good);
    QCOMPARE(proven.parts.back().text, QString("sshd refuses the key that was taken away."));
    proof.taken = QStringList{"It still takes a key of ada."};
    const ActivityEntry broken = story.proved(worker(0), proof, at(4));
    QCOMPARE(broken.action, applied->action);
    QVERIFY(broken.outcome == Outcome::Bad);
    QVERIFY(broken.parts.back().text.endsWith("It still takes a key of ada."));
}

void TestPeopleStory::nothingToDoIsNoStory()
{
    PeopleStory story;
    story.begin(workers(2));
    QVERIFY(!story.applied(report(0, {line(ScriptLine::Kind::Fine, "ada")}), at(0)));
}

void TestPeopleStory::unaskedIsAnotherEntry()
{
    PeopleStory story;
    story.begin(workers(1));
    const auto asked = story.applied(report(0, {line(ScriptLine::Kind::Step, "ada")}), at(0));
    const auto unasked = story.applied(report(0, {line(ScriptLine::Kind::Step, "ada")}), at(5));
    const auto soon = story.applied(report(1, {line(ScriptLine::Kind::Step, "ada")}), at(60));
    const auto later = story.applied(report(2, {line(ScriptLine::Kind::Step, "ada")}), at(600));
    QVERIFY(asked->action != unasked->action);
    QCOMPARE(soon->action, unasked->action);
    QCOMPARE(soon->text, QString("Changes of people applied automatically: 2 ok."));
    QVERIFY(later->action != soon->action);
    // The clock was set back by an hour: nothing says that these belong together.
    const auto earlier = story.applied(report(3, {line(ScriptLine::Kind::Step, "ada")}), at(-3000));
    QVERIFY(earlier->action != later->action);
}

QTEST_GUILESS_MAIN(TestPeopleStory)
#include "tst_peoplestory.moc"
