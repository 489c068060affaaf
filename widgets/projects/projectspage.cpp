// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/projects/projectspage.h"

#include "core/base/files.h"
#include "core/base/jobs.h"
#include "core/lifecycle/grantjson.h"
#include "core/models/projects/quotaview.h"
#include "core/models/relativetime.h"
#include "widgets/common/controls.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/noticebar.h"
#include "widgets/common/theme.h"
#include "widgets/projects/accesssection.h"
#include "widgets/projects/costsection.h"
#include "widgets/projects/diskdialog.h"
#include "widgets/projects/diskssection.h"
#include "widgets/projects/grantdialog.h"
#include "widgets/projects/grantssection.h"
#include "widgets/projects/projectdelegate.h"
#include "widgets/projects/projectpanel.h"
#include "widgets/projects/quotasection.h"

#include <QFileDialog>
#include <QListView>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>

#include <utility>

namespace podium::ui {

using models::Mark;

ProjectsPage::ProjectsPage(const Sources &sources, QWidget *parent)
    : QWidget(parent)
    , m_sources(sources)
    , m_model(new models::ProjectListModel(this))
    , m_notice(new NoticeBar)
    , m_stack(new QStackedWidget)
    , m_empty(new EmptyState(
          QStringLiteral("projects"), tr("No project is known yet"),
          tr("Projects appear here as soon as their nodes were listed. A TPU grant can be written "
             "down before that.")))
    , m_split(new QSplitter)
    , m_list(new QListView)
    , m_panel(new ProjectPanel)
{
    m_facts.standing = std::make_shared<const inventory::Snapshot>();
    setAccessibleName(tr("Projects page"));
    buildLayout();
    connectParts();
    connectGrants();
    connectDisks();
}

void ProjectsPage::buildLayout()
{
    prepareList(m_list, tr("Projects"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new ProjectDelegate(m_list));
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setUniformItemSizes(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setMinimumWidth(Grid * 22);
    m_split->addWidget(m_list);
    m_split->addWidget(m_panel);
    m_split->setStretchFactor(0, 0);
    m_split->setStretchFactor(1, 1);
    m_split->setChildrenCollapsible(false);
    m_split->setHandleWidth(1);
    m_split->setSizes({Grid * 36, Grid * 100});
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_split);
    auto *column = makeColumn(0, this);
    auto *top = new QVBoxLayout; // empty without a notice
    top->setContentsMargins(Grid * 2, Grid, Grid * 2, Grid);
    top->addWidget(m_notice);
    column->addLayout(top);
    column->addWidget(m_stack, 1);
    setFocusProxy(m_list);
}

void ProjectsPage::connectParts()
{
    connect(
        m_empty->addAction(tr("Paste the grant mail…")), &QPushButton::clicked, this,
        &ProjectsPage::addGrant);
    connect(
        m_empty->addAction(tr("Import…")), &QPushButton::clicked, this,
        &ProjectsPage::importGrants);
    connect(
        m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &ProjectsPage::showSelected);
    connect(
        &m_sources.access, &models::ProjectAccessFeed::changed, this, &ProjectsPage::showAccess);
    connect(&m_sources.cost, &models::CostFeed::changed, this, &ProjectsPage::showCost);
    connect(&m_sources.cost, &models::CostFeed::failed, this, &ProjectsPage::showError);
    connect(m_panel, &ProjectPanel::deleteRequested, this, &ProjectsPage::deleteRequested);
    connect(m_panel, &ProjectPanel::cleanUpRequested, this, &ProjectsPage::cleanUpRequested);
    connect(&m_sources.queues, &models::QueueFeed::changed, this, &ProjectsPage::showSelected);
    connect(&m_sources.quotas, &models::QuotaFeed::changed, this, &ProjectsPage::showQuota);
    connect(&m_panel->quota(), &QuotaSection::lookRequested, this, [this] {
        if (const auto project = selected()) {
            m_sources.quotas.want(*project, true);
            showQuota();
        }
    });
    AccessSection &access = m_panel->access();
    connect(&access, &AccessSection::lookRequested, this, [this] {
        if (const auto project = selected()) {
            m_sources.access.want(*project, true);
            showAccess();
        }
    });
    connect(&access, &AccessSection::keysRequested, this, [this] {
        if (const auto project = selected()) {
            emit keysRequested(*project);
        }
    });
    connect(m_notice, &NoticeBar::actionTriggered, this, [this] {
        if (const auto grant = std::exchange(m_removed, std::nullopt)) {
            m_sources.grants.add(*grant);
        }
    });
}

void ProjectsPage::connectGrants()
{
    GrantsSection &section = m_panel->grants();
    connect(&section, &GrantsSection::addRequested, this, &ProjectsPage::addGrant);
    connect(&section, &GrantsSection::removeRequested, this, &ProjectsPage::removeGrant);
    connect(&section, &GrantsSection::importRequested, this, &ProjectsPage::importGrants);
    connect(&section, &GrantsSection::exportRequested, this, &ProjectsPage::exportGrants);
    connect(&m_sources.grants, &models::GrantBook::written, this, [this](const QString &text) {
        m_notice->showNotice(Mark::Good, text, {}, m_removed ? tr("Undo") : QString());
        emit noted(m_removed ? m_removed->project.text() : QString(), text);
    });
    connect(&m_sources.grants, &models::GrantBook::failed, this, [this](const Error &error) {
        m_removed.reset();
        showError(error);
    });
}

void ProjectsPage::setFacts(const models::ProjectFacts &facts)
{
    m_facts = facts;
    m_model->setRows(models::projectRows(facts));
    const bool hasRows = m_model->rowCount() > 0;
    m_stack->setCurrentWidget(hasRows ? static_cast<QWidget *>(m_split) : m_empty);
    if (hasRows && !m_list->currentIndex().isValid()) {
        m_list->setCurrentIndex(m_model->index(0));
    }
    showSelected();
}

void ProjectsPage::setAccount(const cloud::CredentialInfo &info)
{
    m_panel->access().setAccount(info);
}

void ProjectsPage::showProject(const ProjectId &project)
{
    const QModelIndex index = m_model->indexOf(project);
    if (index.isValid()) {
        m_list->setCurrentIndex(index);
    }
}

void ProjectsPage::showError(const Error &error)
{
    m_notice->showError(error);
}

std::optional<ProjectId> ProjectsPage::selected() const
{
    const models::ProjectRow *row = m_model->rowAt(m_list->currentIndex().row());
    return row ? std::optional(row->project) : std::nullopt;
}

void ProjectsPage::showSelected()
{
    const auto project = selected();
    if (!project) {
        return;
    }
    if (m_panel->view().project != *project) {
        m_panel->ensureVisible(0, 0);
        if (!m_panel->view().project.text().isEmpty()) {
            m_notice->clearDone(); // it was of the other project
        }
    }
    m_panel->setView(
        models::projectView(*project, m_facts, m_sources.queues.of(*project)), m_facts.grantsError);
    if (isVisible()) {
        m_sources.queues.want(*project);
        m_sources.quotas.want(*project);
        m_sources.access.want(*project);
        m_sources.cost.want(*project);
        m_sources.disks.want(*project);
    }
    showAccess();
    showCost();
    showDisks();
    showQuota();
}

void ProjectsPage::connectDisks()
{
    DisksSection &section = m_panel->disks();
    connect(&m_sources.disks, &models::DisksFeed::changed, this, &ProjectsPage::showDisks);
    connect(&section, &DisksSection::lookRequested, this, [this] {
        if (const auto project = selected()) {
            m_sources.disks.want(*project, true);
            showDisks();
        }
    });
    connect(&section, &DisksSection::createRequested, this, [this] {
        if (const auto project = selected()) {
            lifecycle::DiskRequest request;
            request.project = *project;
            request.zone = likelyZone(*project);
            changeDisk(std::move(request));
        }
    });
    const auto offer = [this, &section](
                           void (DisksSection::*wanted)(const cloud::Disk &),
                           lifecycle::DiskAction action) {
        connect(&section, wanted, this, [this, action](const cloud::Disk &disk) {
            lifecycle::DiskRequest request;
            request.action = action;
            request.project = disk.project;
            request.zone = disk.zone;
            request.disk = disk.name;
            changeDisk(std::move(request));
        });
    };
    offer(&DisksSection::attachRequested, lifecycle::DiskAction::Attach);
    offer(&DisksSection::deleteRequested, lifecycle::DiskAction::Delete);
    connect(
        &section, &DisksSection::detachRequested, this,
        [this](const cloud::Disk &disk, const NodeRef &node) {
            emit detachRequested(node, disk.name);
        });
}

void ProjectsPage::showDisks()
{
    if (const auto project = selected()) {
        m_panel->disks().setDisks(m_sources.disks.of(*project), m_sources.disks.ageText(*project));
    }
}

/// Of a disk to be made: nodes of another zone cannot have it. Empty: any.
Zone ProjectsPage::likelyZone(const ProjectId &project) const
{
    for (const NodeRef &node : m_sources.selectedNodes()) {
        if (node.project == project) {
            return node.zone;
        }
    }
    return {};
}

void ProjectsPage::changeDisk(lifecycle::DiskRequest request)
{
    const models::DisksFeed::State *state = m_sources.disks.of(request.project);
    if (!state) {
        return;
    }
    auto *dialog = new DiskDialog(
        m_sources.diskClient, m_sources.tpu,
        lifecycle::diskFacts(request.project, state->list, m_facts.standing), request, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &DiskDialog::ended, this, [this, project = request.project] {
        m_sources.disks.touch(project);
    });
    connect(dialog, &DiskDialog::proved, this, [this](const QString &disk, const QString &text) {
        m_removed.reset();
        m_notice->showNotice(Mark::Good, tr("Done: %1").arg(text));
        emit noted(disk, text);
    });
    connect(dialog, &DiskDialog::failed, this, [this](const QString &disk, const Error &error) {
        m_removed.reset();
        showError(error);
        emit noted(disk, error.text());
    });
    dialog->open();
}

void ProjectsPage::showQuota()
{
    if (const auto project = selected()) {
        const models::QuotaFeed::State quota = m_sources.quotas.of(*project);
        m_panel->quota().setQuota(
            models::quotaView(*project, quota, m_facts, m_sources.queues.of(*project)),
            quota.isAsking);
    }
}

void ProjectsPage::showCost()
{
    if (const auto project = selected()) {
        m_panel->cost().setCost(m_sources.cost.of(*project));
    }
}

void ProjectsPage::showAccess()
{
    if (const auto project = selected()) {
        const lifecycle::ProjectAccess access = m_sources.access.of(*project);
        m_panel->access().setAccess(
            access, m_sources.access.isAsking(*project),
            models::agoText(access.askedAt, m_sources.clock.now()));
    }
}

/// What can be done there is asked for where somebody looks.
void ProjectsPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    showSelected();
}

void ProjectsPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    constexpr int narrow = Grid * 110;
    const int list = width() < narrow ? Grid * 22 : Grid * 36;
    m_split->setSizes({list, width() - list});
}

