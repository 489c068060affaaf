// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/cleanup/cleanup.h"
#include "core/models/projects/createchecks.h"
#include "core/models/projects/projectview.h"
#include "core/models/projects/queuefeed.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/widgets/gallery/lab.h"
#include "widgets/nodes/actiondialog.h"
#include "widgets/nodes/create/createdialog.h"
#include "widgets/nodes/create/howsection.h"
#include "widgets/nodes/requestpanel.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace podium::tests {

namespace {

using lifecycle::NodeAction;

/// Nobody listens there: what is asked for fails at once.
QProcessEnvironment silentCloud()
{
    return bareEnvironment(QUrl(QStringLiteral("http://127.0.0.1:9")), QStringLiteral("t"));
}

lifecycle::NodeActionPlan planFor(NodeAction action, const QStringList &names)
{
    inventory::Snapshot lab = demoLab();
    std::vector<NodeRef> nodes;
    for (inventory::NodeEntry &entry : lab.nodes) {
        const QString name = entry.node.ref.name.text();
        if (names.isEmpty() || names.contains(name)) {
            nodes.push_back(entry.node.ref);
        }
        if (name == QLatin1String("eval-2")) {
            entry.node.labels[lifecycle::lockLabel()] = QStringLiteral("ada");
        }
    }
    return lifecycle::planNodeAction(action, nodes, lab);
}

void takeActions(Gallery &gallery)
{
    CloudFixture cloud(silentCloud(), {}, {1, {}, {}, {}});
    const QSize small(760, 480);
    {
        ui::ActionDialog dialog(cloud.tpu, planFor(NodeAction::Delete, {"tpu1"}), cloud.clock);
        dialog.findChild<QLineEdit *>()->setText("tpu");
        gallery.takePage("action-delete-one", dialog, {840, 480});
    }
    {
        ui::ActionDialog dialog(cloud.tpu, planFor(NodeAction::Delete, {}), cloud.clock);
        dialog.findChild<QLineEdit *>()->setText("9");
        gallery.takePage("action-delete-many", dialog, {1000, 700});
        gallery.takePage("action-delete-many-small", dialog, small);
    }
    {
        ui::ActionDialog dialog(
            cloud.tpu, planFor(NodeAction::Stop, {"tpu1", "pod-v4"}), cloud.clock);
        gallery.takePage("action-stop", dialog, small);
        for (auto *button : dialog.findChildren<QPushButton *>()) {
            if (button->text().startsWith(said("Stop %1").section('%', 0, 0))) {
                button->click();
                break;
            }
        }
        gallery.takePage("action-stop-begun", dialog, small);
        Lab::waitUntil(
            [&dialog] {
                const auto labels = dialog.findChildren<QLabel *>();
                return std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
                    return label->text().contains(said("%1 failed.").arg(1));
                });
            },
            "the end of an action");
        gallery.takePage("action-stop-failed", dialog, small);
    }
    {
        ui::ActionDialog dialog(cloud.tpu, planFor(NodeAction::Start, {"pod-v4"}), cloud.clock);
        gallery.takePage("action-impossible", dialog, small);
    }
}

models::RequestRow rowFor(const Lab &lab, const char *name, lifecycle::RequestService::Doing doing)
{
    models::RequestRow row;
    row.doing = doing;
    row.request.id = QLatin1String(name);
    row.request.project = *ProjectId::parse("lab-speech");
    row.request.spec.name = QLatin1String(name);
    row.request.spec.type = QStringLiteral("v6e-64");
    row.request.spec.spot = true;
    row.request.zones = {*Zone::parse("europe-west4-a")};
    row.request.createdAt = lab.clock.now();
    return row;
}

/// One more zone for the first request, which no grant covers.
void takeZones(Gallery &gallery, Lab &lab)
{
    ui::RequestPanel &panel = lab.nodes->requests();
    panel.setPlanZones([&lab](const auto &request, const auto &zones) {
        return models::planZones(request, zones, {}, lab.inventory.snapshot(), lab.clock.now(), {});
    });
    const auto press = [&panel](const QString &text) {
        for (auto *button : panel.findChildren<QPushButton *>()) {
            if (button->text() == text && button->isVisibleTo(&panel)) {
                button->click();
                return;
            }
        }
    };
    press(said("Zones…"));
    panel.findChild<QLineEdit *>()->setText(QStringLiteral("europe-west4-a, us-east5-b"));
    gallery.take("requests-zones", lab);
    gallery.take("requests-zones-small", lab, {900, 600});
    press(said("Cancel"));
}

