// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/detail/nodecloudsection.h"

#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/layout/flowlayout.h"
#include "widgets/common/theme.h"

#include <QMenu>
#include <QPushButton>

#include <initializer_list>

namespace podium::ui {

namespace {

QLabel *answerLabel(const QString &name)
{
    QLabel *label = wrappedLabel();
    label->setAccessibleName(name);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->hide();
    return label;
}

FlowLayout *buttonRow(std::initializer_list<QPushButton *> buttons)
{
    auto *row = new FlowLayout(Grid);
    for (QPushButton *button : buttons) {
        row->insertWidget(row->count(), button, Qt::AlignLeft | Qt::AlignVCenter);
    }
    return row;
}

} // namespace

NodeCloudSection::NodeCloudSection(QWidget *parent)
    : QWidget(parent)
    , m_disks(new QPushButton(tr("Disks")))
    , m_attach(new QPushButton(tr("Attach")))
    , m_detach(new QPushButton(tr("Detach")))
    , m_prepare(new QPushButton(tr("Make usable")))
    , m_grow(new QPushButton(tr("Grow")))
    , m_release(new QPushButton(tr("Unmount")))
    , m_audit(new QPushButton(tr("History")))
    , m_use(new QPushButton(tr("TPU use")))
    , m_diskText(answerLabel(tr("Data disks of this node")))
    , m_auditText(answerLabel(tr("Who did what to this node")))
    , m_useText(answerLabel(tr("Whether its TPU computes")))
{
    describeButtons();
    for (QPushButton *button : {m_attach, m_detach, m_prepare, m_grow, m_release}) {
        button->setMenu(new QMenu(button));
    }
    auto *column = makeColumn(Grid / 2, this);
    column->addLayout(buttonRow({m_disks, m_audit, m_use}));
    column->addWidget(m_diskText);
    column->addLayout(buttonRow({m_attach, m_detach, m_prepare, m_grow, m_release}));
    column->addWidget(m_auditText);
    column->addWidget(m_useText);
    connect(m_disks, &QPushButton::clicked, this, [this] {
        showAnswer(m_diskText, tr("Asking for the disks…"));
        emit disksWanted(*m_node);
    });
    connect(m_audit, &QPushButton::clicked, this, [this] {
        showAnswer(m_auditText, tr("Asking the audit log…"));
        emit auditWanted(*m_node);
    });
    connect(m_use, &QPushButton::clicked, this, [this] {
        showAnswer(m_useText, tr("Asking Cloud Monitoring…"));
        emit useWanted(*m_node);
    });
    setNode({});
}

void NodeCloudSection::describeButtons()
{
    m_disks->setToolTip(tr("Ask Google which data disks the node has"));
    m_attach->setToolTip(tr("Attach a data disk to the node"));
    m_detach->setToolTip(tr("Detach a data disk from the node"));
    m_prepare->setToolTip(tr("Mount a disk on the workers; one that is blank is formatted"));
    m_grow->setToolTip(tr("Let the file system take all of a disk that was made larger"));
    m_release->setToolTip(tr("Unmount a disk on the workers, before it is detached"));
    m_audit->setToolTip(tr("Ask the audit log who created, changed and deleted the node"));
    m_use->setToolTip(
        tr("Ask Cloud Monitoring for how long the TPU has done nothing: without a login"));
    for (QPushButton *button :
         {m_disks, m_attach, m_detach, m_prepare, m_grow, m_release, m_audit, m_use}) {
        button->setAccessibleDescription(button->toolTip());
    }
}

void NodeCloudSection::setNode(const std::optional<NodeRef> &node)
{
    setVisible(node.has_value());
    if (m_node == node) {
        return;
    }
    m_node = node;
    m_diskText->hide();
    m_auditText->hide();
    m_useText->hide();
    for (QPushButton *button : {m_attach, m_detach, m_prepare, m_grow, m_release}) {
        button->hide();
    }
}

void NodeCloudSection::setDisks(const NodeRef &node, const Result<models::NodeDisks> &disks)
{
    if (m_node != node) {
        return;
    }
    QStringList own;
    QStringList lines;
    if (disks) {
        for (const models::NodeDiskRow &row : disks->rows) {
            own << row.name;
            lines << row.text;
        }
        if (!disks->isComplete) {
            lines << tr("%1 did not answer: what else it has is not known.").arg(node.zone.text());
        }
    }
    offer(m_attach, disks ? disks->others : QStringList(), &NodeCloudSection::attachRequested);
    offer(m_detach, own, &NodeCloudSection::detachRequested);
    offer(m_prepare, own, &NodeCloudSection::prepareRequested);
    offer(m_grow, own, &NodeCloudSection::growRequested);
    offer(m_release, own, &NodeCloudSection::releaseRequested);
    showAnswer(
        m_diskText, !disks            ? tr("The disks are not known. %1").arg(disks.error().text())
                    : lines.isEmpty() ? tr("It has no data disk.")
                                      : lines.join(QLatin1Char('\n')));
}

void NodeCloudSection::offer(QPushButton *button, const QStringList &disks, DiskSignal wanted)
{
    button->menu()->clear();
    button->setVisible(!disks.isEmpty());
    for (const QString &disk : disks) {
        QAction *action =
            button->menu()->addAction(QString(disk).replace(QLatin1Char('&'), QLatin1String("&&")));
        // The menu may be open still when that node is no longer the one that is shown.
        connect(action, &QAction::triggered, this, [this, node = *m_node, disk, wanted] {
            emit(this->*wanted)(node, disk);
        });
    }
}

void NodeCloudSection::setAudit(
    const NodeRef &node, const Result<std::vector<cloud::AuditEntry>> &entries)
{
    if (m_node == node) {
        showAnswer(
            m_auditText, entries ? models::auditText(*entries)
                                 : tr("Who did it is not known. %1").arg(entries.error().text()));
    }
}

void NodeCloudSection::setUse(const NodeRef &node, const QString &text)
{
    if (m_node == node) {
        showAnswer(m_useText, text);
    }
}

void NodeCloudSection::showAnswer(QLabel *label, const QString &text)
{
    label->setText(text);
    label->show();
}

} // namespace podium::ui
