// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/people/auditpanel.h"

#include "core/base/files.h"
#include "core/base/jobs.h"
#include "widgets/common/controls.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"

#include <QDir>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

namespace podium::ui {

AuditPanel::AuditPanel(people::PeopleService &service, QWidget *parent)
    : QWidget(parent)
    , m_service(service)
    , m_title(headingLabel())
    , m_filter(searchField(tr("Filter accounts"), tr("Filter: worker, account, key…")))
    , m_scope(new MarkLabel(models::Mark::Warning))
    , m_table(new QTableView)
    , m_csv(new QPushButton(tr("Export CSV…")))
    , m_json(new QPushButton(tr("Export JSON…")))
{
    setAccessibleName(tr("Audit"));
    prepareList(m_table, tr("Accounts and keys"));
    m_table->setModel(&m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + Grid);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setResizeContentsPrecision(0); // what is seen is enough
    m_table->sortByColumn(0, Qt::AscendingOrder);
    m_table->setSortingEnabled(true);
    auto *back = new QPushButton(tr("Back"));
    auto *head = new QHBoxLayout;
    head->setContentsMargins(Grid * 2, Grid, Grid * 2, Grid);
    head->setSpacing(Grid);
    head->addWidget(m_title);
    head->addWidget(m_filter, 1);
    head->addWidget(back);
    head->addWidget(m_csv);
    head->addWidget(m_json);
    auto *column = makeColumn(0, this);
    column->addLayout(head);
    m_scope->setContentsMargins(Grid * 2, 0, Grid * 2, Grid);
    m_scope->hide();
    column->addWidget(m_scope);
    column->addWidget(new Hairline(Qt::Horizontal));
    column->addWidget(m_table, 1);
    connect(back, &QPushButton::clicked, this, &AuditPanel::closed);
    connect(m_csv, &QPushButton::clicked, this, [this] { exportTo(QStringLiteral("csv")); });
    connect(m_json, &QPushButton::clicked, this, [this] { exportTo(QStringLiteral("json")); });
    connect(m_filter, &QLineEdit::textChanged, &m_model, &models::AuditModel::setFilter);
    connect(&m_model, &models::AuditModel::shown, this, &AuditPanel::tellShown);
    tellShown();
    for (const auto changed :
         {&people::PeopleService::planned, &people::PeopleService::rosterChanged}) {
        connect(&m_service, changed, this, [this] {
            if (isVisible()) {
                refresh();
            }
        });
    }
}

void AuditPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void AuditPanel::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void AuditPanel::refresh()
{
    m_model.show(models::auditFacts(m_service));
}

void AuditPanel::tellShown()
{
    const std::size_t count = m_model.rows()->size();
    m_csv->setEnabled(m_model.hasFacts()); // else it would say that there are none
    m_json->setEnabled(m_model.hasFacts());
    // None: they are still being made into rows, or nobody has looked yet.
    m_title->setText(
        count == 0   ? tr("Accounts and keys")
        : count == 1 ? tr("1 account or key")
                     : tr("%1 accounts and keys").arg(count));
    const QString scope = m_model.scope().text();
    m_scope->setText(scope);
    m_scope->setVisible(!scope.isEmpty());
    if (!m_hasWidths && m_model.rowCount() > 0) {
        m_hasWidths = true;
        m_table->resizeColumnsToContents();
    }
}

void AuditPanel::exportTo(const QString &suffix)
{
    auto *dialog = new QFileDialog(this, tr("Export the audit"), QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    dialog->selectFile(QStringLiteral("accounts.") + suffix);
    connect(
        dialog, &QFileDialog::fileSelected, this,
        [this, isCsv = suffix == QLatin1String("csv")](const QString &path) { save(path, isCsv); });
    dialog->open();
}

void AuditPanel::save(const QString &path, bool isCsv)
{
    const std::size_t count = m_model.rows()->size();
    const QString text = count == 1 ? tr("Saved 1 account or key to %1.").arg(path)
                                    : tr("Saved %1 accounts and keys to %2.").arg(count).arg(path);
    QStringList hints;
    if (!m_filter->text().isEmpty()) {
        hints << tr("All of them, whatever the filter shows.");
    }
    if (const QString scope = m_model.scope().text(); !scope.isEmpty()) {
        hints << scope;
    }
    runJob(
        this,
        [path, isCsv, rows = m_model.rows(), unchecked = m_model.scope().unchecked] {
            const QByteArray bytes = isCsv ? models::auditToCsv(*rows, unchecked)
                                           : models::auditToJson(*rows, unchecked);
            return writeFileAtomically(path, bytes, 0600);
        },
        [this, text, hint = hints.join(QLatin1Char(' '))](const Result<> &written) {
            if (written) {
                emit told(models::Mark::Good, text, hint);
            } else {
                emit failed(written.error());
            }
        });
}

} // namespace podium::ui
