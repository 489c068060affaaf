// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/page/runform.h"

#include "core/base/jobs.h"
#include "core/run/sentcommand.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/icons.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"
#include "widgets/run/command/commandedit.h"
#include "widgets/run/command/optionsarea.h"
#include "widgets/run/command/runfiles.h"
#include "widgets/run/command/runoptions.h"
#include "widgets/run/detached/ondisconnectchoice.h"
#include "widgets/run/fieldframe.h"
#include "widgets/run/targets/targetsedit.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace podium::ui {

namespace {

const QLatin1String Between(" \xb7 ");

/// As many of them as leave room for what stands beside.
QString shortened(const QStringList &parts, const QFontMetrics &metrics)
{
    constexpr int Widest = Grid * 31;
    QString text = parts.join(Between);
    for (int shown = int(parts.size()) - 1; shown > 0 && metrics.horizontalAdvance(text) > Widest;
         --shown) {
        text = parts.mid(0, shown).join(Between) + Between +
               RunForm::tr("%1 more").arg(parts.size() - shown);
    }
    return text;
}

} // namespace

RunForm::RunForm(const inventory::Inventory &inventory, QWidget *parent)
    : QWidget(parent)
    , m_inventory(inventory)
    , m_targets(new TargetsEdit(inventory))
    , m_command(new CommandEdit)
    , m_options(new RunOptions)
    , m_onDisconnect(new OnDisconnectChoice(this))
    , m_optionsArea(new OptionsArea(m_options))
{
    build();
    connectParts();
    updateRunButton();
}

void RunForm::build()
{
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(Grid);
    grid->setVerticalSpacing(Grid);
    m_commandFrame = new FieldFrame(*m_command);
    auto *commandLayout = new QVBoxLayout(m_commandFrame);
    commandLayout->setContentsMargins(Grid / 2, Grid / 4, Grid / 4, Grid / 4);
    commandLayout->addWidget(m_command);
    QLabel *where = mutedLabel(tr("On"));
    QLabel *what = mutedLabel(tr("Run"));
    grid->addWidget(where, 0, 0, Qt::AlignTop);
    grid->addWidget(m_targets, 0, 1, 1, 2);
    grid->addWidget(what, 1, 0, Qt::AlignTop);
    grid->addWidget(m_commandFrame, 1, 1, Qt::AlignTop);
    grid->addWidget(buildButtons(), 1, 2, Qt::AlignTop);
    grid->addWidget(m_optionsArea, 2, 1, 1, 2);
    grid->setColumnStretch(1, 1);
    where->setContentsMargins(0, Grid, 0, 0);
    what->setContentsMargins(0, Grid / 2, 0, 0);
    m_onDisconnect->hide();
    m_optionsArea->hide();
}

QWidget *RunForm::buildButtons()
{
    auto *buttons = new QWidget;
    auto *row = new QHBoxLayout(buttons);
    m_buttons = row;
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(Grid);
    m_optionsButton = new QToolButton;
    m_optionsButton->setText(tr("Options"));
    m_optionsButton->setAccessibleName(tr("Run options"));
    m_optionsButton->setCheckable(true);
    m_optionsButton->setAutoRaise(true);
    m_optionsButton->setIcon(themedIcon(QStringLiteral("chevron-right")));
    m_optionsButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_runButton = new QPushButton(
        themedIcon(QStringLiteral("run"), palette().color(QPalette::HighlightedText)), tr("Run"));
    m_runButton->setAccessibleName(tr("Run command"));
    m_runButton->setToolTip(tr("Run on all targets (Ctrl+Return)"));
    setPrimary(m_runButton);
    m_backgroundButton = new QToolButton;
    m_backgroundButton->setAccessibleName(tr("Background runs"));
    m_backgroundButton->setToolTip(tr("Runs that go on without Podium"));
    m_backgroundButton->setCheckable(true);
    m_backgroundButton->setAutoRaise(true);
    m_backgroundButton->hide();
    row->addWidget(m_backgroundButton);
    row->addWidget(m_optionsButton);
    row->addWidget(m_runButton);
    return buttons;
}

void RunForm::connectParts()
{
    connect(m_targets, &TargetsEdit::changed, this, &RunForm::updateRunButton);
    connect(m_command, &CommandEdit::textChanged, this, &RunForm::updateRunButton);
    connect(m_command, &CommandEdit::submitted, this, &RunForm::submitRequested);
    connect(m_runButton, &QPushButton::clicked, this, &RunForm::submitRequested);
    connect(m_optionsButton, &QToolButton::toggled, this, &RunForm::showOptions);
    connect(m_backgroundButton, &QToolButton::toggled, this, &RunForm::backgroundRunsToggled);
    connect(m_options, &RunOptions::changed, this, &RunForm::updateOptionsButton);
    connect(m_onDisconnect, &OnDisconnectChoice::changed, this, [this] {
        m_options->setDetached(m_onDisconnect->leaves());
        updateOptionsButton();
    });
}

