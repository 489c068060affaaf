// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/nodes/clouddetail.h"

#include <QWidget>

#include <optional>

class QLabel;
class QPushButton;

namespace podium::ui {

/// What Google knows of the node beside its state, each asked for when a person wants it: its data
/// disks, who made and deleted it, and whether its TPU computes.
class NodeCloudSection final : public QWidget
{
    Q_OBJECT

public:
    explicit NodeCloudSection(QWidget *parent = nullptr);

    /// The node that is shown; of another one nothing is known yet.
    void setNode(const std::optional<NodeRef> &node);
    /// The answers; those about any other node are ignored.
    void setDisks(const NodeRef &node, const Result<models::NodeDisks> &disks);
    void setAudit(const NodeRef &node, const Result<std::vector<cloud::AuditEntry>> &entries);
    /// `text`: what is said of it.
    void setUse(const NodeRef &node, const QString &text);

signals:
    void disksWanted(const podium::NodeRef &node);
    void auditWanted(const podium::NodeRef &node);
    void useWanted(const podium::NodeRef &node);
    void attachRequested(const podium::NodeRef &node, const QString &disk);
    void detachRequested(const podium::NodeRef &node, const QString &disk);
    /// On the workers.
    void prepareRequested(const podium::NodeRef &node, const QString &disk);
    void growRequested(const podium::NodeRef &node, const QString &disk);
    void releaseRequested(const podium::NodeRef &node, const QString &disk);

private:
    void describeButtons();
    using DiskSignal = void (NodeCloudSection::*)(const NodeRef &, const QString &);
    void offer(QPushButton *button, const QStringList &disks, DiskSignal wanted);
    void showAnswer(QLabel *label, const QString &text);

    std::optional<NodeRef> m_node;
    QPushButton *m_disks = nullptr;
    QPushButton *m_attach = nullptr;
    QPushButton *m_detach = nullptr;
    QPushButton *m_prepare = nullptr;
    QPushButton *m_grow = nullptr;
    QPushButton *m_release = nullptr;
    QPushButton *m_audit = nullptr;
    QPushButton *m_use = nullptr;
    QLabel *m_diskText = nullptr;
    QLabel *m_auditText = nullptr;
    QLabel *m_useText = nullptr;
};

} // namespace podium::ui
