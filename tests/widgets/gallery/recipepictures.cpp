// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/fakekeyring.h"
#include "tests/fakes/faketransport.h"
#include "tests/widgets/gallery/lab.h"
#include "widgets/people/accountrecipespanel.h"
#include "widgets/recipe/recipelist.h"
#include "widgets/recipe/recipepage.h"
#include "widgets/recipe/recipereview.h"
#include "widgets/run/kinds/runkinds.h"
#include "widgets/run/kinds/scriptsbar.h"
#include "widgets/run/page/runpage.h"

#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTableView>

namespace podium::tests {

namespace {

QByteArray answerRecord(const QByteArray &kind, const QByteArrayList &fields)
{
    QByteArray line = kind + ' ' + QByteArray::number(fields.size()) + ' ';
    for (const QByteArray &field : fields) {
        line += QByteArray::number(field.size()) + ':' + field + ',';
    }
    return line + '\n';
}

QByteArray watched(const QByteArray &title, const QByteArray &printed, const QByteArray &end)
{
    return "== " + title + '\n' + printed + "== " + title + ": " + end + '\n';
}

/// What a worker prints meanwhile.
QByteArray printedBy(int index)
{
    if (index == 2) {
        return "== virtual environment: so already\n== packages of the team: so already\n";
    }
    const QByteArray first = watched("virtual environment", "created ~/venv\n", "changed");
    const QByteArray packages =
        "Collecting numpy==1.26.4\n  Downloading numpy-1.26.4.whl (18 MB)\n";
    if (index == 3) {
        return first +
               watched(
                   "packages of the team",
                   packages + "ERROR: Could not install packages due to an OSError: [Errno 28] "
                              "No space left on device\n",
                   "failed, exit status 1") +
               "== jax sees the TPU: not begun\n";
    }
    if (index == 5) {
        return first + "== packages of the team\n" + packages;
    }
    return first + watched("packages of the team", packages, "changed");
}

/// One worker fails, one is in the middle, the others are through.
FakeScript recipeScript(const ssh::CommandRequest &request, bool isOver)
{
    const int index = request.endpoint.worker.index;
    const auto step = [](const QByteArray &state, const QByteArray &detail = {}) {
        return answerRecord("step", {"step", state, detail});
    };
    QByteArray said =
        answerRecord("podium-remote", {"1", "1000"}) + step(index == 2 ? "ok" : "changed");
    if (index == 3) {
        said += step(
                    "failed", "exit status 1: ERROR: Could not install packages due to an OSError: "
                              "[Errno 28] No space left on device") +
                step("skipped");
    } else if (index != 5 || isOver) {
        said += step(index == 2 ? "ok" : "changed") + step("changed");
    }
    FakeScript script = FakeScript().login().err(printedBy(index)).out(said);
    return index == 5 && !isOver ? script
                                 : script.out(answerRecord("end", {})).exit(index == 3 ? 1 : 0);
}

void pressOn(const QWidget &page, const QString &text)
{
    for (auto *button : page.findChildren<QPushButton *>()) {
        if (button->text() == said(text)) {
            button->click();
        }
    }
}

void apply(const QWidget &page)
{
    pressOn(page, "Apply");
    const auto shown = [&page]() -> ui::RecipeReview * {
        for (auto *review : page.findChildren<ui::RecipeReview *>()) {
            if (review->isVisible()) { // one that was closed may be about to go
                return review;
            }
        }
        return nullptr;
    };
    Lab::waitUntil([&shown] { return shown() != nullptr; }, "the review");
    shown()->accept();
}

/// All are through, and one has another JAX than the rest.
FakeScript goodScript(const ssh::CommandRequest &request)
{
    QByteArray bytes = answerRecord("podium-remote", {"1", "1000"});
    if (request.input.contains("direct_url.json")) { // it compares versions
        const QByteArray jax = request.endpoint.worker.index == 5 ? "jax==0.4.34" : "jax==0.4.35";
        bytes += answerRecord("version", {"system", "Ubuntu 22.04.2 LTS"}) +
                 answerRecord("version", {"kernel", "5.19.0-1027-gcp"}) +
                 answerRecord("version", {"python", "3.10.12 /home/ada/venv/bin/python3"}) +
                 answerRecord("version", {"packages", jax + "\nnumpy==1.26.4"});
    } else {
        for (int step = 0; step < 3; ++step) {
            bytes += answerRecord("step", {"step", "changed", ""});
        }
    }
    return FakeScript().login().out(bytes + answerRecord("end", {})).exit(0);
}

void takeOddVersion(Gallery &gallery, ui::RecipePage &page, FakeTransport &transport)
{
    transport.setScript(goodScript);
    apply(page);
    Lab::waitUntil(
        [&page] {
            const auto *line = byName<QLabel>(page, said("Versions"));
            return line && line->text().contains("jax");
        },
        "the versions");
    gallery.takePage("recipe-versions", page);
}

/// Nothing is done: some are as they should be, some lack a step or two.
FakeScript checkedScript(const ssh::CommandRequest &request)
{
    const int index = request.endpoint.worker.index;
    const auto step = [](const QByteArray &state, const QByteArray &detail = {}) {
        return answerRecord("step", {"step", state, detail});
    };
    const QByteArray last = index == 4 ? step("unknown", "its check cannot be run there")
                                       : step(index < 3 ? "ok" : "needed");
    return FakeScript()
        .login()
        .out(
            answerRecord("podium-remote", {"1", "1000"}) + step("ok") +
            step(index == 4 ? "needed" : "ok") + last + answerRecord("end", {}))
        .exit(index < 3 ? 0 : 1);
}

void takeChecked(Gallery &gallery, ui::RecipePage &page, FakeTransport &transport)
{
    page.choose("our-jax");
    transport.setScript(checkedScript);
    const auto before = transport.commands().size();
    pressOn(page, "Check");
    Lab::waitUntil([&] { return transport.commands().size() == before + 8; }, "the check");
    Lab::waitUntil([&page] { return !page.isBusy(); }, "its end");
    gallery.takePage("recipe-checked", page);
    gallery.takePage("recipe-checked-small", page, {760, 560});
}

ui::RecipePage::Running runningOn(Lab &lab, FakeTransport &transport)
{
    return {
        [&] {
            return run::RunService(
                transport,
                [](const WorkerRef &worker) {
                    ssh::Endpoint endpoint;
                    endpoint.worker = worker;
                    endpoint.address = QStringLiteral("192.0.2.1");
                    return endpoint;
                },
                lab.clock);
        },
        [] { return run::OutputLimits(); }, lab.clock};
}

/// Far from the node.
void farBucket(const cloud::BucketName &, const Callback<Result<cloud::BucketPlace>> &done)
{
    done(cloud::BucketPlace{cloud::BucketPlace::Type::Region, "europe-west4"});
}

void takeBucket(Gallery &gallery, ui::RecipePage &page)
{
    page.choose("gcsfuse");
    auto *field = page.findChild<ui::BucketField *>();
    field->setText("lab-data");
    Lab::waitUntil(
        [field] {
            const auto *cost = field->findChild<QLabel *>();
            return cost->isVisibleTo(field) && cost->text().contains("per GiB");
        },
        "what the bucket costs");
    gallery.takePage("recipe-bucket", page);
}

void writeOwnRecipe(const QString &folder)
{
    QDir().mkpath(folder);
    QFile file(folder + "/our-jax.sh");
    if (file.open(QIODevice::WriteOnly)) {
        file.write("#: recipe our-jax\n#: purpose JAX for the TPU in a virtual environment, and "
                   "the team's packages.\n"
                   "#: parameter version default 0.4.35\n#: about Which JAX\n"
                   "#: step virtual environment\n#: check\nfalse\n#: act\ntrue\n"
                   "#: step packages of the team\n#: check\nfalse\n#: act\ntrue\n"
                   "#: step jax sees the TPU\n#: check\nfalse\n#: act\ntrue\n");
        file.close();
    }
}

} // namespace

void takeRecipes(Gallery &gallery)
{
    if (!gallery.wants(QStringLiteral("recipe-empty recipe-running recipe-failed recipe-small "
                                      "recipe-versions recipe-bucket recipe-checked"))) {
        return;
    }
    Lab lab(demoLab());
    FakeTransport transport;
    FakeKeyring keyring;
    secret::SecretService secrets(keyring, lab.folder.filePath("secrets.json"), lab.clock);
    const QString folder = lab.folder.filePath("recipes");
    writeOwnRecipe(folder);
    ui::RecipePage page(
        lab.inventory, runningOn(lab, transport), secrets,
        [](const std::vector<WorkerRef> &) { return std::vector<secret::PlacedOn>(); }, farBucket,
        folder);
    page.setTargets({"pod-v4"});
    Lab::waitUntil(
        [&page] {
            page.choose("our-jax");
            const auto *chosen = page.findChild<ui::RecipeList *>()->current();
            return chosen && chosen->recipe.name == QLatin1String("our-jax");
        },
        "the recipes");
    gallery.takePage("recipe-empty", page);
    transport.setScript([](const auto &request) { return recipeScript(request, false); });
    apply(page);
    Lab::waitUntil([&] { return transport.active() == 1; }, "seven workers");
    const auto *verdicts = byName<QTableView>(page, said("Verdicts of workers and steps"));
    Lab::waitUntil(
        [verdicts] { // the first of its steps is known, the second is under way
            const QAbstractItemModel &model = *verdicts->model();
            return model.index(5, 1).data() != model.index(5, 2).data();
        },
        "the first verdict of the last worker");
    gallery.takePage("recipe-running", page);
    pressOn(page, "Stop");
    Lab::waitUntil([&page] { return !page.isBusy(); }, "the stop");
    transport.setScript([](const auto &request) { return recipeScript(request, true); });
    const auto before = transport.commands().size();
    apply(page);
    // It may be over before anybody sees it busy.
    Lab::waitUntil([&] { return transport.commands().size() > before; }, "the run");
    Lab::waitUntil([&] { return !page.isBusy(); }, "the end");
    gallery.takePage("recipe-failed", page);
    gallery.takePage("recipe-small", page, {760, 560});
    takeOddVersion(gallery, page, transport);
    takeBucket(gallery, page);
    takeChecked(gallery, page, transport);
}

void takeAccountRecipes(Gallery &gallery)
{
    if (!gallery.wants(QStringLiteral("account-recipes account-recipes-small"))) {
        return;
    }
    const QTemporaryDir none;
    ui::AccountRecipesPanel panel([folder = none.path()] { return recipe::RecipeFolders(folder); });
    panel.setChosen({{QString(), {"python-venv", "login-shell"}}, {"ada", {}}});
    const inventory::Snapshot lab = demoLab();
    std::vector<people::PendingRecipes> pending;
    for (int worker = 0; worker < 7; ++worker) {
        pending.push_back(
            {{{lab.nodes.front().node.ref, worker}, "7", "ada"}, {"python-venv", "login-shell"}});
    }
    panel.setPending(pending);
    Lab::waitUntil([&panel] { return panel.findChild<QListWidget *>()->count() > 0; }, "recipes");
    gallery.takePage("account-recipes", panel);
    gallery.takePage("account-recipes-small", panel, {620, 480});
}

void takeScripts(Gallery &gallery)
{
    if (!gallery.wants(QStringLiteral("scripts-empty scripts-chosen scripts-small"))) {
        return;
    }
    Lab lab(demoLab());
    FakeTransport transport;
    auto *commands =
        new ui::RunPage(lab.inventory, transport, {.user = "ada", .port = 22}, lab.clock);
    ui::RunKinds kinds(commands, new ui::ScriptsBar);
    commands->setTargets({QStringLiteral("pod-v4")});
    kinds.showKind(ui::RunKinds::Scripts);
    gallery.takePage("scripts-empty", kinds, {1200, 480});
    for (const char *name : {"/install.sh", "/run.sh", "/stop.sh"}) {
        QFile file(lab.folder.path() + name);
        if (file.open(QIODevice::WriteOnly)) {
            file.write("true\n");
        }
    }
    byName<QLineEdit>(kinds, said("Folder of the scripts"))->setText(lab.folder.path());
    Lab::waitUntil(
        [&kinds] {
            const auto buttons = kinds.findChildren<QPushButton *>();
            return std::any_of(buttons.begin(), buttons.end(), [](const QPushButton *button) {
                return button->isEnabled() && button->text() == said("Install");
            });
        },
        "the scripts");
    gallery.takePage("scripts-chosen", kinds, {1200, 480});
    gallery.takePage("scripts-small", kinds, {700, 420});
}

} // namespace podium::tests
