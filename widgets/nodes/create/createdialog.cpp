// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/create/createdialog.h"

#include "core/inventory/inventory.h"
#include "core/lifecycle/action/actiontexts.h"
#include "core/models/nodes/createcommands.h"
#include "core/models/projects/createchecks.h"
#include "core/models/projects/queuefeed.h"
#include "widgets/common/controls.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/layout/fieldvisits.h"
#include "widgets/common/theme.h"
#include "widgets/nodes/create/formarea.h"
#include "widgets/nodes/create/howsection.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QIntValidator>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QUuid>

#include <algorithm>
#include <utility>

namespace podium::ui {

using lifecycle::Generation;
using models::CreateForm;
using models::CreatePlan;

namespace {

constexpr int MostChipsTyped = 99999;
constexpr int RequestIdLength = 12;

} // namespace

CreateDialog::CreateDialog(
    const inventory::Inventory &inventory, lifecycle::TpuGrants grants, const Clock &clock,
    const CreateForm &form, QWidget *parent)
    : QDialog(parent)
    , m_inventory(inventory)
    , m_grants(std::move(grants))
    , m_clock(clock)
    , m_how(new HowSection)
    , m_visits(new FieldVisits(this))
{
    setWindowTitle(tr("Create a node"));
    setAccessibleName(windowTitle());
    auto *area = new FormArea(buildForm());
    area->setAccessibleName(tr("The node"));
    auto *column = new QVBoxLayout(this);
    setPageMargins(column);
    column->setSpacing(Grid);
    column->addWidget(area, 1);
    column->addWidget(new Hairline(Qt::Horizontal));
    column->addWidget(buildMeaning());
    resize(Grid * 88, Grid * 74);
    fill(form);
    connectFields();
    connect(m_how, &HowSection::unfolded, area, [this, area] { area->showUnfolded(*m_how); });
    connect(&inventory, &inventory::Inventory::changed, this, &CreateDialog::judge);
    offerZones();
    judge();
    m_name->setFocus();
    m_name->selectAll();
}

QWidget *CreateDialog::buildForm()
{
    auto *area = new QWidget;
    auto *form = new QFormLayout(area);
    form->setContentsMargins(0, 0, Grid, 0);
    form->setSpacing(Grid);
    form->setLabelAlignment(Qt::AlignLeft);
    m_project = editableBox(tr("Project"));
    m_name = new QLineEdit;
    m_name->setAccessibleName(tr("Name"));
    m_generation = new QComboBox;
    m_generation->setAccessibleName(tr("Generation"));
    for (const Generation each :
         {Generation::V2, Generation::V3, Generation::V4, Generation::V5e, Generation::V5p,
          Generation::V6e}) {
        m_generation->addItem(lifecycle::generationName(each), int(each));
    }
    m_chips = editableBox(tr("Chips"));
    m_chips->setValidator(new QIntValidator(1, MostChipsTyped, m_chips));
    for (const int chips : {1, 4, 8, 16, 32, 64, 128, 256}) {
        m_chips->addItem(QString::number(chips));
    }
    m_type = mutedLabel();
    m_type->setAccessibleName(tr("Accelerator type"));
    auto *type = new QWidget;
    auto *row = makeRow(Grid, type);
    row->addWidget(m_generation);
    row->addWidget(m_chips);
    row->addWidget(plainLabel(tr("chips")));
    row->addWidget(m_type, 1);
    m_zones = editableBox(tr("Zones"));
    m_version = new QLineEdit;
    m_version->setAccessibleName(tr("Version"));
    addField(*form, tr("Project"), m_project, Field::Project);
    addField(*form, tr("Name"), m_name, Field::Name);
    addField(*form, tr("Type"), type, Field::Type);
    addField(*form, tr("Zones"), m_zones, Field::Zones);
    addField(*form, tr("Version"), m_version, Field::Version);
    m_spot = new QCheckBox(tr("Spot: cheaper, and may be taken away at any time"));
    form->addRow(QString(), m_spot);
    form->addRow(QString(), buildUntil());
    m_problems[Field::How] = problemLabel();
    m_problems[Field::How]->setAccessibleName(tr("What is wrong with: %1").arg(tr("How")));
    form->addRow(m_how);
    form->addRow(m_problems[Field::How]);
    return area;
}

QLayout *CreateDialog::buildUntil()
{
    m_untilCapacity = new QCheckBox(tr("Keep trying until there is capacity, for at most"));
    m_hours = new QComboBox;
    m_hours->setAccessibleName(tr("For at most"));
    for (const int hours : {1, 12, 24, 72, 168}) {
        m_hours->addItem(hoursText(hours), hours);
    }
    m_hours->addItem(tr("as long as it takes"), 0);
    m_hours->setCurrentIndex(2);
    auto *until = new QHBoxLayout;
    until->setSpacing(Grid);
    until->addWidget(m_untilCapacity);
    until->addWidget(m_hours);
    until->addStretch();
    return until;
}

void CreateDialog::addField(QFormLayout &form, const QString &title, QWidget *field, Field which)
{
    auto *column = new QVBoxLayout;
    column->setSpacing(0);
    column->addWidget(field);
    m_problems[which] = problemLabel();
    m_problems[which]->setAccessibleName(tr("What is wrong with: %1").arg(title));
    column->addWidget(m_problems[which]);
    form.addRow(plainLabel(title), column);
}

QWidget *CreateDialog::buildMeaning()
{
    auto *area = new QWidget;
    m_coverage = wrappedLabel();
    m_coverage->setAccessibleName(tr("Coverage and price"));
    m_commands = new QPlainTextEdit;
    m_commands->setReadOnly(true);
    m_commands->setTabChangesFocus(true);
    m_commands->setFont(monospaceFont());
    m_commands->setAccessibleName(tr("The same by podiumctl and by gcloud"));
    m_commands->setFixedHeight(m_commands->fontMetrics().lineSpacing() * 5 + Grid * 2);
    m_copyPodiumctl = new QPushButton(tr("Copy podiumctl"));
    m_copyGcloud = new QPushButton(tr("Copy gcloud"));
    m_maySpend = new QCheckBox;
    m_cleanUp = new QPushButton(tr("Clean up leftovers…"));
    m_create = new QPushButton(tr("Create"));
    setPrimary(m_create);
    auto *close = new QPushButton(tr("Close"));
    for (QPushButton *button : {m_cleanUp, m_copyPodiumctl, m_copyGcloud, close, m_create}) {
        button->setAutoDefault(false);
    }
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(Grid);
    buttons->addWidget(m_copyPodiumctl);
    buttons->addWidget(m_copyGcloud);
    buttons->addStretch();
    buttons->addWidget(close);
    buttons->addWidget(m_create);
    auto *column = makeColumn(Grid, area);
    m_obstacles = wrappedLabel();
    m_obstacles->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_coverage);
    column->addWidget(m_cleanUp, 0, Qt::AlignLeft);
    column->addWidget(m_obstacles);
    column->addWidget(m_commands);
    column->addWidget(m_maySpend);
    column->addLayout(buttons);
    connect(m_copyPodiumctl, &QPushButton::clicked, this, [this] {
        copyText(models::podiumctlCommand(m_plan.request), m_copyPodiumctl);
    });
    connect(m_copyGcloud, &QPushButton::clicked, this, [this] {
        copyText(models::gcloudCommand(m_plan.request), m_copyGcloud);
    });
    connect(m_cleanUp, &QPushButton::clicked, this, [this] {
        emit cleanUpRequested(m_plan.request.project);
    });
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_create, &QPushButton::clicked, this, &CreateDialog::create);
    return area;
}

