// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/request/requestjson.h"
#include "core/lifecycle/request/requestplan.h"
#include "tests/fakes/nodes.h"

#include <QTest>

using namespace podium;
using namespace podium::lifecycle;
using namespace podium::tests;
using Kind = NextTry::Kind;

Q_DECLARE_METATYPE(podium::lifecycle::Refusal)

namespace {

const Zone First = *Zone::parse("us-central2-b");
const Zone Second = *Zone::parse("us-east1-d");

NodeRequest request(bool untilCapacity)
{
    NodeRequest wanted{{}, *ProjectId::parse("lab-speech"), {}, {}, false, {}, {}, {}, {}, {}};
    wanted.id = "abc";
    wanted.spec.name = "node";
    wanted.spec.type = "v4-8";
    wanted.spec.runtimeVersion = "tpu-ubuntu2204-base";
    wanted.zones = {First, Second};
    wanted.untilCapacity = untilCapacity;
    wanted.createdAt = sketchTime();
    return wanted;
}

void refuse(NodeRequest &wanted, const Zone &zone, Refusal refusal)
{
    wanted.attempts.push_back({zone, "id", sketchTime(), {}, sketchTime(), refusal, "said"});
}

} // namespace

/// What comes next for a node request, by the answers so far.
class TestRequestPlan final : public QObject
{
    Q_OBJECT

private slots:
    void zonesAreTriedInOrder();
    void whatCannotComeAboutIsNotAskedAgain_data();
    void whatCannotComeAboutIsNotAskedAgain();
    void waitsGrowAndEnd();
    void whoIsNotSignedInMaySignInAgain();
    void onlyTheLabelMakesItOurs();
    void answersAreToldApart_data();
    void answersAreToldApart();
    void theTimeInTheQueueHasBounds();
    void survivesItsFile();
};

void TestRequestPlan::zonesAreTriedInOrder()
{
    NodeRequest once = request(false);
    QVERIFY(nextTry(once, sketchTime()).zone == First);
    refuse(once, First, Refusal::Stockout);
    QVERIFY(nextTry(once, sketchTime()).zone == Second);
    refuse(once, Second, Refusal::Stockout);
    QVERIFY(nextTry(once, sketchTime().addDays(1)).kind == Kind::GiveUp);
}

void TestRequestPlan::whatCannotComeAboutIsNotAskedAgain_data()
{
    QTest::addColumn<Refusal>("refusal");
    QTest::addColumn<bool>("inOtherZones");
    QTest::newRow("no quota") << Refusal::NoGrant << true;
    QTest::newRow("closed zone") << Refusal::ClosedZone << true;
    QTest::newRow("wrong type") << Refusal::WrongType << true;
    QTest::newRow("name taken") << Refusal::NameTaken << true;
    QTest::newRow("set-up") << Refusal::SetUp << false;
    QTest::newRow("unknown answer") << Refusal::Other << false;
}

void TestRequestPlan::whatCannotComeAboutIsNotAskedAgain()
{
    QFETCH(Refusal, refusal);
    QFETCH(bool, inOtherZones);
    NodeRequest wanted = request(true);
    refuse(wanted, First, refusal);
    const NextTry next = nextTry(wanted, sketchTime().addDays(9));
    QVERIFY(next.kind == (inOtherZones ? Kind::Send : Kind::GiveUp));
    refuse(wanted, Second, refusal);
    QVERIFY(nextTry(wanted, sketchTime().addDays(9)).kind == Kind::GiveUp);
}

void TestRequestPlan::waitsGrowAndEnd()
{
    NodeRequest wanted = request(true);
    wanted.zones = {First};
    qint64 before = 0;
    for (int tries = 0; tries < 12; ++tries) {
        refuse(wanted, First, Refusal::Stockout);
        const NextTry next = nextTry(wanted, sketchTime());
        QVERIFY(next.kind == Kind::Wait);
        const qint64 wait = sketchTime().secsTo(next.at);
        QVERIFY2(wait >= before && wait >= 30 && wait <= 600, qPrintable(QString::number(wait)));
        before = wait;
        QVERIFY(nextTry(wanted, next.at).kind == Kind::Send);
    }
    wanted.deadline = sketchTime().addSecs(5);
    QCOMPARE(nextTry(wanted, sketchTime()).at, wanted.deadline);
    QVERIFY(nextTry(wanted, wanted.deadline).kind == Kind::GiveUp);
}