void ProjectsPage::addGrant()
{
    QStringList projects;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        projects << m_model->rowAt(row)->project.text();
    }
    const auto project = selected();
    auto *dialog = new GrantDialog(
        project ? project->text() : QString(), projects, m_sources.grants.grants(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &GrantDialog::grantGiven, this, [this](const lifecycle::TpuGrant &grant) {
        m_removed.reset();
        m_sources.grants.add(grant);
    });
    dialog->open();
}

void ProjectsPage::removeGrant(const QString &name)
{
    for (const lifecycle::TpuGrant &grant : m_sources.grants.grants()) {
        if (grant.name() == name) {
            m_removed = grant;
        }
    }
    m_sources.grants.remove(name);
}

void ProjectsPage::importGrants()
{
    auto *dialog = new QFileDialog(this, tr("Import TPU grants"), {}, tr("JSON (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        runJob(
            this, [path] { return readFile(path); },
            [this](const Result<QByteArray> &bytes) {
                m_removed.reset();
                bytes ? m_sources.grants.importJson(*bytes) : showError(bytes.error());
            });
    });
    dialog->open();
}

void ProjectsPage::exportGrants()
{
    auto *dialog = new QFileDialog(this, tr("Export TPU grants"), {}, tr("JSON (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    dialog->selectFile(QStringLiteral("tpu-grants.json"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        constexpr int mode = 0600;
        const QByteArray json = lifecycle::grantsToJson(m_sources.grants.grants());
        runJob(
            this, [path, json] { return writeFileAtomically(path, json, mode); },
            [this, path](const Result<> &kept) {
                m_removed.reset();
                kept ? m_notice->showNotice(Mark::Good, tr("Exported to %1.").arg(path))
                     : showError(kept.error());
            });
    });
    dialog->open();
}

} // namespace podium::ui
