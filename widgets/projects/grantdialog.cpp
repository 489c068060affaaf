// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/projects/grantdialog.h"

#include "widgets/common/controls.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/layout/fieldvisits.h"
#include "widgets/common/theme.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>

#include <utility>

namespace podium::ui {

using models::GrantForm;

namespace {

QPlainTextEdit *textArea(const QString &name, const QString &placeholder, int lines)
{
    auto *area = new QPlainTextEdit;
    area->setAccessibleName(name);
    area->setPlaceholderText(placeholder);
    area->setTabChangesFocus(true);
    area->setMinimumHeight(area->fontMetrics().lineSpacing() * lines + Grid * 2);
    return area;
}

QLineEdit *lineField(const QString &name, const QString &placeholder, int widest)
{
    auto *field = new QLineEdit;
    field->setAccessibleName(name);
    field->setPlaceholderText(placeholder);
    field->setMaximumWidth(widest);
    return field;
}

} // namespace

GrantDialog::GrantDialog(
    const QString &project, const QStringList &projects, lifecycle::TpuGrants existing,
    QWidget *parent)
    : QDialog(parent)
    , m_existing(std::move(existing))
    , m_mail(textArea(
          tr("The grant mail"),
          tr("Paste the mail \"You have access to free Cloud TPUs\" here, or fill in the fields "
             "below."),
          4))
    , m_read(wrappedLabel())
    , m_visits(new FieldVisits(this))
{
    setWindowTitle(tr("Write a TPU grant down"));
    setAccessibleName(windowTitle());
    m_read->setForegroundRole(QPalette::PlaceholderText);
    auto *close = new QPushButton(tr("Close"));
    m_add = new QPushButton(tr("Write it down"));
    setPrimary(m_add);
    close->setAutoDefault(false);
    m_add->setAutoDefault(false);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(Grid);
    buttons->addStretch(1);
    buttons->addWidget(close);
    buttons->addWidget(m_add);
    auto *column = new QVBoxLayout(this);
    setPageMargins(column);
    column->setSpacing(Grid);
    column->addWidget(m_mail, 1);
    column->addWidget(m_read);
    column->addWidget(new Hairline(Qt::Horizontal));
    column->addWidget(buildForm(projects), 2);
    column->addLayout(buttons);
    resize(Grid * 84, Grid * 68);
    fill({project, {}, {}, {}});
    connect(m_mail, &QPlainTextEdit::textChanged, this, &GrantDialog::readMail);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_add, &QPushButton::clicked, this, &GrantDialog::give);
    connect(m_visits, &FieldVisits::left, this, &GrantDialog::judge);
    m_mail->setFocus();
}

QWidget *GrantDialog::buildForm(const QStringList &projects)
{
    auto *area = new QWidget;
    auto *form = new QFormLayout(area);
    form->setContentsMargins(0, 0, 0, 0);
    form->setSpacing(Grid);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignTop);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_project = new QComboBox;
    m_project->setEditable(true);
    m_project->setInsertPolicy(QComboBox::NoInsert);
    m_project->setAccessibleName(tr("Project"));
    m_project->lineEdit()->setAccessibleName(tr("Project"));
    m_project->addItems(projects);
    m_from = lineField(tr("First day"), tr("2026-12-31, the date of the mail"), Grid * 30);
    m_days = lineField(tr("For how many days"), tr("days"), Grid * 12);
    m_until = mutedLabel();
    auto *days = new QWidget;
    auto *row = makeRow(Grid, days);
    row->addWidget(m_days);
    row->addWidget(m_until, 1);
    m_rows = textArea(
        tr("What is granted"),
        tr("64 spot v6e chips us-east1-d\n5 on-demand v3-8 devices "
           "us-central1-f"),
        4);
    m_rows->setFont(monospaceFont());
    addField(*form, tr("Project"), m_project, Field::Project);
    auto *from = new QWidget;
    auto *line = new QHBoxLayout(from);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(m_from);
    line->addStretch(1);
    addField(*form, tr("First day"), from, Field::From);
    addField(*form, tr("For"), days, Field::Days);
    addField(*form, tr("Granted"), m_rows, Field::Rows);
    connect(m_project, &QComboBox::editTextChanged, this, &GrantDialog::judge);
    connect(m_from, &QLineEdit::textChanged, this, &GrantDialog::judge);
    connect(m_days, &QLineEdit::textChanged, this, &GrantDialog::judge);
    connect(m_rows, &QPlainTextEdit::textChanged, this, &GrantDialog::judge);
    return area;
}

void GrantDialog::addField(QFormLayout &form, const QString &title, QWidget *field, Field which)
{
    QLabel *problem = problemLabel();
    m_problems[which] = problem;
    auto *column = new QVBoxLayout;
    column->setSpacing(0);
    column->addWidget(field);
    column->addWidget(problem);
    form.addRow(plainLabel(title), column);
}

GrantForm GrantDialog::form() const
{
    return {m_project->currentText(), m_from->text(), m_days->text(), m_rows->toPlainText()};
}

void GrantDialog::fill(const GrantForm &form)
{
    m_isFilling = true;
    m_project->setEditText(form.project);
    m_from->setText(form.from);
    m_days->setText(form.days);
    m_rows->setPlainText(form.rows);
    m_isFilling = false;
    judge();
}

void GrantDialog::readMail()
{
    const QString text = m_mail->toPlainText();
    const lifecycle::GrantMail mail = lifecycle::readGrantMail(text);
    if (text.trimmed().isEmpty()) {
        m_read->clear();
        return;
    }
    QStringList missing;
    if (!mail.project) {
        missing << tr("which project");
    }
    if (!mail.days) {
        missing << tr("for how many days");
    }
    missing << tr("since when");
    QString read = mail.rows.empty() ? tr("No row was found in it.")
                                     : tr("Rows found in it: %1.").arg(mail.rows.size());
    if (!mail.unread.empty()) {
        read += QLatin1Char(' ') +
                tr("Lines that lack something: %1; they are below, to be completed or deleted.")
                    .arg(mail.unread.size());
    }
    m_read->setText(tr("%1 It does not say: %2.").arg(read, missing.join(QStringLiteral(", "))));
    fill(models::withMail(form(), mail));
}

void GrantDialog::judge()
{
    if (m_isFilling) {
        return;
    }
    m_plan = models::planGrant(form(), m_existing);
    const std::map<Field, QWidget *> fields{
        {Field::Project, m_project},
        {Field::From, m_from},
        {Field::Days, m_days},
        {Field::Rows, m_rows}};
    for (const auto &[field, label] : m_problems) {
        m_visits->watch(fields.at(field));
        const auto problem = m_plan.problems.find(field);
        const bool isSaid = problem != m_plan.problems.end() && m_visits->isDue(fields.at(field));
        const QString text = isSaid ? problem->second : QString();
        label->setText(text);
        label->setVisible(!text.isEmpty());
        fields.at(field)->setAccessibleDescription(text);
    }
    m_until->setText(
        m_plan.grant.until.isValid()
            ? tr("days, the last one is %1").arg(m_plan.grant.until.toString(Qt::ISODate))
            : tr("days"));
    m_add->setEnabled(m_plan.problems.empty());
    m_add->setToolTip(m_add->isEnabled() ? QString() : tr("Something is invalid or missing."));
    m_add->setAccessibleDescription(m_add->toolTip());
}

void GrantDialog::give()
{
    judge();
    if (m_plan.problems.empty()) {
        emit grantGiven(m_plan.grant);
        accept();
    }
}

} // namespace podium::ui