/// Many logins end after some hours: that is no reason to give up what waits for days.
void TestRequestPlan::whoIsNotSignedInMaySignInAgain()
{
    NodeRequest wanted = request(true);
    refuse(wanted, First, Refusal::SignedOut);
    QVERIFY(nextTry(wanted, sketchTime()).zone == Second);
    refuse(wanted, Second, Refusal::SignedOut);
    const NextTry next = nextTry(wanted, sketchTime());
    QVERIFY(next.kind == Kind::Wait);
    QVERIFY(nextTry(wanted, next.at).kind == Kind::Send);
}

void TestRequestPlan::onlyTheLabelMakesItOurs()
{
    const NodeRequest wanted = request(false);
    cloud::Node node = nodeEntry({}).node;
    QVERIFY(sightingOf(wanted, node) == Sighting::Theirs);
    node.labels[requestLabel()] = "another";
    QVERIFY(sightingOf(wanted, node) == Sighting::Theirs);
    node.labels[requestLabel()] = wanted.id;
    QVERIFY(sightingOf(wanted, node) == Sighting::Stands);
    for (const auto state : {cloud::NodeState::Creating, cloud::NodeState::Repairing}) {
        node.state = state;
        QVERIFY(sightingOf(wanted, node) == Sighting::OnTheWay);
    }
    node.state = cloud::NodeState::Preempted;
    QVERIFY(sightingOf(wanted, node) == Sighting::Leftover);
    QVERIFY(
        sightingOf(wanted, failure(Error{ErrorKind::NotFound, {}, {}, {}, {}})) ==
        Sighting::Missing);
    QVERIFY(
        sightingOf(wanted, failure(Error{ErrorKind::Unavailable, {}, {}, {}, {}})) ==
        Sighting::Unknown);
}