void RunForm::showOptions(bool shown)
{
    m_optionsArea->setVisible(shown);
    m_optionsButton->setIcon(
        themedIcon(shown ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right")));
}

void RunForm::updateOptionsButton()
{
    QStringList parts = m_options->summary();
    if (const QString leaving = m_onDisconnect->summary(); !leaving.isEmpty()) {
        parts += leaving;
    }
    const QString all = parts.join(Between);
    m_optionsButton->setText(
        parts.isEmpty() ? tr("Options")
                        : tr("Options: %1").arg(shortened(parts, m_optionsButton->fontMetrics())));
    m_optionsButton->setToolTip(all);
    m_optionsButton->setAccessibleDescription(all);
}

void RunForm::updateRunButton()
{
    m_options->setWorkers(m_targets->workers());
    const int count = int(m_targets->workers().size());
    m_runButton->setText(count > 1 ? tr("Run on %1").arg(count) : tr("Run"));
}

void RunForm::fillExample()
{
    const auto &nodes = m_inventory.snapshot().nodes;
    const auto ready = std::find_if(nodes.begin(), nodes.end(), [](const auto &entry) {
        return entry.node.state == cloud::NodeState::Ready &&
               isPlainName(entry.node.ref.name.text());
    });
    setTargets({ready != nodes.end() ? ready->node.ref.text() : QStringLiteral("@all")});
    setCommand(QStringLiteral("hostname; uptime"));
    focusCommand();
}

void RunForm::setTargets(const QStringList &words)
{
    m_targets->setWords(words);
}

void RunForm::setCommand(const QString &command)
{
    m_command->setCommand(command);
    emit filledIn();
}

void RunForm::focusCommand()
{
    if (m_commandFrame->isHidden()) {
        m_targets->focusEdit(); // the scripts are in its place
    } else {
        m_command->setFocus();
    }
}

void RunForm::fillIn(
    const QStringList &targets, const QString &command, const run::RunSpec &options,
    bool isDetached)
{
    setTargets(targets);
    setCommand(command);
    m_options->show(options);
    m_onDisconnect->show(isDetached, options.lossLimit);
}

void RunForm::setCommandHistory(const QStringList &commands)
{
    m_command->setHistory(commands);
}

QStringList RunForm::commandHistory() const
{
    return m_command->history().commands();
}

void RunForm::setBackgroundRuns(int count)
{
    if (!std::exchange(m_canDetach, true)) {
        m_options->addFirstGroup(tr("When Podium closes"), m_onDisconnect);
        m_onDisconnect->setVisible(true);
    }
    m_backgroundButton->setText(
        count > 0 ? tr("Background runs: %1").arg(count) : tr("Background runs"));
    m_backgroundButton->show();
}

void RunForm::showBackgroundRuns(bool shown)
{
    m_backgroundButton->setChecked(shown);
}

void RunForm::addButton(QWidget *button)
{
    m_buttons->insertWidget(0, button);
}

void RunForm::setScripts(QWidget *scripts)
{
    m_scripts = scripts;
    static_cast<QGridLayout *>(layout())->addWidget(scripts, 1, 1, Qt::AlignTop);
    scripts->hide();
}

void RunForm::showScripts(bool shown)
{
    m_commandFrame->setVisible(!shown);
    m_runButton->setVisible(!shown);
    m_scripts->setVisible(shown);
}

bool RunForm::canSubmit() const
{
    return m_runButton->isEnabled() && !m_runButton->isHidden();
}

std::optional<std::vector<WorkerRef>> RunForm::chosenWorkers()
{
    m_targets->commitTyped();
    if (m_targets->words().isEmpty() || m_targets->error()) {
        if (!m_targets->error()) {
            emit warned(tr("Say first where the command is to run."));
        }
        m_targets->focusEdit(); // what is wrong stands below it
        return std::nullopt;
    }
    return m_targets->workers();
}

void RunForm::submit()
{
    emit submitting();
    const auto workers = chosenWorkers();
    if (!workers) {
        return;
    }
    const bool isShell = m_command->command().trimmed().isEmpty() && m_options->wantsTerminal();
    if (m_command->command().trimmed().isEmpty() && !isShell) {
        emit warned(tr("Type the command that is to run."));
        focusCommand();
        return;
    }
    run::RunSpec spec;
    spec.workers = *workers;
    spec.command = isShell ? QByteArray() : m_command->command().toUtf8();
    m_options->applyTo(spec);
    spec.lossLimit = m_onDisconnect->lossLimit();
    if (!isShell) {
        m_command->remember();
    }
    readFilesOf(std::move(spec), m_onDisconnect->leaves());
}

void RunForm::submitScript(const run::RunSpec &script, bool isDetached)
{
    emit submitting();
    const auto workers = chosenWorkers();
    if (!workers) {
        return;
    }
    run::RunSpec spec = script;
    spec.workers = *workers;
    m_options->applyTo(spec);
    spec.lossLimit = m_onDisconnect->lossLimit();
    // Some at a time cannot all be there at once.
    spec.allOrNone |= script.allOrNone && spec.fanOut == 0;
    readFilesOf(std::move(spec), isDetached);
}

void RunForm::readFilesOf(run::RunSpec spec, bool isDetached)
{
    const RunFiles files{
        m_options->inputFile(), m_options->environmentFile(), m_options->typedEnvironment(),
        spec.saveFolder};
    if (files.isEmpty()) {
        finish(spec, isDetached);
        return;
    }
    m_runButton->setEnabled(false);
    runJob(
        this, [files] { return readRunFiles(files); },
        [this, spec = std::move(spec), isDetached](const Result<RunContents> &read) mutable {
            m_runButton->setEnabled(true);
            if (!read) {
                emit failed(read.error());
                return;
            }
            if (!read->warning.isEmpty()) {
                emit warned(read->warning);
            }
            spec.input = read->input;
            spec.environment = read->environment;
            finish(spec, isDetached);
        });
}

void RunForm::finish(const run::RunSpec &spec, bool isDetached)
{
    if (const auto problem = run::runProblem(spec)) {
        emit failed(*problem);
        return;
    }
    emit submitted(spec, m_canDetach && isDetached);
}

} // namespace podium::ui
