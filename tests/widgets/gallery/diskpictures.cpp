// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cloud/cloudfixture.h"
#include "tests/core/disk/diskanswers.h"
#include "tests/core/run/fakeruns.h"
#include "tests/fakes/faketransport.h"
#include "tests/widgets/gallery/lab.h"
#include "widgets/nodes/diskworkdialog.h"
#include "widgets/projects/diskdialog.h"

#include <QLineEdit>
#include <QPushButton>

namespace podium::tests {

namespace {

void takeDiskDialogs(Gallery &gallery)
{
    using namespace lifecycle;
    // Nobody listens there.
    CloudFixture cloud(
        bareEnvironment(QUrl(QStringLiteral("http://127.0.0.1:9")), QStringLiteral("t")), {},
        {1, {}, {}, {}});
    cloud::DisksClient client(cloud.http, cloud.endpoints);
    const ProjectId project = *ProjectId::parse("lab-speech");
    const Zone central = *Zone::parse("us-central2-b");
    DiskFacts facts;
    facts.standing = std::make_shared<const inventory::Snapshot>(demoLab());
    facts.disks = {{project, central, "corpus", "pd-balanced", 2000, "READY", {}}};
    DiskRequest request{DiskAction::Create, project, central, {}, {}, 0, {}, false, {}};
    const QSize usual(560, 320);
    {
        ui::DiskDialog dialog(client, cloud.tpu, facts, request);
        dialog.findChild<QLineEdit *>()->setText("scratch");
        gallery.takePage("disk-create", dialog, usual);
    }
    request.disk = "corpus";
    for (const auto &[action, name] :
         {std::pair(DiskAction::Attach, "disk-attach"),
          std::pair(DiskAction::Delete, "disk-delete")}) {
        request.action = action;
        ui::DiskDialog dialog(client, cloud.tpu, facts, request);
        gallery.takePage(name, dialog, usual);
    }
}

/// On four workers: two blank, one that has files on it, one that cannot be asked.
FakeScript mixedAnswers(const ssh::CommandRequest &request)
{
    DiskFact mounted = withFileSystem("2f1c-77aa");
    mounted.mount = "/mnt/data";
    const bool isWork = request.input.contains("\ndevice ");
    switch (request.endpoint.worker.index) {
    case 2:
        return FakeScript().login().out(framed(answerAbout({withFileSystem("9a0b-11ce")}))).exit(0);
    case 3:
        return FakeScript().end(
            ssh::Unreachable{{ErrorKind::Network, "No route to host.", {}, {}, {}}});
    default:
        return FakeScript()
            .login()
            .out(framed(
                isWork ? answerAbout({mounted}, {{"step", {"mount", "changed", ""}}})
                       : answerAbout({DiskFact()})))
            .exit(0);
    }
}

void takeDiskWork(Gallery &gallery)
{
    SystemClock clock;
    FakeTransport transport(mixedAnswers);
    disk::WorkRequest request;
    request.name = "corpus";
    request.bytes = qint64(200) << 30;
    request.folder = "/mnt/data";
    ui::DiskWorkDialog dialog(
        std::make_unique<disk::DiskSession>(
            run::RunService(transport, reachable, clock), specFor(4).workers),
        request, QStringLiteral("pod-v4"));
    const auto find = [&dialog](const QString &text) {
        QPushButton *found = nullptr;
        for (auto *each : dialog.findChildren<QPushButton *>()) {
            found = each->text() == said(text) && !each->isHidden() ? each : found;
        }
        return found;
    };
    dialog.show();
    Lab::waitUntil([&] { return find("Format and mount"); }, "the plan for the disk");
    gallery.takePage("disk-work-plan", dialog, {640, 360});
    find("Format and mount")->click();
    Lab::waitUntil([&] { return !find("Stop"); }, "what came of the plan");
    gallery.takePage("disk-work-done", dialog, {640, 360});
}

} // namespace

void takeDisks(Gallery &gallery)
{
    if (gallery.wants("disk")) {
        takeDiskDialogs(gallery);
        takeDiskWork(gallery);
    }
}

} // namespace podium::tests
