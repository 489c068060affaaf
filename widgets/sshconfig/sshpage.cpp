// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/sshconfig/sshpage.h"

#include "core/base/jobs.h"
#include "core/models/settingsholder.h"
#include "core/models/sshconfig/planfilemodel.h"
#include "core/models/sshconfig/sshconfigstate.h"
#include "widgets/common/controls.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/icons.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/layout/sidescrollarea.h"
#include "widgets/common/marks.h"
#include "widgets/common/noticebar.h"
#include "widgets/common/theme.h"
#include "widgets/sshconfig/changespanel.h"
#include "widgets/sshconfig/checkbutton.h"
#include "widgets/sshconfig/checkpanel.h"
#include "widgets/sshconfig/filedelegate.h"
#include "widgets/sshconfig/lossquestion.h"
#include "widgets/sshconfig/optionspanel.h"
#include "widgets/sshconfig/sshtexts.h"

#include <QGridLayout>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace podium::ui {

using models::SshConfigState;

SshPage::SshPage(
    SshConfigState &state, models::SettingsHolder &settings, const Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_settings(settings)
    , m_clock(clock)
    , m_files(new models::PlanFileModel(settings.paths().home, this))
    , m_mark(new MarkWidget)
    , m_summary(headingLabel())
    , m_hint(mutedLabel())
    , m_write(new QPushButton(tr("Write")))
    , m_undo(new QToolButton)
    , m_undoMenu(new QMenu(this))
    , m_notice(new NoticeBar)
    , m_fileView(new QListView)
    , m_options(new OptionsPanel)
    , m_warnings(wrappedLabel())
    , m_stack(new QStackedWidget)
    , m_nothing(new EmptyState(QStringLiteral("ssh"), {}, {}))
    , m_changes(new ChangesPanel)
    , m_checkPanel(new CheckPanel(state.check()))
    , m_check(new CheckButton(state))
{
    setAccessibleName(tr("SSH page"));
    setFocusProxy(m_fileView);
    auto *page = makeColumn(0, this);
    page->addWidget(buildHeader());
    page->addWidget(new Hairline(Qt::Horizontal));
    page->addWidget(buildBody(), 1);
    connectParts();
    fitFiles();
    showState();
}

void SshPage::buildButtons()
{
    setPrimary(m_write);
    m_undo->setText(tr("Undo"));
    m_undo->setAccessibleName(tr("Undo"));
    m_undo->setToolTip(tr("Restore an earlier version"));
    m_undo->setIcon(themedIcon(QStringLiteral("undo")));
    m_undo->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_undo->setPopupMode(QToolButton::InstantPopup);
    m_undo->setMenu(m_undoMenu);
}

QWidget *SshPage::buildHeader()
{
    m_summary->setWordWrap(true);
    m_hint->setWordWrap(true);
    buildButtons();
    QToolButton *look = iconButton(QStringLiteral("refresh"), tr("Compare again"));
    connect(look, &QToolButton::clicked, &m_state, &SshConfigState::replan);

    // The hint has all of the width, below the buttons.
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(Grid);
    grid->setVerticalSpacing(Grid / 4);
    int at = 0;
    for (QWidget *each :
         std::initializer_list<QWidget *>{m_mark, m_summary, look, m_check, m_undo, m_write}) {
        grid->addWidget(each, 0, at++, Qt::AlignVCenter);
    }
    grid->addWidget(m_hint, 1, 1, 1, -1);
    grid->setColumnStretch(1, 1);
    auto *header = new QWidget;
    auto *column = new QVBoxLayout(header);
    setPageMargins(column);
    column->addLayout(grid);
    column->addWidget(m_notice);
    return header;
}

QWidget *SshPage::buildSide()
{
    prepareList(m_fileView, tr("Files"));
    m_fileView->setModel(m_files);
    m_fileView->setItemDelegate(new FileDelegate(m_fileView));
    m_fileView->setFrameShape(QFrame::NoFrame);
    m_fileView->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_warnings->setForegroundRole(QPalette::PlaceholderText);
    auto *inner = new QWidget;
    auto *lower = new QVBoxLayout(inner);
    setPageMargins(lower);
    lower->addWidget(m_warnings);
    lower->addWidget(m_options);
    lower->addStretch(1);
    auto *scroll = new SideScrollArea(Grid * 36);
    scroll->setAccessibleName(tr("Options and rules"));
    scroll->setWidget(inner);
    auto *side = new QWidget;
    side->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    auto *column = makeColumn(0, side);
    m_fileView->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::MinimumExpanding);
    column->addWidget(m_fileView, 1);
    column->addWidget(new Hairline(Qt::Horizontal));
    column->addWidget(scroll, 2);
    return side;
}

