// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/values/node.h"
#include "core/models/tablemodel.h"

#include <optional>
#include <vector>

namespace podium::models {

/// The fingerprint of a public key "TYPE BASE64" as ssh-keygen -l prints it: "SHA256:…". Empty
/// for what is no key.
[[nodiscard]] QString hostKeyFingerprint(const QString &key);

/// The workers of one node. Showing the same node again changes only what differs.
class WorkerModel final : public TableModel
{
    Q_OBJECT

public:
    enum class Column { Index, ExternalIp, InternalIp, HostKey };
    static constexpr int ColumnCount = int(Column::HostKey) + 1;
    enum Role { CopyRole = Qt::UserRole + 1 }; ///< what a click copies; empty: nothing

    explicit WorkerModel(QObject *parent = nullptr) : TableModel(ColumnCount, parent) {}

    void setNode(const std::optional<cloud::Node> &node);

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    [[nodiscard]] int size() const override { return int(m_workers.size()); }
    [[nodiscard]] QStringList titles() const override;
    void setWorkers(const std::vector<cloud::Worker> &workers);

    std::optional<NodeRef> m_node;
    std::vector<cloud::Worker> m_workers;
};

} // namespace podium::models
