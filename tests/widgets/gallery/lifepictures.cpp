// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cloud/cloudfixture.h"
#include "tests/widgets/gallery/lab.h"
#include "widgets/nodes/actiondialog.h"

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
            if (button->text().startsWith(QStringLiteral("Stop "))) {
                button->click();
                break;
            }
        }
        gallery.takePage("action-stop-begun", dialog, small);
        Lab::waitUntil(
            [&dialog] {
                const auto labels = dialog.findChildren<QLabel *>();
                return std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
                    return label->text().contains(QStringLiteral("1 failed"));
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

} // namespace

void takeLifecycle(Gallery &gallery)
{
    if (gallery.wants("action")) {
        takeActions(gallery);
    }
}

} // namespace podium::tests
