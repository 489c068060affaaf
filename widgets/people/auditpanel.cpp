// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/people/auditpanel.h"

#include "core/base/files.h"
#include "core/base/jobs.h"
#include "widgets/common/controls.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QDir>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>

namespace podium::ui {

AuditPanel::AuditPanel(people::PeopleService &service, QWidget *parent)
    : QWidget(parent)
    , m_service(service)
    , m_title(headingLabel())
    , m_filter(searchField(tr("Filter accounts"), tr("Filter: worker, account, key…")))
    , m_table(new QTreeWidget)
{
    setAccessibleName(tr("Audit"));
    prepareList(m_table, tr("Accounts and keys"));
    m_table->setHeaderLabels(models::auditHeaders());
    m_table->setRootIsDecorated(false);
    m_table->setUniformRowHeights(true);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(0, Qt::AscendingOrder);
    auto *csv = new QPushButton(tr("Export CSV…"));
    auto *json = new QPushButton(tr("Export JSON…"));
    auto *back = new QPushButton(tr("Back"));
    auto *head = new QHBoxLayout;
    head->setContentsMargins(Grid * 2, Grid, Grid * 2, Grid);
    head->setSpacing(Grid);
    head->addWidget(m_title);
    head->addWidget(m_filter, 1);
    head->addWidget(back);
    head->addWidget(csv);
    head->addWidget(json);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(new Hairline(Qt::Horizontal));
    column->addWidget(m_table, 1);
    connect(back, &QPushButton::clicked, this, &AuditPanel::closed);
    connect(csv, &QPushButton::clicked, this, [this] { exportTo(QStringLiteral("csv")); });
    connect(json, &QPushButton::clicked, this, [this] { exportTo(QStringLiteral("json")); });
    connect(m_filter, &QLineEdit::textChanged, this, &AuditPanel::filter);
    connect(&m_service, &people::PeopleService::planned, this, [this] {
        if (isVisible()) {
            refresh();
        }
    });
}

void AuditPanel::refresh()
{
    m_rows = models::auditRows(m_service);
    m_table->setSortingEnabled(false);
    m_table->clear();
    QList<QTreeWidgetItem *> items;
    for (const models::AuditRow &row : m_rows) {
        items << new QTreeWidgetItem(row.texts());
    }
    m_table->addTopLevelItems(items);
    m_table->setSortingEnabled(true);
    for (int column = 0; column < 5; ++column) {
        m_table->resizeColumnToContents(column);
    }
    m_title->setText(tr("%1 accounts and keys").arg(m_rows.size()));
    filter();
}

void AuditPanel::filter()
{
    const QString wanted = m_filter->text();
    for (int i = 0; i < m_table->topLevelItemCount(); ++i) {
        QTreeWidgetItem *item = m_table->topLevelItem(i);
        bool fits = wanted.isEmpty();
        for (int column = 0; !fits && column < item->columnCount(); ++column) {
            fits = item->text(column).contains(wanted, Qt::CaseInsensitive);
        }
        item->setHidden(!fits);
    }
}

void AuditPanel::exportTo(const QString &suffix)
{
    const QByteArray bytes =
        suffix == QLatin1String("csv") ? models::auditToCsv(m_rows) : models::auditToJson(m_rows);
    auto *dialog = new QFileDialog(this, tr("Export the audit"), QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(QStringLiteral("accounts.") + suffix);
    connect(dialog, &QFileDialog::fileSelected, this, [this, bytes](const QString &path) {
        runJob(
            this, [path, bytes] { return writeFileAtomically(path, bytes, 0600); },
            [this](const Result<> &written) {
                if (!written) {
                    emit failed(written.error());
                }
            });
    });
    dialog->open();
}

} // namespace podium::ui
