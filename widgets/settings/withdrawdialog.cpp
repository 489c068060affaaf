// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/settings/withdrawdialog.h"

#include "core/models/secret/withdrawalmodel.h"
#include "widgets/common/controls.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/labels.h"
#include "widgets/common/markdelegate.h"
#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTreeView>

#include <utility>

namespace podium::ui {

using models::WithdrawalModel;

WithdrawDialog::WithdrawDialog(
    std::unique_ptr<secret::WithdrawSession> session, const secret::SecretName &name,
    QWidget *parent)
    : QDialog(parent)
    , m_session(std::move(session))
    , m_model(new WithdrawalModel(this))
    , m_summary(wrappedLabel())
{
    setWindowTitle(tr("Take %1 away from workers").arg(name.text()));
    setAccessibleName(windowTitle());
    m_summary->setAccessibleName(tr("Summary"));
    auto *view = new QTreeView;
    prepareList(view, tr("Where it was put"));
    view->setRootIsDecorated(false);
    view->setUniformRowHeights(true);
    view->setFrameShape(QFrame::NoFrame);
    view->setModel(m_model);
    view->setItemDelegate(
        new MarkDelegate(WithdrawalModel::StateColumn, WithdrawalModel::MarkRole, view));
    view->header()->setStretchLastSection(true);
    view->setColumnWidth(WithdrawalModel::WorkerColumn, Grid * 18);
    view->setColumnWidth(WithdrawalModel::PlaceColumn, Grid * 32);
    auto *column = new QVBoxLayout(this);
    setPageMargins(column);
    column->setSpacing(Grid);
    column->addWidget(m_summary);
    column->addWidget(view, 1);
    column->addLayout(buildButtons());
    resize(Grid * 90, Grid * 50);
    connect(m_session.get(), &secret::WithdrawSession::changed, this, &WithdrawDialog::showState);
    connect(m_session.get(), &secret::WithdrawSession::finished, this, &WithdrawDialog::onFinished);
    showState();
}

QLayout *WithdrawDialog::buildButtons()
{
    m_start = new QPushButton(tr("Take it away"));
    setPrimary(m_start);
    m_stop = new QPushButton(tr("Stop"));
    m_forget = new QPushButton(tr("Forget the rest"));
    m_forget->setToolTip(tr("Drop the places where it may still be from the list"));
    m_forget->setAccessibleDescription(m_forget->toolTip());
    auto *close = new QPushButton(tr("Close"));
    auto *row = new QHBoxLayout;
    row->addWidget(m_forget);
    row->addStretch();
    row->addWidget(m_stop);
    row->addWidget(close);
    row->addWidget(m_start);
    for (QPushButton *button : {m_start, m_stop, m_forget, close}) {
        ignoreDoubleClicks(button);
        button->setAutoDefault(false);
    }
    connect(m_start, &QPushButton::clicked, this, [this] {
        m_doing = Doing::Removing;
        m_session->start();
        showState();
    });
    connect(m_stop, &QPushButton::clicked, this, [this] { m_session->stop(); });
    connect(m_forget, &QPushButton::clicked, this, &WithdrawDialog::forget);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    return row;
}

void WithdrawDialog::showState()
{
    const auto &withdrawals = m_session->withdrawals();
    m_model->setWithdrawals(withdrawals);
    switch (m_doing) {
    case Doing::Showing:
        m_summary->setText(
            tr("It was put into these places. It is removed where it still is the same; another "
               "secret that is there by now is left alone."));
        break;
    case Doing::Removing:
        m_summary->setText(tr("Removing it and looking whether it is gone…"));
        break;
    case Doing::Done:
        m_summary->setText(secret::withdrawalSummary(withdrawals));
        break;
    }
    m_start->setVisible(m_doing == Doing::Showing);
    m_stop->setVisible(m_doing == Doing::Removing);
    m_forget->setVisible(
        m_doing == Doing::Done && m_session->provenIds().size() < withdrawals.size());
}

void WithdrawDialog::onFinished()
{
    m_doing = Doing::Done;
    showState();
    emit withdrawn(m_session->provenIds(), secret::withdrawalSummary(m_session->withdrawals()));
}

void WithdrawDialog::forget()
{
    std::vector<QByteArray> ids;
    for (const secret::Withdrawal &withdrawal : m_session->withdrawals()) {
        if (!withdrawal.isProven()) {
            ids.push_back(withdrawal.placement.id);
        }
    }
    emit forgotten(ids);
    close();
}

} // namespace podium::ui