void TestRequestPlan::answersAreToldApart_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("text");
    QTest::addColumn<Refusal>("refusal");
    const auto row = [](ErrorKind kind, const char *text, Refusal refusal) {
        QTest::newRow(text) << int(kind) << QString(text) << refusal;
    };
    row(ErrorKind::NoCapacity, "There is no more capacity in the zone", Refusal::Stockout);
    row(ErrorKind::InvalidArgument,
        "Cloud TPU received a bad request. update is not supported while in state PREEMPTED",
        Refusal::Stockout);
    row(ErrorKind::NotFound, "Reservation not found.", Refusal::Stockout);
    row(ErrorKind::QuotaExceeded, "There is no more capacity, quota 'X'", Refusal::Stockout);
    row(ErrorKind::NoCapacity, "Insufficient reserved capacity.", Refusal::Stockout);
    row(ErrorKind::InvalidArgument, "Insufficient reserved capacity for v4-8.", Refusal::Stockout);
    row(ErrorKind::Internal, "an internal error has occurred", Refusal::Stockout);
    row(ErrorKind::QuotaExceeded, "Quota limit 'Y' has been exceeded. Limit: 0 in zone us-east1-d.",
        Refusal::NoGrant);
    row(ErrorKind::QuotaExceeded, "You have reached INSTANCES limit.", Refusal::Addresses);
    row(ErrorKind::NoCapacity, "You have reached IN_USE_ADDRESSES limit. [EID: 0x1]",
        Refusal::Addresses);
    row(ErrorKind::PermissionDenied, "LOCATION_POLICY_VIOLATED", Refusal::ClosedZone);
    row(ErrorKind::InvalidArgument,
        "The requested accelerator configuration v4-8 could not be found in the zonal accelerator "
        "configurations for us-east1-d",
        Refusal::WrongType);
    row(ErrorKind::PermissionDenied, "The user does not have access to service account 'a@b'.",
        Refusal::SetUp);
    row(ErrorKind::InvalidArgument, "The network 'lab' was not found", Refusal::SetUp);
    row(ErrorKind::InvalidArgument, "Billing must be enabled", Refusal::SetUp);
    row(ErrorKind::PermissionDenied, "insufficient authentication scopes", Refusal::SetUp);
    row(ErrorKind::ApiDisabled, "Cloud TPU API has not been used", Refusal::SetUp);
    row(ErrorKind::QuotaExceeded, "Quota limit 'X' has been exceeded. Limit: 0 in region us-east5.",
        Refusal::NoGrant);
    row(ErrorKind::QuotaExceeded, "Quota 'X' exhausted. Limit 32 in zone europe-west4-a",
        Refusal::Leftovers);
    row(ErrorKind::QuotaExceeded, "Maximum number of CreateNode requests per minute",
        Refusal::Rate);
    row(ErrorKind::QuotaExceeded, "You have reached IN_USE_ADDRESSES limit.", Refusal::Addresses);
    row(ErrorKind::PermissionDenied,
        "Permission denied on 'locations/us-east1-d' (or it may not exist).", Refusal::ClosedZone);
    row(ErrorKind::PermissionDenied, "Permission 'tpu.nodes.create' denied", Refusal::SetUp);
    row(ErrorKind::InvalidArgument, "CloudTpu received an invalid AcceleratorType",
        Refusal::WrongType);
    row(ErrorKind::Unavailable, "502", Refusal::Passing);
    row(ErrorKind::Credentials, "Reauthentication failed, or try another service account.",
        Refusal::SignedOut);
    row(ErrorKind::AlreadyExists, "already exists", Refusal::NameTaken);
}

void TestRequestPlan::answersAreToldApart()
{
    QFETCH(int, kind);
    QFETCH(QString, text);
    QFETCH(Refusal, refusal);
    QCOMPARE(refusalName(refusalOf({ErrorKind(kind), {}, text, {}, {}})), refusalName(refusal));
    QVERIFY(refusalFromName(refusalName(refusal)) == refusal);
}

/// More would not survive its file, which has an int for it.
void TestRequestPlan::theTimeInTheQueueHasBounds()
{
    NodeRequest wanted = request(false);
    wanted.means = Means::Queued;
    const auto isGood = [&wanted](std::chrono::seconds time) {
        wanted.validFor = time;
        return problemsOf(wanted).isEmpty();
    };
    QVERIFY(!isGood(std::chrono::minutes(9)));
    QVERIFY(isGood(std::chrono::minutes(10)));
    QVERIFY(isGood(std::chrono::hours(365 * 24)));
    QVERIFY(!isGood(std::chrono::hours(365 * 24 + 1)));
    QVERIFY(!isGood(std::chrono::hours(99999 * 24)));
}

void TestRequestPlan::survivesItsFile()
{
    NodeRequest wanted = request(true);
    wanted.deadline = sketchTime().addDays(1);
    wanted.spec.labels["team"] = "speech";
    wanted.confirmedDollarsPerDay = 618.25;
    refuse(wanted, First, Refusal::Stockout);
    wanted.attempts.back().readySince = sketchTime().addSecs(90);
    wanted.attempts.back().isDoubtful = true;
    const auto read = requestsFromJson(requestsToJson({wanted}));
    QVERIFY2(read, read ? "" : qPrintable(read.error().text()));
    QVERIFY(*read == NodeRequests{wanted});
    for (const char *damaged : {"", "[]", "{}", R"({"version":1,"requests":[{}]})"}) {
        const auto bad = requestsFromJson(damaged);
        QVERIFY(!bad);
    }
}

QTEST_GUILESS_MAIN(TestRequestPlan)
#include "tst_requestplan.moc"