void takeRequests(Gallery &gallery)
{
    using Doing = lifecycle::RequestService::Doing;
    Lab lab(demoLab());
    const QDateTime now = lab.clock.now();
    const Zone zone = *Zone::parse("europe-west4-a");
    auto waits = rowFor(lab, "bert-large", Doing::CarriesOut);
    for (int i = 0; i < 12; ++i) {
        waits.request.attempts.push_back(
            {zone,
             {},
             now,
             {},
             now,
             lifecycle::Refusal::Stockout,
             QStringLiteral("There is no more capacity in the zone \"europe-west4-a\"; you can "
                            "try in another zone where Cloud TPU Nodes are offered <b>now</b>")});
    }
    waits.waitsUntil = now.addSecs(240);
    auto left = rowFor(lab, "eval-3", Doing::Nothing);
    left.request.attempts.push_back({zone, {}, now, {}, {}, {}, {}});
    auto over = rowFor(lab, "night-2", Doing::Nothing);
    over.request.state = lifecycle::NodeRequest::State::GivenUp;
    over.request.reason = QStringLiteral("Each zone was asked once.");
    lab.nodes->requests().setRows({waits, left, over});
    gallery.take("requests", lab);
    gallery.take("requests-small", lab, {900, 600});
    takeZones(gallery, lab);
    for (auto *button : lab.nodes->requests().findChildren<QPushButton *>()) {
        const QString giveUp = said("Give up %1").section('%', 0, 0);
        if (button->accessibleName().startsWith(giveUp)) {
            button->click();
        }
    }
    gallery.take("requests-giveup", lab);
}

/// From asked for to looked after, one of each.
void takeRequestStates(Gallery &gallery)
{
    using Doing = lifecycle::RequestService::Doing;
    using lifecycle::AfterStep;
    Lab lab(demoLab());
    const QDateTime now = lab.clock.now();
    const Zone zone = *Zone::parse("europe-west4-a");
    const lifecycle::NodeAttempt open{zone, {}, now, "operation-1", {}, {}, {}};
    auto asked = rowFor(lab, "a-new", Doing::CarriesOut);
    asked.request.attempts = {open};
    asked.note = QStringLiteral("Google does not answer at the moment (HTTP status 503).");
    auto paused = rowFor(lab, "b-paused", Doing::CarriesOut);
    paused.request.attempts = {open};
    paused.request.attempts[0].endedAt = now;
    paused.request.attempts[0].refusal = lifecycle::Refusal::Leftovers;
    paused.request.attempts[0].answer = QStringLiteral("Quota limit … has been exceeded.");
    paused.request.wish = lifecycle::NodeRequest::Wish::Pause;
    auto prepared = rowFor(lab, "c-prepared", Doing::CarriesOut);
    prepared.request.isKept = true;
    prepared.request.recipes = QStringList{"jax"};
    prepared.request.attempts = {open};
    prepared.request.attempts[0].standsSince = now.addSecs(-90);
    prepared.request.attempts[0].after = {
        {AfterStep::Kind::People, {}, true, 0, {}},
        {AfterStep::Kind::Recipe, "jax", false, 2, "The recipe jax failed on worker 3."}};
    prepared.waitsUntil = now.addSecs(60);
    auto watched = prepared;
    watched.request.id = watched.request.spec.name = QStringLiteral("d-watched");
    watched.request.attempts[0].after[1] = {AfterStep::Kind::Recipe, "jax", true, 0, {}};
    auto asks = watched;
    asks.request.id = asks.request.spec.name = QStringLiteral("e-asks");
    asks.request.attempts[0].endedAt = now;
    asks.request.question =
        QStringLiteral("The node was deleted by somebody. Go on to make it again, or give up.");
    auto elsewhere = rowFor(lab, "f-elsewhere", Doing::Elsewhere);
    elsewhere.request.attempts = {open};
    auto ends = rowFor(lab, "g-ends", Doing::GivesUp);
    ends.request.attempts = {open};
    ends.request.wish = lifecycle::NodeRequest::Wish::Cancel;
    auto made = rowFor(lab, "h-made", Doing::Nothing);
    made.request.state = lifecycle::NodeRequest::State::Made;
    made.request.attempts = {open};
    auto silent = rowFor(lab, "i-silent", Doing::CarriesOut);
    silent.request.attempts = {open};
    silent.request.attempts[0].readySince = now.addSecs(-300);
    auto stuck = prepared;
    stuck.request.id = stuck.request.spec.name = QStringLiteral("j-stuck");
    stuck.request.attempts[0].after[1].failures = 3;
    lab.nodes->requests().setRows(
        {asked, paused, prepared, watched, asks, elsewhere, ends, made, silent, stuck});
    gallery.take("requests-states", lab);
    gallery.take("requests-states-small", lab, {900, 600});
    byName<QTableView>(lab.nodes->requests(), said("Requests for nodes"))->scrollToBottom();
    gallery.take("requests-states-last", lab);
}

