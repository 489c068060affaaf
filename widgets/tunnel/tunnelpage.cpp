// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tunnel/tunnelpage.h"

#include "core/models/tunnel/tunnelmodel.h"
#include "core/tunnel/jupyter.h"
#include "widgets/common/controls.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/labels.h"
#include "widgets/common/markdelegate.h"
#include "widgets/common/noticebar.h"
#include "widgets/common/theme.h"
#include "widgets/run/targets/targetsedit.h"
#include "widgets/tunnel/serverspanel.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTreeView>

namespace podium::ui {

using models::TunnelModel;
using tunnel::TunnelKind;
using tunnel::TunnelState;

namespace {

constexpr int LastPort = 65535;
constexpr int TensorBoardPort = 6006;
constexpr int FieldEdges = 6 * Grid; ///< edges and arrows of a field

QSpinBox *portField(int smallest, int value, const QString &name)
{
    auto *field = new QSpinBox;
    field->setRange(smallest, LastPort);
    field->setValue(value);
    field->setAccessibleName(name);
    field->setGroupSeparatorShown(false);
    return field;
}

QLabel *labelFor(QWidget *field, const QString &text)
{
    auto *label = plainLabel(text);
    label->setBuddy(field);
    label->setMinimumHeight(field->sizeHint().height()); // beside it, wherever the row is high
    return label;
}

} // namespace

TunnelPage::TunnelPage(
    const inventory::Inventory &inventory, tunnel::TunnelService &service, QWidget *parent)
    : QWidget(parent)
    , m_service(service)
    , m_model(new TunnelModel(service, this))
    , m_targets(new TargetsEdit(inventory))
{
    setAccessibleName(tr("Tunnels page"));
    m_targets->setHint(tr("To which worker: a node, or pod:0"));
    buildFields();
    buildLayout();
    connectParts();
    showState();
}

void TunnelPage::buildFields()
{
    m_kind = new QComboBox;
    m_kind->setAccessibleName(tr("Kind of tunnel"));
    m_kind->addItem(tr("Port"), int(TunnelKind::Port));
    m_kind->setItemData(0, tr("One port of the worker"), Qt::ToolTipRole);
    m_kind->addItem(tr("SOCKS proxy"), int(TunnelKind::Socks));
    m_kind->setItemData(
        1, tr("All that the worker reaches, for programs that can use a SOCKS 5 proxy"),
        Qt::ToolTipRole);
    m_port = portField(1, TensorBoardPort, tr("Port of the worker"));
    m_port->setToolTip(tr("TensorBoard: 6006 · Jupyter: 8888 · Ray: 8265 · xprof: 9012"));
    m_localPort = portField(0, 0, tr("Port of this machine"));
    m_localPort->setSpecialValueText(tr("the same"));
    // Some styles give a field the room of its digits alone.
    m_localPort->setMinimumWidth(
        m_localPort->fontMetrics().horizontalAdvance(m_localPort->specialValueText()) + FieldEdges);
    m_localPort->setToolTip(tr("Where it is taken, the next free one"));
}

void TunnelPage::buildBar(QBoxLayout *column)
{
    m_open = new QPushButton(tr("Open tunnel"));
    setPrimary(m_open);
    m_find = new QPushButton(tr("Find servers"));
    m_find->setToolTip(tr("Which programs listen on these workers"));
    auto *targets = new QHBoxLayout;
    targets->setSpacing(Grid);
    targets->addWidget(m_targets, 1);
    targets->addWidget(m_find, 0, Qt::AlignTop);
    column->addLayout(targets);
    auto *row = new QHBoxLayout;
    row->setSpacing(Grid);
    row->addWidget(m_kind);
    row->addWidget(m_port);
    row->addWidget(labelFor(m_localPort, tr("&here")));
    row->addWidget(m_localPort);
    row->addStretch(1);
    row->addWidget(m_open);
    column->addLayout(row);
}

void TunnelPage::buildActions(QBoxLayout *column)
{
    m_browser = new QPushButton(tr("Open in &browser"));
    m_copy = new QPushButton(tr("&Copy address"));
    m_copyToken = new QPushButton(tr("Copy &with token"));
    m_copyToken->setToolTip(tr("The address with the token that Jupyter asks for"));
    m_again = new QPushButton(tr("&Try again"));
    m_close = new QPushButton(tr("&Stop"));
    m_comesBack = new QCheckBox(tr("&Reopen when Podium starts"));
    auto *row = new QHBoxLayout;
    row->setSpacing(Grid);
    for (QPushButton *button : {m_browser, m_copy, m_copyToken, m_again, m_close}) {
        row->addWidget(button);
    }
    row->addStretch(1);
    column->addLayout(row);
    column->addWidget(m_comesBack);
}

void TunnelPage::buildLayout()
{
    auto *column = new QVBoxLayout(this);
    setPageMargins(column);
    column->setSpacing(Grid);
    m_notice = new NoticeBar;
    column->addWidget(m_notice);
    buildBar(column);
    m_servers = new ServersPanel;
    m_servers->hide();
    column->addWidget(m_servers, 1);
    auto *empty = new EmptyState(
        QStringLiteral("tunnel"), tr("No tunnels"),
        tr("TensorBoard or Jupyter on a worker, seen in the browser of this machine: say above "
           "which worker and which port. A tunnel is open to this machine alone, and is made again "
           "when the connection is lost."));
    m_view = new QTreeView;
    // Before the view hears of it: it would select the next one.
    connect(
        m_model, &TunnelModel::rowsAboutToBeRemoved, this,
        [this](const QModelIndex &, int first, int last) { leaveRows(first, last); });
    m_view->setModel(m_model);
    m_view->setRootIsDecorated(false);
    prepareList(m_view, tr("Tunnels"));
    m_view->setItemDelegate(
        new MarkDelegate(TunnelModel::StateColumn, TunnelModel::MarkRole, m_view));
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_view->header()->setStretchLastSection(true);
    auto *list = new QWidget;
    auto *listColumn = new QVBoxLayout(list);
    listColumn->setContentsMargins({});
    listColumn->setSpacing(Grid);
    listColumn->addWidget(m_view, 1);
    buildActions(listColumn);
    m_stack = new QStackedWidget;
    m_stack->addWidget(empty);
    m_stack->addWidget(list);
    column->addWidget(m_stack, 1);
}

void TunnelPage::connectParts()
{
    connect(m_open, &QPushButton::clicked, this, &TunnelPage::open);
    connect(
        m_kind, QOverload<int>::of(&QComboBox::currentIndexChanged), this, [this] { showKind(); });
    connect(m_find, &QPushButton::clicked, this, &TunnelPage::findServers);
    connect(
        m_servers, &ServersPanel::tunnelWanted, this,
        [this](const WorkerRef &worker, const tunnel::Server &server) {
            const bool isJupyter = server.kind == tunnel::jupyterKind();
            openTo({worker, server.port, 0, false, TunnelKind::Port, isJupyter, server.host});
        });
    connect(m_servers, &ServersPanel::closed, this, [this] {
        m_servers->hide();
        emit serversClosed();
    });
    connect(m_targets, &TargetsEdit::changed, this, &TunnelPage::showState);
    connect(m_browser, &QPushButton::clicked, this, &TunnelPage::openInBrowser);
    connect(m_copy, &QPushButton::clicked, this, &TunnelPage::copyAddress);
    connect(m_copyToken, &QPushButton::clicked, this, [this] {
        if (const auto status = current()) {
            askForToken(*status, Purpose::Clipboard);
        }
    });
    connect(m_view, &QTreeView::activated, this, &TunnelPage::openInBrowser);
    connect(m_again, &QPushButton::clicked, this, [this] {
        if (const auto status = current()) {
            m_service.tryAgain(status->id);
        }
    });
    connect(m_close, &QPushButton::clicked, this, [this] {
        if (const auto status = current()) {
            m_service.close(status->id);
        }
    });
    connect(m_comesBack, &QCheckBox::clicked, this, [this](bool isChecked) {
        if (const auto status = current()) {
            m_service.setComesBack(status->id, isChecked);
        }
    });
    connect(
        m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
        &TunnelPage::showState);
    for (const auto signal : {&TunnelModel::rowsInserted, &TunnelModel::rowsRemoved}) {
        connect(m_model, signal, this, &TunnelPage::showState);
    }
    connect(m_model, &TunnelModel::dataChanged, this, &TunnelPage::showState);
}

tunnel::TunnelKind TunnelPage::kind() const
{
    return TunnelKind(m_kind->currentData().toInt());
}

void TunnelPage::showKind()
{
    const bool isSocks = kind() == TunnelKind::Socks;
    m_port->setVisible(!isSocks);
    m_localPort->setSpecialValueText(
        isSocks ? QString::number(tunnel::UsualSocksPort) : tr("the same"));
}

void TunnelPage::prepare(const QStringList &targetWords)
{
    m_targets->setWords(targetWords);
    m_kind->setCurrentIndex(m_kind->findData(int(TunnelKind::Port)));
    m_port->setFocus();
    m_port->selectAll();
}

void TunnelPage::focusTargets()
{
    m_targets->focusEdit();
}

void TunnelPage::open()
{
    m_targets->commitTyped();
    const std::vector<WorkerRef> &workers = m_targets->workers();
    if (workers.empty()) {
        m_targets->focusEdit();
        return;
    }
    if (workers.size() > 1) {
        m_notice->showNotice(
            models::Mark::Warning,
            tr("These are %1 workers; a tunnel goes to one.").arg(workers.size()),
            tr("Say which, as in NODE:0."));
        return;
    }
    const quint16 port = kind() == TunnelKind::Port ? quint16(m_port->value()) : quint16(0);
    openTo({workers.front(), port, quint16(m_localPort->value()), false, kind()});
}

void TunnelPage::openTo(const tunnel::TunnelSpec &spec)
{
    m_notice->clear();
    const int id = m_service.open(spec);
    m_view->setCurrentIndex(m_model->index(m_model->rowOf(id), 0));
}

void TunnelPage::findServers()
{
    m_targets->commitTyped();
    const std::vector<WorkerRef> &workers = m_targets->workers();
    if (workers.empty()) {
        m_targets->focusEdit();
        return;
    }
    m_servers->begin(int(workers.size()));
    m_servers->show();
    emit serversWanted(workers);
}

/// Whoever presses Stop twice does not mean the next one: the arrow keys go on from there, but
/// nothing is selected.
void TunnelPage::leaveRows(int first, int last)
{
    const int row = m_view->currentIndex().row();
    if (row < first || row > last) {
        return;
    }
    const int next = last + 1 < m_model->rowCount() ? last + 1 : first - 1;
    m_view->clearSelection();
    m_view->selectionModel()->setCurrentIndex(
        m_model->index(next, 0), QItemSelectionModel::NoUpdate);
}

std::optional<tunnel::TunnelStatus> TunnelPage::current() const
{
    const int row = selectedIndex(*m_view).row();
    return row >= 0 && m_model->isOwn(row) ? std::optional(m_model->tunnel(row)) : std::nullopt;
}

QString TunnelPage::currentAddress() const
{
    const int row = selectedIndex(*m_view).row();
    return row >= 0 ? m_model->addressOf(row) : QString();
}

void TunnelPage::setOthers(const std::vector<tunnel::TunnelRecord> &others)
{
    m_model->setOthers(others);
}

void TunnelPage::openInBrowser()
{
    const QString address = currentAddress();
    if (address.isEmpty() || m_model->kindOf(selectedIndex(*m_view).row()) != TunnelKind::Port) {
        return;
    }
    const auto status = current();
    if (status && tunnel::mayBeJupyter(status->spec)) {
        askForToken(*status, Purpose::Browser);
    } else {
        emit browserWanted(address);
    }
}

void TunnelPage::askForToken(const tunnel::TunnelStatus &status, Purpose purpose)
{
    if (m_isAsking) {
        return;
    }
    m_isAsking = true;
    m_purpose = purpose;
    m_notice->showNotice(models::Mark::Busy, tr("Asking the worker for Jupyter's token."), {});
    m_asking = m_notice->number();
    showState();
    emit jupyterWanted(status, purpose);
}

void TunnelPage::endJupyter(const QString &why)
{
    m_isAsking = false;
    if (!why.isEmpty()) {
        m_notice->showNotice(models::Mark::Warning, tr("Jupyter's token is not known."), why);
    } else if (m_purpose == Purpose::Clipboard) {
        m_notice->showNotice(models::Mark::Good, tr("Copied the address with Jupyter's token."));
    } else {
        m_notice->clearNotice(m_asking); // what else was said since stays
    }
    showState();
}

void TunnelPage::copyAddress()
{
    if (const QString address = currentAddress(); !address.isEmpty()) {
        copyText(address, m_copy);
    }
}

void TunnelPage::showState()
{
    m_stack->setCurrentIndex(m_model->rowCount() > 0 ? 1 : 0);
    m_open->setEnabled(!m_targets->workers().empty());
    m_find->setEnabled(m_open->isEnabled());
    const auto status = current();
    const bool listens = !currentAddress().isEmpty();
    const bool isJupyter = status && listens && tunnel::mayBeJupyter(status->spec);
    m_browser->setEnabled(
        listens && m_model->kindOf(selectedIndex(*m_view).row()) == TunnelKind::Port &&
        !(isJupyter && m_isAsking));
    m_copyToken->setVisible(isJupyter);
    m_copyToken->setEnabled(!m_isAsking);
    m_copy->setEnabled(listens);
    m_again->setEnabled(
        status &&
        (status->state == TunnelState::Failed || status->state == TunnelState::Reconnecting));
    m_close->setEnabled(status.has_value());
    m_comesBack->setEnabled(status.has_value());
    m_comesBack->setChecked(status && status->spec.comesBack);
}

} // namespace podium::ui
