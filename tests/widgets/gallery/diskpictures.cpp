// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cloud/cloudfixture.h"
#include "tests/core/disk/diskanswers.h"
#include "tests/core/run/fakeruns.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/manualclock.h"
#include "tests/widgets/gallery/lab.h"
#include "widgets/nodes/diskworkdialog.h"
#include "widgets/projects/diskdialog.h"

#include <QLineEdit>
#include <QPushButton>
#include <QTcpServer>

#include <memory>
#include <utility>

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

/// Google takes its time: the dialog may be closed meanwhile.
void takeRunningDialog(Gallery &gallery)
{
    auto silent = std::make_unique<QTcpServer>(); // answers nothing
    [&] { QVERIFY(silent->listen(QHostAddress::LocalHost)); }();
    CloudFixture cloud(
        bareEnvironment(
            QUrl(QStringLiteral("http://127.0.0.1:%1").arg(silent->serverPort())),
            QStringLiteral("t")),
        {}, {1, {}, {}, {}});
    cloud::DisksClient client(cloud.http, cloud.endpoints);
    lifecycle::DiskFacts facts;
    facts.standing = std::make_shared<const inventory::Snapshot>(demoLab());
    ui::DiskDialog dialog(
        client, cloud.tpu, facts,
        {lifecycle::DiskAction::Create,
         *ProjectId::parse("lab-speech"),
         *Zone::parse("us-central2-b"),
         {},
         {},
         0,
         {},
         false,
         {}});
    dialog.findChild<QLineEdit *>()->setText("scratch");
    for (auto *button : dialog.findChildren<QPushButton *>()) {
        if (button->text() == said("Create")) {
            button->click();
        }
    }
    gallery.takePage("disk-running", dialog, {560, 320});
    silent.reset(); // so that nobody waits for it
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

/// All blank; on one of them the new file system cannot be mounted.
FakeScript failingMount(const ssh::CommandRequest &request)
{
    const bool isWork = request.input.contains("\ndevice ");
    if (isWork && request.endpoint.worker.index == 1) {
        const remote::Answer failed = answerAbout(
            {DiskFact()},
            {{"step", {"mount", "failed", "mount: /mnt/data: wrong fs type, bad superblock"}}});
        return FakeScript().login().out(framed(failed)).exit(0);
    }
    DiskFact mounted = withFileSystem("2f1c-77aa");
    mounted.mount = "/mnt/data";
    const remote::Answer done = answerAbout({mounted}, {{"step", {"mount", "changed", ""}}});
    return FakeScript().login().out(framed(isWork ? done : answerAbout({DiskFact()}))).exit(0);
}

/// Somebody has files of it open on two workers.
FakeScript inUse(const ssh::CommandRequest &request)
{
    DiskFact mounted = withFileSystem("2f1c-77aa");
    mounted.mount = "/mnt/data";
    std::vector<remote::Record> users;
    if (request.endpoint.worker.index < 2) {
        users = {{"user", {"4100", "ada", "python3 train.py --config=large", "/mnt/data/corpus"}}};
    }
    return FakeScript().login().out(framed(answerAbout({mounted}, users))).exit(0);
}

/// What the workers do with a disk, in a dialog.
class DiskWorkPictures final
{
public:
    DiskWorkPictures(FakeTransport::ScriptOf script, disk::Work work)
        : m_transport(std::move(script))
    {
        disk::WorkRequest request;
        request.work = work;
        request.name = "corpus";
        request.bytes = qint64(200) << 30;
        request.folder = "/mnt/data";
        auto session = std::make_unique<disk::DiskSession>(
            run::RunService(m_transport, reachable, m_clock), specFor(4).workers);
        m_session = session.get();
        m_dialog = std::make_unique<ui::DiskWorkDialog>(
            std::move(session), request, QStringLiteral("pod-v4"), m_watch);
        m_dialog->show();
        wait();
    }
    [[nodiscard]] ui::DiskWorkDialog &dialog() { return *m_dialog; }
    void press(const char *text)
    {
        find(text)->click();
        wait();
    }
    /// One of the workers does not answer any more.
    void lookForLong()
    {
        m_transport.setScript([](const ssh::CommandRequest &request) {
            FakeScript script;
            script.login();
            return request.endpoint.worker.index == 1
                       ? script.hang()
                       : script.out(framed(answerAbout({DiskFact()}))).exit(0);
        });
        find("Look again")->click();
        m_watch.advance(40);
        Lab::waitUntil([this] { return m_session->told() == 3; }, "three of the workers");
        emit m_session->changed();
    }

private:
    [[nodiscard]] QPushButton *find(const QString &text) const
    {
        QPushButton *found = nullptr;
        for (auto *each : m_dialog->findChildren<QPushButton *>()) {
            found = each->text() == said(text) && !each->isHidden() ? each : found;
        }
        return found;
    }
    void wait() const
    {
        Lab::waitUntil([this] { return !find("Stop"); }, "what the workers say of the disk");
    }

    SystemClock m_clock;
    ManualClock m_watch; ///< the dialog's
    FakeTransport m_transport;
    std::unique_ptr<ui::DiskWorkDialog> m_dialog;
    disk::DiskSession *m_session = nullptr; ///< the dialog's
};

void takeDiskWork(Gallery &gallery)
{
    using disk::Work;
    const QSize usual(640, 360);
    const QSize small(440, 300);
    DiskWorkPictures mixed(mixedAnswers, Work::Prepare);
    gallery.takePage("disk-work-plan", mixed.dialog(), usual);
    gallery.takePage("disk-work-plan-small", mixed.dialog(), small);
    mixed.press("Format and mount");
    gallery.takePage("disk-work-done", mixed.dialog(), usual);
    DiskWorkPictures failing(failingMount, Work::Prepare);
    failing.press("Format and mount");
    gallery.takePage("disk-work-failed", failing.dialog(), usual);
    DiskWorkPictures slow(mixedAnswers, Work::Prepare);
    slow.lookForLong();
    gallery.takePage("disk-work-looking", slow.dialog(), usual);
    DiskWorkPictures used(inUse, Work::Release);
    gallery.takePage("disk-work-in-use", used.dialog(), usual);
    gallery.takePage("disk-work-in-use-small", used.dialog(), small);
}

} // namespace

void takeDisks(Gallery &gallery)
{
    if (gallery.wants("disk")) {
        takeDiskDialogs(gallery);
        takeRunningDialog(gallery);
        takeDiskWork(gallery);
    }
}

} // namespace podium::tests
