// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/grantstore.h"
#include "core/models/relativetime.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/widgets/gallery/lab.h"
#include "widgets/projects/accesssection.h"
#include "widgets/projects/costsection.h"
#include "widgets/projects/diskssection.h"
#include "widgets/projects/grantdialog.h"
#include "widgets/projects/projectpanel.h"
#include "widgets/projects/projectspage.h"
#include "widgets/projects/quotasection.h"

#include <QPlainTextEdit>

namespace podium::tests {

namespace {

using namespace lifecycle;

/// Nobody listens there.
QProcessEnvironment nobody()
{
    return bareEnvironment(QUrl(QStringLiteral("http://127.0.0.1:9")), QStringLiteral("t"));
}

TpuGrants demoGrants(const QDate &day)
{
    const Zone europe = *Zone::parse("europe-west4-a");
    const Zone central = *Zone::parse("us-central2-b");
    return {
        {*ProjectId::parse("lab-speech"),
         day.addDays(-80),
         day.addDays(2),
         {{64, TpuUnit::Chips, 0, true, Generation::V6e, europe},
          {32, TpuUnit::Chips, 0, true, Generation::V4, central},
          {40, TpuUnit::Cores, 8, false, Generation::V3, *Zone::parse("us-central1-a")},
          {8, TpuUnit::Cores, 8, true, Generation::V2, europe}}},
        {*ProjectId::parse("lab-vision"),
         day.addDays(-120),
         day.addDays(-30),
         {{40, TpuUnit::Cores, 8, false, Generation::V3, *Zone::parse("us-central1-a")}}}};
}

/// The page in the window of a lab.
struct ProjectsLab
{
    explicit ProjectsLab(const inventory::Snapshot &snapshot, const TpuGrants &grants)
        : lab(snapshot)
        , cloud(nobody(), {}, {1, {}, {}, {}})
        , client(cloud.http, cloud.endpoints)
        , store(lab.folder.filePath("grants.json"))
        , book(store)
        , access(client, lab.clock)
        , database(lab.folder.filePath("podium.db"))
        , history(database)
        , cost(history, book, lab.inventory, lab.clock)
        , diskClient(cloud.http, cloud.endpoints)
        , disks(diskClient, lab.clock)
        , queues(cloud.tpu, lab.clock)
        , quotas(client, lab.clock)
        , page(new ui::ProjectsPage(
              {book, access, cost, disks, queues, quotas, diskClient, cloud.tpu, lab.clock}))
    {
        lab.window.addPage({"projects", "Projects", "projects", page, {}, false});
        lab.window.showPage("projects");
        models::ProjectFacts facts;
        facts.standing = lab.inventory.sharedSnapshot();
        facts.grants = grants;
        facts.now = lab.clock.now();
        facts.prices = std::make_shared<const models::DayPrices>(
            models::dayPrices(grants, *facts.standing, facts.now));
        page->setFacts(facts);
        page->setAccount({"gcloud", "ada@example.org", {}, {}, {}});
    }
    void setAccess(bool isGood)
    {
        ProjectAccess known;
        known.tpuApi = cloud::ServiceState::Enabled;
        known.computeApi = isGood ? cloud::ServiceState::Enabled : cloud::ServiceState::Disabled;
        QStringList permissions = neededPermissionNames();
        if (!isGood) {
            permissions = permissions.mid(0, 5);
        }
        known.permissions = permissions;
        page->panel().access().setAccess(known, false, "2 min ago");
    }

    /// What is asked for when it is shown has no answer here, and must have come.
    void showWindow()
    {
        lab.window.show();
        const ProjectId project = page->panel().view().project;
        Lab::waitUntil(
            [this, &project] {
                return !access.isAsking(project) && cost.of(project) && disks.of(project) &&
                       !quotas.of(project).isAsking;
            },
            "the answers to a project");
    }
    /// A month with a busy week, and one node without a price.
    void setCost()
    {
        models::ProjectCost known;
        known.project = *ProjectId::parse("lab-speech");
        known.since = lab.clock.now().addDays(-40);
        const QDate first = lab.clock.now().toUTC().date().addDays(1 - models::CostFeed::Days);
        for (int day = 0; day < models::CostFeed::Days; ++day) {
            CostAmount amount;
            amount.covered = day < 4 ? 0 : 600 + 40 * (day % 5);
            amount.notCovered = day > 18 ? 192 : day > 9 && day < 14 ? 420 : 0;
            known.report.days.push_back({first.addDays(day), amount});
            known.report.total += amount;
        }
        known.report.total.unknownSeconds = 3 * 3600;
        known.report.total.addresses = 31.2;
        known.report.nodes = {
            {refOf({.name = "tpu1"}), "v3-8", {0, 2112, 0, 264 * 3600, 0}},
            {refOf({.zone = "us-central2-b", .name = "pod-v4"}),
             "v4-64",
             {17000, 0, 0, 600 * 3600, 0}},
            {refOf({.zone = "us-east5-a", .name = "night"}), {}, {0, 0, 0, 10800, 10800}}};
        page->panel().cost().setCost(&known);
    }