QWidget *SshPage::buildBody()
{
    m_stack->addWidget(m_nothing);
    m_stack->addWidget(m_changes);
    m_stack->addWidget(m_checkPanel);
    auto *body = new QWidget;
    auto *row = makeRow(0, body);
    row->addWidget(buildSide());
    row->addWidget(new Hairline(Qt::Vertical));
    row->addWidget(m_stack, 1);
    return body;
}

void SshPage::connectParts()
{
    connect(&m_state, &SshConfigState::changed, this, &SshPage::showState);
    connect(&m_state, &SshConfigState::planningBegan, this, &SshPage::showButtons);
    connect(&m_state, &SshConfigState::written, this, &SshPage::showWritten);
    connect(&m_state, &SshConfigState::failed, this, [this](const Error &error) {
        m_notice->showError(error);
    });
    connect(m_write, &QPushButton::clicked, this, [this] {
        m_notice->clear();
        write();
    });
    connect(m_notice, &NoticeBar::actionTriggered, this, [this] {
        m_notice->clear();
        m_state.restore(m_toldVersion); // others may have written since
    });
    connect(m_fileView->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        // A person who chooses a file wants to see it.
        m_fileView->hasFocus() && !m_isFilling ? leaveCheck() : showFile();
    });
    connect(m_options, &OptionsPanel::optionsEdited, this, [this](const auto &options) {
        m_notice->clearNotice(m_overtaken);
        store::Settings settings = m_settings.current();
        settings.sshConfig = options;
        m_settings.set(settings);
    });
    connect(m_options, &OptionsPanel::overtaken, this, [this](const QString &what) {
        m_tellsOfWrite = false;
        m_notice->showNotice(
            models::Mark::Warning, what, tr("Yours counts once you leave the field."));
        m_overtaken = m_notice->number();
    });
    connect(&m_settings, &models::SettingsHolder::changed, this, [this] {
        m_options->setOptions(m_settings.current().sshConfig, m_state.options());
    });
    connect(&m_settings, &models::SettingsHolder::saveFailed, m_notice, [this](const Error &error) {
        m_notice->showError(error);
    });
    connect(m_undoMenu, &QMenu::aboutToShow, this, &SshPage::showVersions);
    connectCheck();
}

void SshPage::write()
{
    const int revision = m_state.revision(); // the nodes may change while the question is open
    if (m_state.plan().losesMost()) {
        askBeforeLoss(
            m_state.plan(), this, [this, revision] { m_state.writeAsPlanned(revision, true); });
    } else {
        m_state.writeAsPlanned(revision);
    }
}

void SshPage::connectCheck()
{
    models::SshCheck &check = m_state.check();
    connect(m_check, &QToolButton::clicked, this, &SshPage::startCheck);
    connect(&check, &models::SshCheck::changed, this, &SshPage::showButtons);
    connect(&check, &models::SshCheck::failed, this, [this](const Error &error) {
        leaveCheck();
        m_notice->showError(error);
    });
    connect(m_checkPanel, &CheckPanel::closed, this, &SshPage::leaveCheck);
    connect(m_fileView, &QListView::clicked, this, &SshPage::leaveCheck);
}

void SshPage::showChange()
{
    if (m_showsCheck) {
        leaveCheck();
    }
    m_focusesWrite = true;
    showButtons();
}

void SshPage::checkAliases()
{
    m_check->clickOnceReady();
}

void SshPage::startCheck()
{
    m_checkPanel->forget();
    m_showsCheck = true;
    m_checkedRevision = m_state.revision();
    m_stack->setCurrentWidget(m_checkPanel);
    m_state.check().start(m_check->alsoLogsIn());
    showButtons();
}

void SshPage::leaveCheck()
{
    m_showsCheck = false;
    m_stack->setCurrentWidget(m_nothing);
    showFile();
    showButtons();
}

/// They were about other files, or other nodes: what is to be seen is the change. Whoever still
/// waits for them gets those of the files as they are now.
void SshPage::dropOldVerdicts()
{
    if (!m_showsCheck || m_checkedRevision == m_state.revision()) {
        return;
    }
    models::SshCheck &check = m_state.check();
    const bool isWaitedFor = check.isRunning() && !check.isStopping();
    check.stop();
    leaveCheck();
    if (isWaitedFor) {
        m_check->clickAgain();
    }
}

