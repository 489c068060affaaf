// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/faketransport.h"
#include "tests/widgets/gallery/lab.h"
#include "widgets/settings/secretdialog.h"
#include "widgets/settings/secretsection.h"
#include "widgets/settings/withdrawdialog.h"

namespace podium::tests {

namespace {

using secret::Placement;
using secret::SecretName;

Placement placed(const SecretName &name, int worker)
{
    Placement placement;
    placement.id = QByteArray::number(worker);
    placement.secret = name;
    placement.worker =
        *WorkerRef::parse(QStringLiteral("atlas-vision/us-central2-b/pod-v4:%1").arg(worker));
    placement.login = QStringLiteral("ada");
    placement.path = QStringLiteral("~/.netrc");
    placement.host = QStringLiteral("api.wandb.ai");
    placement.kind = Placement::Kind::Netrc;
    placement.digest = "d";
    placement.isCertain = true;
    return placement;
}

secret::SecretBook bookOf(const SecretName &name)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    secret::SecretBook book = secret::withEntry({}, name, now);
    book = secret::withEntry(std::move(book), *SecretName::parse("hugging-face"), now);
    book = secret::withEntry(
        std::move(book), *SecretName::parse("github-deploy-key-of-the-vision-team"), now);
    for (int worker = 0; worker < 8; ++worker) {
        book.placements.push_back(placed(name, worker));
    }
    return book;
}

/// Before it is done; there is nothing to reach.
void takeWithdrawal(Gallery &gallery, Lab &lab, const SecretName &name)
{
    FakeTransport transport;
    const run::RunService service(
        transport,
        [](const WorkerRef &worker) {
            ssh::Endpoint endpoint;
            endpoint.worker = worker;
            endpoint.address = QStringLiteral("192.0.2.1");
            return endpoint;
        },
        lab.clock);
    std::vector<Placement> placements = bookOf(name).placements;
    placements.push_back(placed(name, 8));
    placements.back().kind = Placement::Kind::Unstated;
    placements.back().recipe = QStringLiteral("our-own-setup");
    ui::WithdrawDialog dialog(
        std::make_unique<secret::WithdrawSession>(service, secret::planWithdrawal(placements, {})),
        name);
    gallery.takePage(QStringLiteral("settings-withdraw"), dialog, dialog.size());
}

} // namespace

void takeSecrets(Gallery &gallery, Lab &lab)
{
    const SecretName name = *SecretName::parse("wandb");
    lab.settingsPage->secrets().setBook(bookOf(name), {*SecretName::parse("hugging-face")});
    lab.settingsPage->secrets().setNote(QStringLiteral("The keyring was not unlocked."), true);
    gallery.take(QStringLiteral("settings-secrets"), lab, {1240, 2140});
    gallery.take(QStringLiteral("settings-secrets-small"), lab, {820, 2140});
    ui::SecretDialog dialog({});
    gallery.takePage(QStringLiteral("settings-secret"), dialog, dialog.sizeHint());
    ui::SecretDialog replacing(name, bookOf(name).placements);
    gallery.takePage(QStringLiteral("settings-secret-replace"), replacing, replacing.sizeHint());
    takeWithdrawal(gallery, lab, name);
}

} // namespace podium::tests
