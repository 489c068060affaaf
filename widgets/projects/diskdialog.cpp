// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/projects/diskdialog.h"

#include "widgets/common/controls.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/fieldvisits.h"
#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QIntValidator>
#include <QLineEdit>
#include <QPushButton>

#include <initializer_list>
#include <utility>

namespace podium::ui {

using lifecycle::DiskAction;
using lifecycle::DiskRequest;

namespace {

constexpr int MostGibTyped = 99999;

struct DiskWords
{
    QString title;
    QString button;
};

DiskWords wordsOf(const DiskRequest &request)
{
    switch (request.action) {
    case DiskAction::Create:
        return {DiskDialog::tr("Create a disk"), DiskDialog::tr("Create")};
    case DiskAction::Delete:
        return {DiskDialog::tr("Delete the disk %1").arg(request.disk), DiskDialog::tr("Delete")};
    case DiskAction::Attach:
        return {DiskDialog::tr("Attach the disk %1").arg(request.disk), DiskDialog::tr("Attach")};
    case DiskAction::Detach:
        break;
    }
    return {DiskDialog::tr("Detach the disk %1").arg(request.disk), DiskDialog::tr("Detach")};
}

QComboBox *choice(const QString &name, bool isEditable)
{
    auto *box = new QComboBox;
    box->setEditable(isEditable);
    box->setAccessibleName(name);
    if (isEditable) {
        box->setInsertPolicy(QComboBox::NoInsert);
        box->lineEdit()->setAccessibleName(name);
    }
    return box;
}

} // namespace

DiskDialog::DiskDialog(
    cloud::DisksClient &disks, cloud::TpuClient &tpu, lifecycle::DiskFacts facts,
    DiskRequest request, QWidget *parent)
    : QDialog(parent)
    , m_disks(disks)
    , m_tpu(tpu)
    , m_facts(std::move(facts))
    , m_request(std::move(request))
    , m_meaning(wrappedLabel())
    , m_problem(problemLabel())
    , m_visits(new FieldVisits(this))
{
    const DiskWords words = wordsOf(m_request);
    setWindowTitle(words.title);
    setAccessibleName(words.title);
    auto *close = new QPushButton(tr("Close"));
    m_do = new QPushButton(words.button);
    setPrimary(m_do);
    close->setAutoDefault(false);
    m_do->setAutoDefault(false);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(Grid);
    buttons->addStretch(1);
    buttons->addWidget(close);
    buttons->addWidget(m_do);
    auto *column = new QVBoxLayout(this);
    setPageMargins(column);
    column->addLayout(buildForm());
    column->addWidget(m_meaning);
    column->addWidget(m_problem);
    column->addStretch(1);
    column->addLayout(buttons);
    resize(Grid * 66, Grid * 34);
    connect(close, &QPushButton::clicked, this, &DiskDialog::reject);
    connect(m_do, &QPushButton::clicked, this, &DiskDialog::carryOut);
    connect(m_visits, &FieldVisits::left, this, &DiskDialog::judge);
    judge();
}

QFormLayout *DiskDialog::buildForm()
{
    auto *form = new QFormLayout;
    form->setSpacing(Grid);
    form->setLabelAlignment(Qt::AlignLeft);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    switch (m_request.action) {
    case DiskAction::Create:
        addCreateFields(*form);
        break;
    case DiskAction::Attach:
    case DiskAction::Detach:
        addNodeFields(*form);
        break;
    case DiskAction::Delete:
        m_typed = new QLineEdit;
        m_typed->setAccessibleName(tr("Type the name of the disk"));
        form->addRow(plainLabel(tr("Type %1").arg(m_request.disk)), m_typed);
        connect(m_typed, &QLineEdit::textChanged, this, &DiskDialog::judge);
        break;
    }
    return form;
}

void DiskDialog::addCreateFields(QFormLayout &form)
{
    m_name = new QLineEdit(m_request.disk);
    m_name->setAccessibleName(tr("Name"));
    m_zone = choice(tr("Zone"), true);
    QStringList zones; // that which it is wanted in is chosen
    if (!m_request.zone.isEmpty()) {
        zones << m_request.zone.text();
    }
    for (const inventory::NodeEntry &entry : m_facts.standing->nodes) {
        if (entry.node.ref.project == m_request.project) {
            zones << entry.node.ref.zone.text();
        }
    }
    zones.removeDuplicates();
    m_zone->addItems(zones);
    m_type = choice(tr("Type"), true);
    m_type->addItems(
        {QStringLiteral("pd-balanced"), QStringLiteral("hyperdisk-balanced"),
         QStringLiteral("hyperdisk-ml")});
    m_gib = new QLineEdit(QStringLiteral("100"));
    m_gib->setAccessibleName(tr("Size in GiB"));
    m_gib->setValidator(new QIntValidator(1, MostGibTyped, m_gib));
    form.addRow(plainLabel(tr("Name")), m_name);
    form.addRow(plainLabel(tr("Zone")), m_zone);
    form.addRow(plainLabel(tr("Type")), m_type);
    form.addRow(plainLabel(tr("GiB")), m_gib);
    m_visits->watch(m_name);
    m_visits->watch(m_zone);
    connect(m_name, &QLineEdit::textChanged, this, &DiskDialog::judge);
    connect(m_gib, &QLineEdit::textChanged, this, &DiskDialog::judge);
    connect(m_zone, &QComboBox::editTextChanged, this, &DiskDialog::judge);
    connect(m_type, &QComboBox::editTextChanged, this, &DiskDialog::judge);
}

void DiskDialog::addNodeFields(QFormLayout &form)
{
    const bool isDetach = m_request.action == DiskAction::Detach;
    const cloud::Disk disk{m_request.project, m_request.zone, m_request.disk, {}, 0, {}, {}};
    m_node = choice(tr("Node"), false);
    if (m_request.node) {
        // Its workers were asked before, or will be asked after: it is no other one's dialog.
        m_node->addItem(m_request.node->name.text());
    }
    for (const inventory::NodeEntry &entry : m_facts.standing->nodes) {
        const NodeRef &ref = entry.node.ref;
        if (m_request.node || ref.project != m_request.project || ref.zone != m_request.zone) {
            continue;
        }
        bool hasIt = false;
        if (const auto attached = m_facts.attached.find(ref); attached != m_facts.attached.end()) {
            for (const cloud::AttachedDisk &each : attached->second) {
                hasIt = hasIt || each.isOf(disk);
            }
        }
        if (hasIt == isDetach) {
            m_node->addItem(ref.name.text());
        }
    }
    form.addRow(plainLabel(tr("Node")), m_node);
    connect(m_node, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &DiskDialog::judge);
    if (!isDetach) {
        m_readOnly = new QCheckBox(tr("Read-only: several nodes can have it, slices too"));
        form.addRow(QString(), m_readOnly);
        connect(m_readOnly, &QCheckBox::toggled, this, &DiskDialog::judge);
    }
}

DiskRequest DiskDialog::request() const
{
    DiskRequest request = m_request;
    if (m_name) {
        request.disk = m_name->text();
        request.type = m_type->currentText();
        request.gib = m_gib->text().toInt();
        request.zone = Zone::parse(m_zone->currentText()).value_or(Zone());
    }
    if (m_node) {
        if (const auto name = NodeName::parse(m_node->currentText())) {
            request.node = NodeRef{request.project, request.zone, *name};
        }
        request.isReadOnly = m_readOnly && m_readOnly->isChecked();
    }
    return request;
}

/// A name or zone that nobody has typed yet is no mistake.
bool DiskDialog::isProblemDue() const
{
    return !m_name || (m_visits->isDue(m_name) && m_visits->isDue(m_zone));
}

void DiskDialog::judge()
{
    if (m_isRunning) {
        return; // what is carried out is what was shown
    }
    const DiskRequest wanted = request();
    m_plan = lifecycle::planDisk(wanted, m_facts);
    const bool isNameGood = !m_name || cloud::isDiskName(wanted.disk);
    if (m_zone && isNameGood && !Zone::parse(m_zone->currentText())) {
        m_plan.error = Error{ErrorKind::InvalidArgument, tr("Say in which zone.")};
    } else if (m_node && m_node->count() == 0) {
        m_plan.error =
            Error{ErrorKind::NotFound, tr("No node of %1 can be chosen.").arg(wanted.zone.text())};
    }
    m_meaning->setText(m_plan.sentences.join(QLatin1Char('\n')));
    m_problem->setText(m_plan.error ? m_plan.error->text() : QString());
    m_problem->setVisible(m_plan.error && isProblemDue());
    const bool isTyped = !m_typed || m_typed->text() == m_request.disk;
    m_do->setEnabled(!m_plan.error && isTyped);
    m_do->setToolTip(
        m_do->isEnabled() ? QString()
        : m_plan.error    ? plainToolTip(m_plan.error->text())
                          : tr("Type the name of the disk first."));
    m_do->setAccessibleDescription(m_do->toolTip());
}

void DiskDialog::carryOut()
{
    judge();
    if (!m_do->isEnabled()) {
        return;
    }
    emit begun();
    m_do->setEnabled(false);
    setRunning(true);
    m_meaning->setText(
        tr("Requested; waiting for Google to finish… You may close this: it goes on, and Activity "
           "tells how it ends."));
    auto *run = new lifecycle::DiskRun(m_disks, m_tpu, m_plan, {}, this);
    connect(run, &lifecycle::DiskRun::finished, this, &DiskDialog::handleEnd);
    run->start();
}

void DiskDialog::setRunning(bool isRunning)
{
    m_isRunning = isRunning;
    for (QWidget *field : std::initializer_list<QWidget *>{
             m_name, m_zone, m_type, m_gib, m_node, m_readOnly, m_typed}) {
        if (field) {
            field->setEnabled(!isRunning);
        }
    }
}

/// Google may take an hour. Whoever has closed it by then is told all the same.
void DiskDialog::reject()
{
    if (!m_isRunning) {
        QDialog::reject();
        return;
    }
    if (!std::exchange(m_isHidden, true)) {
        m_goesWhenClosed = testAttribute(Qt::WA_DeleteOnClose);
        setAttribute(Qt::WA_DeleteOnClose, false); // the run is this dialog's
    }
    hide();
}

void DiskDialog::handleEnd(const Result<> &outcome)
{
    setRunning(false);
    setAttribute(Qt::WA_DeleteOnClose, m_goesWhenClosed || testAttribute(Qt::WA_DeleteOnClose));
    emit ended();
    if (outcome) {
        emit proved(m_plan.request.disk, lifecycle::planTitle(m_plan));
        accept();
        return;
    }
    if (m_isHidden) {
        emit failed(m_plan.request.disk, outcome.error());
        reject();
        return;
    }
    showFailure(outcome.error());
}

/// It can be asked for once more, unless nobody knows what became of it.
void DiskDialog::showFailure(const Error &error)
{
    judge();
    m_problem->setText(error.text());
    m_problem->show();
    if (error.kind == ErrorKind::Timeout) {
        m_do->setEnabled(false);
        m_do->setToolTip(plainToolTip(error.text()));
        m_do->setAccessibleDescription(m_do->toolTip());
    }
}

} // namespace podium::ui