    void setDisks()
    {
        const ProjectId project = *ProjectId::parse("lab-speech");
        const Zone central = *Zone::parse("us-central2-b");
        models::DisksFeed::State known{project, {}, {}, true};
        known.list.disks = {
            {project, central, "corpus", "pd-balanced", 2000, "READY", {}},
            {project, central, "scratch", "pd-extreme", 500, "CREATING", {}},
            {project,
             *Zone::parse("us-central1-a"),
             "checkpoints-of-a-long-name-2026-02",
             "pd-balanced",
             500,
             "READY",
             {"build"}}};
        known.list.attached[refOf({.zone = "us-central2-b", .name = "pod-v4"})] = {
            {known.list.disks[0].source(), true, {}}};
        page->panel().disks().setDisks(
            &known, models::agoText(sketchTime().addSecs(-60), sketchTime()));
    }

    void setQuota(bool isKnown)
    {
        const ProjectId project = *ProjectId::parse("lab-speech");
        const auto limit = [](const char *id, const char *place, int value) {
            return cloud::QuotaLimit{id, {}, place, false, value};
        };
        models::QuotaFeed::State state;
        state.error = Error{
            ErrorKind::ApiDisabled,
            "Could not read the TPU quota of lab-vision: the Cloud Quotas API is off there.",
            {},
            "Enable it, then wait a few minutes.",
            {}};
        if (isKnown) {
            state.error.reset();
            state.limits = cloud::QuotaLimits{
                limit("TPUV6EPreemptiblePerProjectPerZoneForTPUAPI", "europe-west4-a", 64),
                limit("TPUV4sPreemptiblePodPerProjectPerZoneForTPUAPI", "us-central2-b", 64),
                limit("TPUV5sPreemptibleLitepodPerProjectPerZoneForTPUAPI", "us-west4-a", 16),
                limit("TPUV6EPerProjectPerZoneForTPUAPI", "us-east5-a", 0)};
        }
        models::ProjectFacts facts;
        facts.standing = lab.inventory.sharedSnapshot();
        facts.grants = demoGrants(sketchTime().date());
        page->panel().quota().setQuota(models::quotaView(project, state, facts, {}), false);
    }

    Lab lab;
    CloudFixture cloud;
    cloud::AccessClient client;
    GrantStore store;
    models::GrantBook book;
    models::ProjectAccessFeed access;
    store::DatabaseQueue database;
    store::History history;
    models::CostFeed cost;
    cloud::DisksClient diskClient;
    models::DisksFeed disks;
    models::QueueFeed queues;
    models::QuotaFeed quotas;
    ui::ProjectsPage *page;
};

void takePages(Gallery &gallery)
{
    const QDate day = sketchTime().date();
    ProjectsLab full(demoLab(), demoGrants(day));
    full.showWindow();
    full.setAccess(true);
    full.setCost();
    full.setDisks();
    full.setQuota(true);
    gallery.take("projects-full", full.lab, {1600, 1200});
    gallery.take("projects", full.lab, {1280, 720});
    gallery.take("projects-small", full.lab, {900, 600});
    full.page->showProject(*ProjectId::parse("lab-vision"));
    full.setAccess(false);
    full.setQuota(false);
    gallery.take("projects-lacks", full.lab, {1280, 720});
    gallery.take("projects-lacks-full", full.lab, {1600, 1000});
    full.page->showProject(*ProjectId::parse("trc-shared"));
    Lab::waitUntil(
        [&full] { return !full.access.isAsking(*ProjectId::parse("trc-shared")); }, "no answer");
    gallery.take("projects-failing", full.lab, {1280, 720});
    ProjectsLab none(inventory::Snapshot(), {});
    gallery.take("projects-empty", none.lab, {1280, 720});
}

void takeDialog(Gallery &gallery)
{
    ui::GrantDialog dialog("lab-speech", {"lab-speech", "lab-vision"}, {});
    gallery.takePage("grant-empty", dialog, {720, 580});
    for (auto *area : dialog.findChildren<QPlainTextEdit *>()) {
        if (area->accessibleName() == said("The grant mail")) {
            area->setPlainText("Your project lab-speech now has access to the following, free of "
                               "charge for 90 days:\n"
                               "  * 64 spot Cloud TPU v6e chips in zone us-east1-d\n"
                               "  * 64 spot Cloud TPU v6e chips in zone europe-west4-a\n"
                               "  * preemptible Cloud TPU v4 chips in zone us-central2-b\n"
                               "  * 5 on-demand Cloud TPU v3-8 device(s) in zone us-central1-f\n");
        }
    }
    gallery.takePage("grant-mail", dialog, {720, 640});
}

} // namespace

void takeProjects(Gallery &gallery)
{
    if (gallery.wants("projects")) {
        takePages(gallery);
    }
    if (gallery.wants("grant")) {
        takeDialog(gallery);
    }
}

} // namespace podium::tests
