// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/sshconfig/aliaschanges.h"
#include "core/models/sshconfig/diffrows.h"
#include "core/sshconfig/plan/configplan.h"

#include <QAbstractListModel>

#include <vector>

namespace podium::models {

/// A file of a config plan, ready to show.
struct PlanFile
{
    QString path;
    bool exists = false;
    bool changed = false;
    QString counts; ///< "+12 −3"; empty where nothing changes
    std::vector<DiffRow> rows;
    AliasChanges aliases; ///< of the generated config: what its lines mean; else empty
};

/// The files of a plan with their diffs. Pure and slow for large files: for the pool.
[[nodiscard]] std::vector<PlanFile> planFiles(const sshconfig::ConfigPlan &plan);

/// The files that a config plan would make or change.
class PlanFileModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role { ChangedRole = Qt::UserRole + 1, CountsRole };

    /// `home` is shown as ~.
    explicit PlanFileModel(QString home, QObject *parent = nullptr);

    void setFiles(std::vector<PlanFile> files);
    [[nodiscard]] const PlanFile &file(int row) const { return m_files[size_t(row)]; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    [[nodiscard]] QString shownPath(const PlanFile &file) const;

    QString m_home;
    std::vector<PlanFile> m_files;
};

} // namespace podium::models
