// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cloud/cloudfixture.h"
#include "tests/widgets/gallery/lab.h"
#include "widgets/nodes/actiondialog.h"
#include "widgets/nodes/createdialog.h"
#include "widgets/nodes/requestpanel.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

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
        ui::ActionDialog dialog(cloud.tpu, planFor(NodeAction::Delete, {"tpu1"}));
        dialog.findChild<QLineEdit *>()->setText("tpu");
        gallery.takePage("action-delete-one", dialog, {840, 480});
    }
    {
        ui::ActionDialog dialog(cloud.tpu, planFor(NodeAction::Delete, {}));
        dialog.findChild<QLineEdit *>()->setText("9");
        gallery.takePage("action-delete-many", dialog, {1000, 700});
        gallery.takePage("action-delete-many-small", dialog, small);
    }
    {
        ui::ActionDialog dialog(cloud.tpu, planFor(NodeAction::Stop, {"tpu1", "pod-v4"}));
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
        ui::ActionDialog dialog(cloud.tpu, planFor(NodeAction::Start, {"pod-v4"}));
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
    for (auto *button : lab.nodes->requests().findChildren<QPushButton *>()) {
        const QString giveUp = said("Give up %1").section('%', 0, 0);
        if (button->accessibleName().startsWith(giveUp)) {
            button->click();
        }
    }
    gallery.take("requests-giveup", lab);
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
    }
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
    }
    if (gallery.wants("create")) {
        takeCreate(gallery);
    }
    if (gallery.wants("requests")) {
        takeRequests(gallery);
    }
}

} // namespace podium::tests
