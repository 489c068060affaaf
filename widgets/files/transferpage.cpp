// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/files/transferpage.h"

#include "core/gateway/gatewayerrors.h"
#include "core/inventory/targets.h"
#include "widgets/common/controls.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/labels.h"
#include "widgets/common/noticebar.h"
#include "widgets/common/theme.h"
#include "widgets/files/sourceslist.h"
#include "widgets/files/transferform.h"
#include "widgets/files/transferview.h"
#include "widgets/run/setupnotice.h"
#include "widgets/run/targets/targetsedit.h"

#include <QApplication>
#include <QBoxLayout>
#include <QDropEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QPushButton>
#include <QStackedWidget>

#include <utility>

namespace podium::ui {

using models::TransferState;
using Phase = models::TransferState::Phase;

TransferPage::TransferPage(
    const inventory::Inventory &inventory, MakeService makeService, const Clock &clock,
    TransferForm *form, QWidget *parent)
    : QWidget(parent)
    , m_makeService(std::move(makeService))
    , m_state(
          clock,
          [&inventory](const std::vector<WorkerRef> &workers) {
              return inventory::describeWorkers(inventory.snapshot(), workers);
          })
    , m_form(form)
    , m_notice(new NoticeBar)
    , m_targets(new TargetsEdit(inventory))
{
    setAccessibleName(m_form->texts().page);
    setAcceptDrops(true);
    m_targets->setHint(tr("Which workers: a node, a glob like tpu-*, pod:0-3, @all"));
    buildLayout();
    connectParts();
    showState();
}

QBoxLayout *TransferPage::buildButtons()
{
    const TransferForm::Texts texts = m_form->texts();
    m_plan = new QPushButton(texts.plan);
    m_plan->setToolTip(tr("Looks what is here and there, and changes nothing (Ctrl+Return)"));
    m_act = new QPushButton(texts.act);
    m_act->setToolTip(tr("Carries out the plan that is shown (Ctrl+Return)"));
    m_rest = new QPushButton(texts.rest);
    m_rest->setToolTip(
        tr("For the workers that are not verified, of what is filled in and chosen now"));
    m_stop = new QPushButton(tr("Stop"));
    m_stop->setToolTip(tr("Files there are the old or the new ones (Ctrl+.)"));
    auto *row = new QHBoxLayout;
    row->setSpacing(Grid);
    for (QPushButton *button : {m_rest, m_stop, m_plan, m_act}) {
        ignoreDoubleClicks(button);
        row->addWidget(button);
    }
    return row;
}

void TransferPage::buildLayout()
{
    const TransferForm::Texts texts = m_form->texts();
    auto *column = new QVBoxLayout(this);
    setPageMargins(column);
    column->setSpacing(Grid * 3 / 2);
    auto *row = new QHBoxLayout;
    row->setSpacing(Grid);
    QLabel *where = plainLabel(tr("On"));
    where->setContentsMargins(0, Grid, 0, 0);
    where->setMinimumWidth(m_form->labelWidth()); // in line with its fields
    row->addWidget(where, 0, Qt::AlignTop);
    row->addWidget(m_targets, 1, Qt::AlignTop);
    QBoxLayout *buttons = buildButtons();
    row->addLayout(buttons);
    row->setAlignment(buttons, Qt::AlignTop);
    column->addWidget(m_notice);
    column->addLayout(row);
    column->addWidget(m_form);
    m_results = new QStackedWidget;
    m_results->addWidget(new EmptyState(texts.icon, texts.emptyTitle, texts.emptyText));
    m_results->addWidget(new TransferView(m_state));
    column->addWidget(m_results, 1);
    setTabOrder(m_targets, m_form);
}

void TransferPage::connectParts()
{
    connect(m_targets, &TargetsEdit::changed, this, &TransferPage::showTargets);
    connect(m_form, &TransferForm::changed, &m_state, &TransferState::forgetPlan);
    connect(m_form, &TransferForm::changed, this, &TransferPage::showState);
    connect(m_form, &TransferForm::submitted, this, &TransferPage::goOn);
    connect(m_form, &TransferForm::told, m_notice, [this](models::Mark mark, const QString &text) {
        m_notice->showNotice(mark, text);
    });
    connect(m_form, &TransferForm::failed, m_notice, [this](const Error &error) {
        m_notice->showError(error);
    });
    connect(m_plan, &QPushButton::clicked, this, &TransferPage::plan);
    connect(m_act, &QPushButton::clicked, &m_state, &TransferState::apply);
    connect(m_rest, &QPushButton::clicked, this, &TransferPage::planRest);
    connect(m_stop, &QPushButton::clicked, &m_state, &TransferState::stop);
    connect(&m_state, &TransferState::changed, this, &TransferPage::showState);
    connect(&m_state, &TransferState::failed, m_notice, [this](const Error &error) {
        m_notice->showError(error);
    });
    connect(&m_state, &TransferState::narrowed, m_notice, [this](const QString &text) {
        m_notice->showNotice(models::Mark::Warning, text);
    });
    connect(&m_state, &TransferState::finished, this, [this] {
        tellOfGateway();
        emit runFinished(m_title, m_state.summary());
    });
}

/// What the person has to know, or can do, about it.
void TransferPage::tellOfGateway()
{
    if (const QStringList left = m_state.notWithdrawn(); !left.isEmpty()) {
        m_notice->showNotice(models::Mark::Warning, gateway::notWithdrawn(left));
    }
    if (const auto lacking = m_state.lackingGateway()) {
        offerSetUp(*m_notice, lacking->gateway, [this, lacking] {
            emit recipeRequested(lacking->recipe, lacking->gateway);
        });
    }
}

void TransferPage::plan()
{
    m_notice->clear();
    m_targets->commitTyped();
    if (m_state.isBusy()) {
        return;
    }
    if (m_targets->workers().empty()) {
        m_targets->focusEdit();
        return;
    }
    m_all = m_targets->workers();
    planFor(m_all);
}

/// Of the form as it stands, so that they can go another way.
void TransferPage::planRest()
{
    m_notice->clear();
    planFor(m_state.rest());
}

void TransferPage::planFor(const std::vector<WorkerRef> &workers)
{
    const auto make = m_form->wanted(m_all);
    if (!make) {
        m_notice->showError(make.error());
        return;
    }
    m_title = m_form->texts().title;
    m_state.look(
        [make = *make, service = m_makeService](const std::vector<WorkerRef> &some) {
            return make(service(), some);
        },
        workers);
}

/// Each refresh of the nodes tells of them anew. As long as they are the same the plan stays.
void TransferPage::showTargets()
{
    if (std::exchange(m_named, m_targets->workers()) != m_targets->workers()) {
        m_state.forgetPlan();
    }
    showState();
}

void TransferPage::goOn()
{
    if (m_act->isVisibleTo(this) && m_act->isEnabled()) {
        m_state.apply();
    } else if (m_plan->isEnabled()) {
        plan();
    }
}

void TransferPage::stop()
{
    m_state.stop();
}

void TransferPage::showState()
{
    const Phase phase = m_state.phase();
    const bool isPlanned = phase == Phase::Planned;
    const TransferForm::Texts texts = m_form->texts();
    const bool canPlan = !m_state.isBusy() && m_form->isComplete() && !m_targets->workers().empty();
    m_form->setEnabled(!m_state.isBusy());
    m_form->setTargets(m_targets->words(), m_targets->workers());
    m_targets->setEnabled(!m_state.isBusy());
    m_plan->setEnabled(canPlan);
    m_plan->setVisible(!m_state.isBusy());
    setPrimary(m_plan, !isPlanned);
    m_act->setText(m_state.deletes() ? texts.actDelete : texts.act);
    m_act->setVisible(isPlanned);
    m_act->setEnabled(m_state.hasWork());
    setPrimary(m_act, isPlanned);
    m_stop->setVisible(m_state.isBusy());
    m_rest->setVisible(!m_state.rest().empty());
    m_rest->setEnabled(m_form->isComplete());
    m_results->setCurrentIndex(phase == Phase::Idle ? 0 : 1);
    if (std::exchange(m_wasBusy, m_state.isBusy()) != m_state.isBusy()) {
        moveFocus();
        emit busyChanged();
    }
}

/// To what comes next, where it would be on something that cannot be used now.
void TransferPage::moveFocus()
{
    const QWidget *focus = QApplication::focusWidget();
    if (focus != nullptr && focus != this && !isAncestorOf(focus)) {
        return;
    }
    for (QPushButton *button : {m_stop, m_act, m_plan}) {
        if (button->isVisibleTo(this) && button->isEnabled()) {
            button->setFocus();
            return;
        }
    }
}

void TransferPage::dragEnterEvent(QDragEnterEvent *event)
{
    if (m_form->takesFiles() && !m_state.isBusy() &&
        !SourcesList::localPaths(event->mimeData()->urls()).isEmpty()) {
        event->acceptProposedAction();
    }
}

void TransferPage::dropEvent(QDropEvent *event)
{
    m_form->addFiles(SourcesList::localPaths(event->mimeData()->urls()));
    event->acceptProposedAction();
}

void TransferPage::keyPressEvent(QKeyEvent *event)
{
    const bool control = event->modifiers().testFlag(Qt::ControlModifier);
    if (control && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        goOn();
    } else if (control && event->key() == Qt::Key_Period) {
        stop();
    } else {
        event->ignore();
    }
}

void TransferPage::setTargets(const QStringList &words)
{
    m_targets->setWords(words);
}

QStringList TransferPage::targets() const
{
    return m_targets->words();
}

void TransferPage::focusTargets()
{
    m_targets->focusEdit();
}

} // namespace podium::ui
