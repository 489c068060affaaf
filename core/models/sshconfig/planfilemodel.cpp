// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/sshconfig/planfilemodel.h"

#include "core/sshconfig/plan/makeplan.h"

#include <algorithm>

namespace podium::models {

std::vector<PlanFile> planFiles(const sshconfig::ConfigPlan &plan)
{
    constexpr int Context = 3;
    constexpr int Everything = -1;
    std::vector<PlanFile> files;
    for (const sshconfig::FileChange &change : plan.files) {
        const auto lines = sshconfig::diffLines(
            change.before, change.after, change.isChanged() ? Context : Everything);
        files.push_back(
            {change.path,
             change.exists,
             change.isChanged(),
             change.isChanged() ? diffCountText(lines) : QString(),
             diffRows(lines),
             {}});
    }
    if (files.size() > sshconfig::kGeneratedFile) {
        files[sshconfig::kGeneratedFile].aliases = aliasChanges(plan);
    }
    return files;
}

PlanFileModel::PlanFileModel(QString home, QObject *parent)
    : QAbstractListModel(parent)
    , m_home(std::move(home))
{}

void PlanFileModel::setFiles(std::vector<PlanFile> files)
{
    const bool samePaths = std::equal(
        files.begin(), files.end(), m_files.begin(), m_files.end(),
        [](const PlanFile &a, const PlanFile &b) { return a.path == b.path; });
    if (samePaths) {
        m_files = std::move(files);
        if (!m_files.empty()) {
            emit dataChanged(index(0), index(rowCount() - 1));
        }
        return;
    }
    beginResetModel();
    m_files = std::move(files);
    endResetModel();
}

int PlanFileModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_files.size());
}

QString PlanFileModel::shownPath(const PlanFile &file) const
{
    const bool inHome = !m_home.isEmpty() && file.path.startsWith(m_home + QLatin1Char('/'));
    return inHome ? QLatin1Char('~') + file.path.mid(m_home.size()) : file.path;
}

QVariant PlanFileModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const PlanFile &file = m_files[size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return shownPath(file);
    case Qt::ToolTipRole:
        return file.path;
    case Qt::AccessibleTextRole:
        return file.changed ? tr("%1, would change %2").arg(shownPath(file), file.counts)
                            : tr("%1, unchanged").arg(shownPath(file));
    case ChangedRole:
        return file.changed;
    case CountsRole:
        if (file.changed && !file.exists) {
            return tr("new %1").arg(file.counts);
        }
        return file.changed ? file.counts : tr("unchanged");
    default:
        return {};
    }
}

} // namespace podium::models