void CreateDialog::fill(const CreateForm &form)
{
    QStringList projects;
    for (const cloud::Project &project : m_inventory.snapshot().projects) {
        projects << project.id.text();
    }
    for (const lifecycle::TpuGrant &grant : m_grants) {
        projects << grant.project.text();
    }
    projects.removeDuplicates();
    m_project->addItems(projects);
    m_project->setEditText(form.project);
    m_name->setText(form.name);
    m_generation->setCurrentIndex(m_generation->findData(int(form.generation)));
    m_chips->setEditText(QString::number(form.chips));
    m_zones->setEditText(form.zones);
    m_version->setText(form.version);
    m_spot->setChecked(form.spot);
    m_labels = form.labels;
}

void CreateDialog::connectFields()
{
    for (const QComboBox *box : {m_project, m_chips, m_zones}) {
        connect(box, &QComboBox::editTextChanged, this, &CreateDialog::judge);
    }
    for (const QLineEdit *field : {m_name, m_version}) {
        connect(field, &QLineEdit::textChanged, this, &CreateDialog::judge);
    }
    for (const QComboBox *box : {m_generation, m_hours}) {
        connect(
            box, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &CreateDialog::judge);
    }
    connect(m_how, &HowSection::changed, this, &CreateDialog::judge);
    connect(m_visits, &FieldVisits::left, this, &CreateDialog::judge);
    for (const QCheckBox *box : {m_spot, m_untilCapacity, m_maySpend}) {
        connect(box, &QCheckBox::toggled, this, &CreateDialog::judge);
    }
    connect(
        m_generation, QOverload<int>::of(&QComboBox::currentIndexChanged), this,
        &CreateDialog::offerZones);
    connect(m_project, &QComboBox::editTextChanged, this, &CreateDialog::offerZones);
}

void CreateDialog::offerZones()
{
    const QString typed = m_zones->currentText();
    const QSignalBlocker quiet(m_zones);
    m_zones->clear();
    m_zones->addItems(models::zonesFor(form(), m_grants, m_inventory.snapshot()));
    m_zones->setEditText(typed);
}

CreateForm CreateDialog::form() const
{
    CreateForm form;
    form.project = m_project->currentText();
    form.name = m_name->text();
    form.generation = Generation(m_generation->currentData().toInt());
    form.chips = m_chips->currentText().toInt();
    form.zones = m_zones->currentText();
    form.version = m_version->text();
    form.spot = m_spot->isChecked();
    form.untilCapacity = m_untilCapacity->isChecked();
    form.hours = m_hours->currentData().toInt();
    form.labels = m_labels;
    form.manner = m_how->manner();
    return form;
}

