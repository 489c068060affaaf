// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/tunnel/tunnelmodel.h"
#include "tests/fakes/faketransport.h"
#include "tests/widgets/gallery/lab.h"
#include "widgets/tunnel/serverspanel.h"
#include "widgets/tunnel/tunnelpage.h"

#include <QComboBox>
#include <QTcpServer>
#include <QTreeView>

namespace podium::tests {

namespace {

ssh::Endpoint endpointOf(const WorkerRef &worker)
{
    ssh::Endpoint endpoint;
    endpoint.worker = worker;
    endpoint.address = QStringLiteral("192.0.2.1");
    return endpoint;
}

/// The second worker refuses the login, the third is not reached.
FakeScript scriptOf(const ssh::CommandRequest &request)
{
    const Error error{
        ErrorKind::PermissionDenied,
        QStringLiteral("The worker accepts none of your keys."),
        QStringLiteral("publickey"),
        QStringLiteral("Look at the People page."),
        {}};
    switch (request.endpoint.worker.index) {
    case 1:
        return FakeScript().end(ssh::Refused{error});
    case 2:
        return FakeScript().end(ssh::Unreachable{
            {ErrorKind::Network, QStringLiteral("No route to host."), {}, {}, {}}});
    default:
        return FakeScript().login().hang();
    }
}

/// Of one worker; another was not reached.
void findServers(ui::TunnelPage &page)
{
    const auto worker = [](int index) {
        return *WorkerRef::parse(QStringLiteral("atlas-vision/us-central2-b/pod-v4:%1").arg(index));
    };
    ui::ServersPanel &panel = page.servers();
    panel.begin(2);
    panel.show();
    panel.add(
        worker(0), tunnel::WorkerServers{
                       {{8888, true, "127.0.0.1", 912, "ada",
                         "python3 /usr/bin/jupyter-lab --no-browser", "Jupyter", false},
                        {6006, true, "0.0.0.0", 4711, "lin",
                         "python3 /home/lin/.local/bin/tensorboard --logdir gs://lm-pretrain/runs",
                         "TensorBoard", false},
                        {22, true, "0.0.0.0", 801, "root", "sshd: /usr/sbin/sshd -D", {}, false},
                        {53,
                         false,
                         "127.0.0.53",
                         640,
                         "systemd-resolve",
                         "/lib/systemd/systemd-resolved",
                         {},
                         false}},
                       {},
                       {}});
    panel.add(
        worker(2), failure({ErrorKind::Network, QStringLiteral("No route to host."), {}, {}, {}}));
    panel.end();
}

void select(const ui::TunnelPage &page, int row)
{
    for (auto *view : page.findChildren<QTreeView *>()) {
        if (view->model() == &page.model()) {
            view->setCurrentIndex(page.model().index(row, 0));
        }
    }
}

} // namespace

void takeTunnels(Gallery &gallery)
{
    if (!gallery.wants(QStringLiteral("tunnels-empty tunnels-full tunnels-small tunnels-servers "
                                      "tunnels-socks tunnels-jupyter"))) {
        return;
    }
    Lab lab(demoLab());
    FakeTransport transport(scriptOf);
    tunnel::TunnelService service({transport, endpointOf});
    ui::TunnelPage page(lab.inventory, service);
    gallery.takePage(QStringLiteral("tunnels-empty"), page);
    QTcpServer taken;
    taken.listen(QHostAddress::LocalHost, 0);
    for (int worker = 0; worker < 4; ++worker) {
        const auto ref =
            WorkerRef::parse(QStringLiteral("atlas-vision/us-central2-b/pod-v4:%1").arg(worker));
        service.open(
            {*ref, quint16(6006 + worker), worker == 3 ? taken.serverPort() : quint16(0), false});
    }
    Lab::waitUntil(
        [&] { return service.all()[1].error && service.all()[2].error; }, "two that fail");
    gallery.takePage(QStringLiteral("tunnels-full"), page);
    gallery.takePage(QStringLiteral("tunnels-small"), page, {740, 520});
    auto *kind = page.findChild<QComboBox *>(); // names are in any language here
    kind->setCurrentIndex(1);
    const auto first = WorkerRef::parse(QStringLiteral("atlas-vision/us-central2-b/pod-v4:0"));
    const int proxy = service.open({*first, 0, 0, true, tunnel::TunnelKind::Socks});
    Lab::waitUntil(
        [&] { return service.find(proxy)->state == tunnel::TunnelState::Open; }, "a proxy");
    select(page, 4);
    gallery.takePage(QStringLiteral("tunnels-socks"), page);
    gallery.takePage(QStringLiteral("tunnels-socks-small"), page, {740, 520});
    kind->setCurrentIndex(0);
    const int jupyter = service.open({*first, 8888, 0, false});
    Lab::waitUntil(
        [&] { return service.find(jupyter)->state == tunnel::TunnelState::Open; }, "a Jupyter");
    select(page, 5);
    page.endJupyter(QStringLiteral(
        "No Jupyter of yours says that it listens on port 8888 there. It may be another "
        "person's."));
    gallery.takePage(QStringLiteral("tunnels-jupyter"), page, {740, 520});
    page.endJupyter({});
    findServers(page);
    gallery.takePage(QStringLiteral("tunnels-servers"), page);
    gallery.takePage(QStringLiteral("tunnels-servers-small"), page, {740, 520});
}

} // namespace podium::tests