void SshPage::showButtons()
{
    const bool quiet = !m_state.isWriting();
    // Nobody writes what they do not see.
    const bool isShown =
        !m_showsCheck && !m_state.isPlanning() && m_shownRevision == m_state.revision();
    m_write->setEnabled(quiet && isShown && m_state.state() == SshConfigState::State::Waiting);
    m_write->setToolTip(
        m_showsCheck ? tr("Go back to the changes to write them") : tr("Write the files as shown"));
    // Once, for the change that was meant: not when there is another while somebody types.
    if (quiet && isShown && std::exchange(m_focusesWrite, false) && m_write->isEnabled()) {
        m_write->setFocus();
    }
    m_undo->setEnabled(quiet && !m_state.versions().empty());
}

void SshPage::showState()
{
    showSummary();
    dropOldVerdicts();
    if (m_state.state() == SshConfigState::State::Waiting && m_tellsOfWrite &&
        !m_state.isWriting()) {
        m_tellsOfWrite = false; // the nodes have changed since
        m_notice->clear();
    }
    m_options->setOptions(m_settings.current().sshConfig, m_state.options());
    showButtons();
    m_warnings->setText(m_state.plan().warnings.join(QLatin1Char('\n')));
    m_warnings->setVisible(!m_state.plan().warnings.isEmpty());
    showPlan();
}

void SshPage::showSummary()
{
    const SshSummary summary = sshSummary(m_state);
    m_mark->setMark(summary.mark, summary.text);
    m_summary->setText(summary.text);
    m_hint->setText(summary.hint);
    m_hint->setVisible(!summary.hint.isEmpty());
    const SshSummary nothing = nothingToShow(m_state);
    m_nothing->setTexts(nothing.text, nothing.hint);
}

void SshPage::focusVersions()
{
    m_undo->setFocus(Qt::OtherFocusReason);
}

void SshPage::showVersions()
{
    m_undoMenu->clear();
    for (const sshconfig::ConfigVersion &version : m_state.versions()) {
        QAction *action = m_undoMenu->addAction(versionText(version, m_clock.now()));
        connect(action, &QAction::triggered, &m_state, [this, number = version.number] {
            m_state.restore(number);
        });
    }
}

void SshPage::showPlan()
{
    // Diffs of 1,500 hosts take longer than a frame.
    runJob(
        this, [plan = m_state.plan()] { return models::planFiles(plan); },
        [this, number = ++m_planNumber,
         revision = m_state.revision()](std::vector<models::PlanFile> files) {
            if (number != m_planNumber) {
                return; // a newer plan is being compared
            }
            m_shownRevision = revision;
            showFiles(std::move(files));
        });
}

void SshPage::showFiles(std::vector<models::PlanFile> files)
{
    m_isFilling = true;
    const bool first = m_files->rowCount() == 0;
    m_files->setFiles(std::move(files));
    fitFiles();
    if (m_files->rowCount() > 0 && (first || !m_fileView->currentIndex().isValid())) {
        m_fileView->setCurrentIndex(m_files->index(0));
    }
    m_isFilling = false;
    if (m_files->rowCount() == 0 && !m_showsCheck) {
        m_stack->setCurrentWidget(m_nothing);
    }
    showFile();
    showButtons();
}

void SshPage::fitFiles()
{
    const int rows = m_files->rowCount();
    m_fileView->setVisible(rows > 0);
    const int rowHeight = m_fileView->sizeHintForRow(0);
    m_fileView->setMinimumHeight(std::min(rows, 2) * rowHeight + 2); // the rest scrolls
    m_fileView->setMaximumHeight(rows * rowHeight + 2);
}

void SshPage::showFile()
{
    const int row = m_fileView->currentIndex().row();
    if (row >= 0) {
        m_changes->show(m_files->file(row));
        if (!m_showsCheck) {
            m_stack->setCurrentWidget(m_changes);
        }
    }
}

void SshPage::showWritten(const sshconfig::WriteReport &report, bool restored)
{
    m_tellsOfWrite = false;
    if (restored) {
        m_notice->showNotice(
            models::Mark::Good, tr("Earlier version restored."),
            report.notes.join(QLatin1Char(' ')));
    } else if (report.filesWritten.isEmpty()) {
        m_notice->showNotice(
            models::Mark::Good, tr("Everything was up to date; nothing was written."));
    } else {
        m_tellsOfWrite = true;
        m_toldVersion = report.version;
        QStringList files = report.filesWritten;
        files.replaceInStrings(m_settings.paths().home + QLatin1Char('/'), QStringLiteral("~/"));
        m_notice->showNotice(
            models::Mark::Good, tr("Written: %1").arg(files.join(QStringLiteral(", "))),
            report.notes.join(QLatin1Char(' ')), report.version > 0 ? tr("Undo write") : QString());
    }
}

} // namespace podium::ui
