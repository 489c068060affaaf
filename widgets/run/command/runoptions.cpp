// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/command/runoptions.h"

#include "widgets/common/accessibleroles.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/layout/flowlayout.h"
#include "widgets/common/theme.h"
#include "widgets/run/command/contentfields.h"
#include "widgets/run/command/filefield.h"
#include "widgets/run/workerchoice.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QSpinBox>

#include <algorithm>

namespace podium::ui {

namespace {

QSpinBox *makeField(const run::RunOption &option)
{
    auto *field = new QSpinBox;
    field->setRange(option.zero ? 0 : option.least, option.mostInWindow);
    field->setValue(option.value(run::RunSpec()));
    field->setAccessibleName(run::RunOption::tr(option.label));
    field->setToolTip(run::RunOption::tr(option.toolTip));
    if (option.suffix) {
        field->setSuffix(run::RunOption::tr(option.suffix));
    }
    if (option.zero) {
        field->setSpecialValueText(run::RunOption::tr(option.zero));
    }
    return field;
}

QCheckBox *makeCheck(const QString &label, const QString &toolTip)
{
    auto *check = new QCheckBox(label);
    check->setAccessibleName(label);
    check->setToolTip(toolTip);
    return check;
}

bool isGateway(const run::RunFlag &flag)
{
    return flag.value == &run::RunSpec::viaGateway;
}

/// In a column of its own, beside the first line of its group.
QLabel *groupHeading(const QString &text)
{
    constexpr int Characters = 12;
    QLabel *heading = wrappedLabel(text);
    QFont bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    heading->setFixedWidth(QFontMetrics(bold).averageCharWidth() * Characters);
    heading->setContentsMargins(0, Grid / 2, 0, 0);
    return heading;
}

} // namespace

RunOptions::RunOptions(QWidget *parent)
    : QWidget(parent)
    , m_groups(new QGridLayout(this))
    , m_gateway(new WorkerChoice)
    , m_terminal(makeCheck(
          tr("Terminal"),
          tr("Each pane is a terminal that you type in; without a command it is a login shell")))
    , m_contents(new ContentFields)
    , m_saveLabel(mutedLabel(tr("Save in")))
    , m_saveFolder(new FileField(tr("Save the output in"), FileField::Kind::Folder))
{
    m_groups->setContentsMargins(0, 0, 0, 0);
    m_groups->setHorizontalSpacing(Grid);
    m_groups->setVerticalSpacing(Grid * 3 / 2);
    m_groups->setColumnStretch(1, 1);
    m_groups->addWidget(buildTerminal(), 1, 0, 1, 2); // below addFirstGroup()
    addGroup(tr("Route"), buildRoute(), m_groups->rowCount());
    addGroup(tr("What"), m_contents, m_groups->rowCount());
    addGroup(tr("Limits"), buildLimits(), m_groups->rowCount());
    addGroup(tr("Output"), buildOutput(), m_groups->rowCount());
    alignFields();
    connectAll();
}

void RunOptions::addFirstGroup(const QString &heading, QWidget *contents)
{
    addGroup(heading, contents, 0);
    QWidget *before = m_terminal; // the keyboard comes to it first, too
    do {
        before = before->previousInFocusChain();
    } while (before != m_terminal && !(before->focusPolicy() & Qt::TabFocus));
    for (QWidget *each : contents->findChildren<QWidget *>()) {
        if ((each->focusPolicy() & Qt::TabFocus) && before != each && before != m_terminal) {
            setTabOrder(before, each);
            before = each;
        }
    }
}

void RunOptions::addGroup(const QString &heading, QWidget *contents, int row)
{
    contents->setAccessibleName(heading);
    setAccessibleRole(contents, QAccessible::Grouping);
    m_groups->addWidget(groupHeading(heading), row, 0, Qt::AlignTop);
    m_groups->addWidget(contents, row, 1);
}

/// What decides what the others mean stands before them.
QWidget *RunOptions::buildTerminal()
{
    auto *terminal = new QWidget;
    auto *row = makeRow(Grid * 2, terminal);
    row->addWidget(m_terminal);
    auto *meaning = new ElidedLabel(tr("for what asks or draws: sudo, vi, htop, a login shell"));
    meaning->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(meaning, 1);
    return terminal;
}

/// How the targets are reached: one of them may stand between.
QWidget *RunOptions::buildRoute()
{
    m_gateway->setAccessibleName(tr("Gateway"));
    m_gateway->setToolTip(tr("The worker that this machine logs in on"));
    m_gateway->hide();
    auto *route = new QWidget;
    auto *row = makeRow(Grid, route);
    for (const run::RunFlag &flag : run::RunFlag::all()) {
        if (isGateway(flag)) {
            row->addWidget(addFlag(flag));
        }
    }
    row->addWidget(m_gateway);
    row->addStretch(1);
    return route;
}

QWidget *RunOptions::buildLimits()
{
    using Group = run::RunOption::Group;
    auto *limits = new QWidget;
    auto *flow = new FlowLayout(Grid / 2, limits);
    flow->setContentsMargins(0, 0, 0, 0);
    for (const Group group : {Group::Workers, Group::Login, Group::Command}) {
        auto *column = new QWidget;
        auto *grid = new QGridLayout(column);
        grid->setContentsMargins(0, 0, Grid * 2, 0);
        grid->setHorizontalSpacing(Grid);
        grid->setVerticalSpacing(Grid / 2);
        addNumbers(*grid, group);
        if (group == Group::Workers) {
            addFlags(*grid);
        }
        flow->insertWidget(flow->count(), column, Qt::AlignLeft | Qt::AlignTop);
    }
    return limits;
}

void RunOptions::addNumbers(QGridLayout &to, run::RunOption::Group group)
{
    for (const run::RunOption &option : run::RunOption::all()) {
        if (option.group != group) {
            continue;
        }
        const int row = int(to.count());
        QSpinBox *field = makeField(option);
        QLabel *label = mutedLabel(field->accessibleName());
        label->setBuddy(field);
        to.addWidget(label, row, 0);
        to.addWidget(field, row, 1);
        m_numbers.push_back({&option, label, field});
    }
}

void RunOptions::addFlags(QGridLayout &to)
{
    for (const run::RunFlag &flag : run::RunFlag::all()) {
        if (!isGateway(flag)) {
            to.addWidget(addFlag(flag), to.rowCount(), 0, 1, 2, Qt::AlignLeft);
        }
    }
}

QCheckBox *RunOptions::addFlag(const run::RunFlag &flag)
{
    auto *check = makeCheck(run::RunFlag::tr(flag.label), run::RunFlag::tr(flag.toolTip));
    m_flags.push_back({&flag, check});
    return check;
}

void RunOptions::setWorkers(const std::vector<WorkerRef> &workers)
{
    m_gateway->setWorkers(workers);
    updateEnabled();
}

/// Those of one group with those of the others, and the columns of limits with each other: where
/// there is little room, one stands below the other.
void RunOptions::alignFields()
{
    int label = 0;
    int field = 0;
    for (const Number &number : m_numbers) {
        label = std::max(label, number.label->sizeHint().width());
        field = std::max(field, number.field->sizeHint().width());
    }
    for (const Number &number : m_numbers) {
        number.label->setMinimumWidth(label);
        number.field->setMinimumWidth(field);
    }
    m_contents->setLabelWidth(label);
    m_saveLabel->setMinimumWidth(label);
}

QWidget *RunOptions::buildOutput()
{
    auto *output = new QWidget;
    auto *row = makeRow(Grid, output);
    m_saveLabel->setBuddy(m_saveFolder);
    m_saveFolder->setToolTip(
        tr("Once the run has ended, all output is saved in a new folder there: "
           "files for each worker, and a summary"));
    row->addWidget(m_saveLabel);
    row->addWidget(m_saveFolder, 1);
    return output;
}

void RunOptions::connectAll()
{
    connect(m_terminal, &QCheckBox::toggled, m_contents, &QWidget::setDisabled);
    for (const Number &number : m_numbers) {
        connect(
            number.field, QOverload<int>::of(&QSpinBox::valueChanged), this, &RunOptions::changed);
    }
    for (const Flag &each : m_flags) {
        connect(each.check, &QCheckBox::toggled, this, &RunOptions::updateEnabled);
        connect(each.check, &QCheckBox::toggled, this, &RunOptions::changed);
    }
    connect(m_terminal, &QCheckBox::toggled, this, &RunOptions::updateEnabled);
    connect(m_terminal, &QCheckBox::toggled, this, &RunOptions::changed);
    connect(m_contents, &ContentFields::changed, this, &RunOptions::changed);
    connect(m_saveFolder, &FileField::changed, this, &RunOptions::changed);
}

bool RunOptions::wantsTerminal() const
{
    return m_terminal->isChecked();
}

QString RunOptions::inputFile() const
{
    return wantsTerminal() ? QString() : m_contents->inputFile();
}

QByteArray RunOptions::typedEnvironment() const
{
    return wantsTerminal() ? QByteArray() : m_contents->typedEnvironment();
}

QString RunOptions::environmentFile() const
{
    return wantsTerminal() ? QString() : m_contents->environmentFile();
}

QString RunOptions::saveFolder() const
{
    return m_saveFolder->path();
}

bool RunOptions::goesViaGateway() const
{
    return std::any_of(m_flags.begin(), m_flags.end(), [](const Flag &each) {
        return isGateway(*each.flag) && each.isSet();
    });
}

bool RunOptions::isPossible(const run::RunOption &option) const
{
    return !(option.isForPipes && wantsTerminal()) && !(option.isForDirect && goesViaGateway());
}

/// What nobody would be there for, or a gateway cannot do, cannot be asked for.
void RunOptions::updateEnabled()
{
    for (const Flag &each : m_flags) {
        if (isGateway(*each.flag) || !each.flag->isForDirect) {
            each.check->setDisabled(
                (m_isDetached && each.flag->isForAttached) ||
                (isGateway(*each.flag) && wantsTerminal()));
        }
        if (isGateway(*each.flag)) { // it may be ticked, and does not count
            const QString label = run::RunFlag::tr(each.flag->label);
            const QString why = wantsTerminal() ? tr("not with Terminal") : QString();
            each.check->setText(why.isEmpty() ? label : tr("%1: %2").arg(label, why));
            each.check->setAccessibleDescription(why);
        }
    }
    for (const Flag &each : m_flags) {
        if (each.flag->isForDirect) {
            each.check->setDisabled((m_isDetached && each.flag->isForAttached) || goesViaGateway());
        }
    }
    for (const Number &number : m_numbers) {
        number.field->setEnabled(isPossible(*number.option));
    }
    m_gateway->setVisible(goesViaGateway() && m_gateway->count() > 0);
}

int RunOptions::valueOf(const Number &number) const
{
    return isPossible(*number.option) ? number.field->value() : 0;
}

void RunOptions::applyTo(run::RunSpec &spec) const
{
    for (const Number &number : m_numbers) {
        number.option->apply(spec, valueOf(number));
    }
    for (const Flag &each : m_flags) {
        spec.*each.flag->value = each.isSet();
    }
    spec.gateway = spec.viaGateway ? m_gateway->chosen() : std::nullopt;
    if (wantsTerminal()) {
        spec.terminal = ssh::TerminalSize();
    }
    spec.keepsInputOpen = m_contents->keepsInputOpen() && !wantsTerminal();
    spec.saveFolder = saveFolder();
}

void RunOptions::show(const run::RunSpec &spec)
{
    for (const Number &number : m_numbers) {
        number.field->setValue(number.option->value(spec));
    }
    for (const Flag &each : m_flags) {
        each.check->setChecked(spec.*each.flag->value);
    }
    m_gateway->choose(spec.gateway);
    m_terminal->setChecked(spec.terminal.has_value());
    m_contents->setKeepsInputOpen(spec.keepsInputOpen);
    m_saveFolder->setPath(spec.saveFolder);
}

void RunOptions::setDetached(bool isDetached)
{
    m_isDetached = isDetached;
    updateEnabled();
}

bool RunOptions::Flag::isSet() const
{
    return check->isChecked() && check->isEnabledTo(check->parentWidget());
}

QStringList RunOptions::limitsSummary() const
{
    const run::RunSpec usual;
    QStringList parts;
    for (const Number &number : m_numbers) {
        const int value = valueOf(number);
        if (value != number.option->value(usual)) {
            parts += run::RunOption::tr(number.option->summary).arg(value);
        }
    }
    for (const Flag &each : m_flags) {
        if (each.isSet()) { // how the workers are reached goes before what is limited
            parts.insert(
                isGateway(*each.flag) ? 0 : parts.size(), run::RunFlag::tr(each.flag->summary));
        }
    }
    return parts;
}

QStringList RunOptions::summary() const
{
    QStringList parts = limitsSummary();
    if (wantsTerminal()) {
        parts += tr("terminal");
    } else {
        parts += m_contents->summary();
    }
    if (!saveFolder().isEmpty()) {
        parts += tr("output saved");
    }
    return parts;
}

} // namespace podium::ui