/// What only holds quota any more, and what could not be seen.
void takeCleanUp(Gallery &gallery)
{
    CloudFixture cloud(silentCloud(), {}, {1, {}, {}, {}});
    const inventory::Snapshot lab = demoLab();
    const ProjectId project = *ProjectId::parse("lab-speech");
    lifecycle::ProjectQueue queue{{}, {"us-east5-a"}, {}};
    if (const auto failed = cloud::parseQueuedResource(
            R"({"name":"projects/P/locations/europe-west4-a/queuedResources/q-nightly",
                "state":{"state":"FAILED"},"spot":{},"tpu":{"nodeSpec":[
                  {"nodeId":"nightly","node":{"acceleratorType":"v6e-64"}}]}})",
            project)) {
        queue.resources.push_back(*failed);
    }
    const auto plan = lifecycle::planCleanUp(project, lab, queue);
    ui::ActionDialog dialog(cloud.tpu, plan, cloud.clock);
    dialog.setPurpose(
        said("Clean up leftovers"), models::cleanUpSummary(project, plan, lab, queue));
    gallery.takePage("action-cleanup", dialog, {840, 480});
}

/// Nobody can say what holds quota, nor what stands in the way.
void takeCreateUnknown(
    Gallery &gallery, Lab &lab, const lifecycle::TpuGrants &grants, const models::CreateForm &form)
{
    CloudFixture cloud(silentCloud(), {}, {1, {}, {}, {}});
    cloud::AccessClient client(cloud.http, cloud.endpoints);
    models::ProjectAccessFeed access(client, lab.clock);
    models::QuotaFeed quotas(client, lab.clock);
    models::QueueFeed queues(cloud.tpu, lab.clock);
    models::CreateChecks checks(client, access, quotas);
    ui::CreateDialog dialog(lab.inventory, grants, lab.clock, form);
    dialog.setQueues(&queues);
    dialog.setChecks(&checks);
    Lab::waitUntil(
        [&] { return !checks.isAsking(grants.front().project); }, "what stands in the way");
    gallery.takePage("create-unknown", dialog, {760, 700});
}

void takeCreate(Gallery &gallery)
{
    using namespace lifecycle;
    Lab lab(demoLab());
    const QDate day = lab.clock.now().toUTC().date();
    const TpuGrants grants{
        {*ProjectId::parse("lab-speech"),
         day.addDays(-20),
         day.addDays(10),
         {{64, TpuUnit::Chips, 0, true, Generation::V6e, *Zone::parse("europe-west4-a")}}}};
    const models::CreateForm form =
        models::firstForm(grants, lab.inventory.snapshot(), lab.clock.now());
    const QSize usual(760, 640);
    {
        ui::CreateDialog dialog(lab.inventory, grants, lab.clock, form);
        gallery.takePage("create-covered", dialog, usual);
        dialog.findChild<ui::HowSection *>()->findChild<QToolButton *>()->click();
        gallery.takePage("create-how", dialog, {760, 780});
    }
    takeCreateUnknown(gallery, lab, grants, form);
    models::CreateForm costly = form;
    costly.spot = false;
    costly.zones = QStringLiteral("europe-west4-a us-east5-a");
    {
        ui::CreateDialog dialog(lab.inventory, grants, lab.clock, costly);
        gallery.takePage("create-costly", dialog, usual);
        gallery.takePage("create-costly-small", dialog, {640, 520});
        gallery.takePage("create-costly-large", dialog, {1200, 900});
    }
    costly.name = QStringLiteral("No Name");
    costly.chips = 0;
    costly.zones = QStringLiteral("here");
    {
        ui::CreateDialog dialog(lab.inventory, grants, lab.clock, costly);
        gallery.takePage("create-wrong", dialog, usual);
    }
}

} // namespace

void takeLifecycle(Gallery &gallery)
{
    if (gallery.wants("action")) {
        takeActions(gallery);
        takeCleanUp(gallery);
    }
    if (gallery.wants("create")) {
        takeCreate(gallery);
    }
    if (gallery.wants("requests")) {
        takeRequests(gallery);
        takeRequestStates(gallery);
    }
}

} // namespace podium::tests
