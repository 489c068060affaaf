// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/patience.h"
#include "tests/widgets/gallery/lab.h"
#include "widgets/sshconfig/diffview.h"

namespace podium::tests {

namespace {

using State = models::SshConfigState::State;

void takeDemo(Gallery &gallery)
{
    if (gallery.wants("ssh")) {
        Lab lab(demoLab());
        lab.window.showPage("ssh");
        lab.reach(State::Waiting);
        gallery.take("ssh-waiting", lab);
        lab.writeAndWait();
        gallery.take("ssh-written", lab);
        NodeSketch moved{.name = "tpu1", .number = 42};
        inventory::Snapshot snapshot = demoLab();
        for (inventory::NodeEntry &entry : snapshot.nodes) {
            if (entry.node.ref == refOf(moved)) {
                const QString id = entry.node.id;
                entry = nodeEntry(moved);
                entry.node.id = id;
            }
        }
        lab.source.set(snapshot);
        QSignalSpy spy(&lab.inventory, &inventory::Inventory::refreshed);
        lab.inventory.refresh();
        spy.wait(Patience);
        lab.reach(State::Waiting);
        gallery.take("ssh-moved", lab);
        gallery.take("ssh-small", lab, {820, 520});
    }
    if (gallery.wants("refused")) {
        Lab lab(demoLab());
        QFile::remove(lab.paths.sshConfigFile());
        QDir().mkpath(lab.paths.sshConfigFile());
        lab.ssh.replan();
        lab.window.showPage("ssh");
        lab.reach(State::Refused);
        gallery.take("ssh-refused", lab);
    }
}

sshconfig::ConfigRule ruleOf(const char *node, sshconfig::ConfigRule::Route kind, const char *route)
{
    sshconfig::ConfigRule rule;
    rule.node = node;
    rule.routeKind = kind;
    rule.route = route;
    return rule;
}

/// Two nodes, with rules, a check, and a write that was taken back.
void takeTwoNodes(Gallery &gallery)
{
    if (gallery.wants("sshtwo")) {
        NodeSketch inner{.name = "inner", .externalIps = false, .number = 2};
        Lab lab(snapshotOf({{.name = "tpu1"}, inner}));
        lab.window.showPage("ssh");
        lab.reach(State::Waiting);
        gallery.take("sshtwo-waiting", lab);
        lab.checkAndWait();
        gallery.take("sshtwo-notwritten", lab);
        lab.closeCheck();
        store::Settings settings = lab.settings.current();
        using Route = sshconfig::ConfigRule::Route;
        settings.sshConfig.rules = {
            ruleOf("inner", Route::ProxyJump, "matt@gw.example.org"),
            ruleOf("train-*", Route::Iap, "")};
        settings.sshConfig.rules[1].project = "trc-shared";
        lab.settings.set(settings);
        lab.ssh.replan();
        lab.writeAndWait();
        gallery.take("sshtwo-uptodate", lab);
        lab.checkAndWait();
        gallery.take("sshtwo-checked", lab);
        lab.closeCheck();
        lab.press("Edit the rule");
        gallery.take("sshtwo-rule", lab);
        gallery.take("sshtwo-rule-small", lab, {820, 520});
        lab.press("Done");
        emit lab.ssh.failed(
            {ErrorKind::Refused,
             "The change would touch gateway, which is not Podium's, so all is as it was.",
             "Its user was \"matt\" and would be \"root\".",
             {},
             lab.paths.sshConfigFile()});
        gallery.take("sshtwo-rolledback", lab);
    }
}

/// What the person's own file can be, and a whole fleet.
void takeOddFiles(Gallery &gallery)
{
    if (gallery.wants("sshrejected")) {
        Lab lab(demoLab(), true, "Host mac\n    UseKeychain yes\n");
        lab.window.showPage("ssh");
        lab.reach(State::Refused);
        gallery.take("sshrejected", lab);
    }
    if (gallery.wants("sshblock")) {
        Lab lab(
            demoLab(), true,
            "# BEGIN Podium\n# DevPod Start work.devpod\nHost work.devpod\n  User vscode\n"
            "# DevPod End work.devpod\nInclude ~/.ssh/podium/config\n# END Podium\n");
        lab.window.showPage("ssh");
        lab.reach(State::Refused);
        gallery.take("sshblock", lab);
    }
    if (gallery.wants("sshmany")) {
        std::vector<NodeSketch> sketches;
        for (int i = 0; i < 2000; ++i) {
            sketches.push_back({.name = QString("tpu%1").arg(i), .workers = 4, .number = i});
        }
        Lab lab(snapshotOf(sketches));
        lab.window.showPage("ssh");
        lab.reach(State::Waiting);
        gallery.take("sshmany-comparing", lab);
        lab.waitUntil(
            [&lab] { return lab.sshPage->findChild<ui::DiffView *>()->model()->rowCount() > 0; },
            "the diff");
        gallery.take("sshmany-waiting", lab);
        lab.press("Check");
        lab.waitUntil(
            [&lab] { return lab.ssh.check().done() > 0 || !lab.ssh.check().isRunning(); },
            "the check to get on");
        gallery.take("sshmany-checking", lab);
        lab.press("Stop");
    }
}

} // namespace

void takeSsh(Gallery &gallery)
{
    takeDemo(gallery);
    takeTwoNodes(gallery);
    takeOddFiles(gallery);
}

} // namespace podium::tests