void CreateDialog::judge()
{
    m_plan = models::planCreate(form(), m_grants, m_inventory.snapshot(), m_clock.now(), queue());
    m_hours->setEnabled(m_untilCapacity->isChecked());
    m_type->setText(m_plan.request.spec.type);
    m_version->setPlaceholderText(lifecycle::usualRuntime(m_plan.request.spec.type));
    showProblems(m_plan);
    showMeaning(m_plan);
    showObstacles(m_plan);
}

void CreateDialog::showProblems(const CreatePlan &plan)
{
    const std::map<Field, QWidget *> fields{{Field::Project, m_project}, {Field::Name, m_name},
                                            {Field::Type, m_chips},      {Field::Zones, m_zones},
                                            {Field::Version, m_version}, {Field::How, m_how}};
    for (const auto &[field, label] : m_problems) {
        m_visits->watch(fields.at(field));
        const auto problem = plan.problems.find(field);
        const bool isSaid = problem != plan.problems.end() && m_visits->isDue(fields.at(field));
        const QString text = isSaid ? problem->second : QString();
        label->setText(text);
        label->setVisible(!text.isEmpty());
        fields.at(field)->setAccessibleDescription(text);
    }
}

void CreateDialog::showMeaning(const CreatePlan &plan)
{
    const bool isGood = plan.problems.empty();
    m_coverage->setText(
        plan.coverage.isEmpty()
            ? tr("Enter project, type and zone to see whether a grant covers it.")
            : plan.coverage.join(QLatin1Char('\n')));
    m_commands->setPlainText(
        isGood ? models::podiumctlCommand(plan.request) + QLatin1Char('\n') +
                     models::gcloudCommand(plan.request)
               : QString());
    m_cleanUp->setVisible(plan.hasLeftovers);
    m_copyPodiumctl->setEnabled(isGood);
    m_copyGcloud->setEnabled(isGood);
    m_maySpend->setVisible(!plan.isCovered && !plan.coverage.isEmpty());
    const QString meaning = plan.dollarsPerDay
                                ? tr("Create it anyway, for up to %1 a day by list price")
                                      .arg(lifecycle::dollarText(*plan.dollarsPerDay))
                                : tr("Create it anyway, at an unknown price");
    if (m_maySpend->text() != meaning) {
        const QSignalBlocker quiet(m_maySpend);
        m_maySpend->setChecked(false); // another price was agreed to
        m_maySpend->setText(meaning);
    }
    m_create->setEnabled(isGood && (plan.isCovered || m_maySpend->isChecked()));
    m_create->setToolTip(
        m_create->isEnabled() ? QString()
        : isGood              ? tr("No grant covers it: tick above that it may cost.")
                              : tr("Something above is invalid or missing."));
    m_create->setAccessibleDescription(m_create->toolTip());
}

void CreateDialog::setChecks(models::CreateChecks *checks)
{
    m_checks = checks;
    checks->forgetRegions(); // what an earlier form was told
    connect(checks, &models::CreateChecks::changed, this, [this] { showObstacles(m_plan); });
    showObstacles(m_plan);
}

void CreateDialog::setQueues(models::QueueFeed *queues)
{
    m_queues = queues;
    connect(queues, &models::QueueFeed::changed, this, &CreateDialog::judge);
    judge();
}

/// Half a name is none.
bool CreateDialog::isKnown(const ProjectId &project) const
{
    const auto &projects = m_inventory.snapshot().projects;
    return std::any_of(projects.begin(), projects.end(), [&project](const cloud::Project &each) {
        return each.id == project;
    });
}

/// Asked only of projects that are known.
lifecycle::ProjectQueue CreateDialog::queue() const
{
    const auto project = ProjectId::parse(m_project->currentText().trimmed());
    if (!m_queues || !project || !isKnown(*project)) {
        return {};
    }
    m_queues->want(*project);
    return m_queues->of(*project);
}

/// Asked only of projects that are known.
void CreateDialog::showObstacles(const CreatePlan &plan)
{
    const ProjectId &project = plan.request.project;
    const bool isShown = m_checks && isKnown(project) && !plan.request.zones.empty();
    m_obstacles->setVisible(isShown);
    if (isShown) {
        m_checks->want(project, models::regionsOf(models::createNeeds(plan.request)));
        m_obstacles->setText(
            models::obstaclesText(*m_checks, plan.request, m_inventory.snapshot(), queue()));
        m_obstacles->setVisible(!m_obstacles->text().isEmpty());
    }
}

void CreateDialog::create()
{
    judge(); // by the nodes and the day of now
    if (!m_create->isEnabled()) {
        return;
    }
    lifecycle::NodeRequest request = m_plan.request;
    request.confirmedDollarsPerDay = m_plan.dollarsPerDay;
    request.id = QUuid::createUuid().toString(QUuid::Id128).left(RequestIdLength);
    emit createRequested(request);
    accept();
}

} // namespace podium::ui
