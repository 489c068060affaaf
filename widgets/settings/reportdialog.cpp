// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/settings/reportdialog.h"

#include "core/base/error.h"
#include "widgets/common/controls.h"
#include "widgets/common/labels.h"
#include "widgets/common/noticebar.h"
#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QDir>
#include <QFileDialog>
#include <QPlainTextEdit>
#include <QPushButton>

namespace podium::ui {

ReportDialog::ReportDialog(const QString &report, QWidget *parent)
    : QDialog(parent)
    , m_notice(new NoticeBar)
    , m_text(new QPlainTextEdit(report))
    , m_save(new QPushButton(tr("Save…")))
    , m_copy(new QPushButton(tr("Copy")))
{
    setWindowTitle(tr("Report of a fault"));
    QLabel *meaning = wrappedLabel(tr(
        "This is all that the report says; nothing is sent. Tokens, keys, passphrases, email and "
        "IP addresses and your home folder are taken out. Names of projects, zones and nodes are "
        "in it: read it, and change what nobody is to see."));
    meaning->setForegroundRole(QPalette::PlaceholderText);
    m_text->setFont(monospaceFont());
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setTabChangesFocus(true);
    m_text->setAccessibleName(tr("The report"));
    auto *close = new QPushButton(tr("Close"));
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(Grid);
    buttons->addStretch(1);
    buttons->addWidget(close);
    buttons->addWidget(m_copy);
    buttons->addWidget(m_save);
    m_save->setDefault(true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Grid * 2, Grid * 2, Grid * 2, Grid * 2);
    column->setSpacing(Grid * 2);
    column->addWidget(m_notice);
    column->addWidget(meaning);
    column->addWidget(m_text, 1);
    column->addLayout(buttons);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_copy, &QPushButton::clicked, this, [this] { copyText(this->report(), m_copy); });
    connect(m_save, &QPushButton::clicked, this, &ReportDialog::chooseFile);
    resize(Grid * 100, Grid * 75);
}

QString ReportDialog::report() const
{
    return m_text->toPlainText();
}

void ReportDialog::showSaved(const QString &file)
{
    m_notice->showNotice(models::Mark::Good, tr("Saved as %1.").arg(file));
}

void ReportDialog::showError(const Error &error)
{
    m_notice->showError(error);
}

void ReportDialog::chooseFile()
{
    auto *choose =
        new QFileDialog(this, tr("Save the report"), QDir::homePath(), tr("Texts (*.txt)"));
    choose->setAttribute(Qt::WA_DeleteOnClose);
    choose->setAcceptMode(QFileDialog::AcceptSave);
    choose->setOption(QFileDialog::DontConfirmOverwrite); // nothing is written over
    choose->setDefaultSuffix(QStringLiteral("txt"));
    choose->selectFile(QStringLiteral("podium-report.txt"));
    connect(choose, &QFileDialog::fileSelected, this, &ReportDialog::saveRequested);
    choose->open();
}

} // namespace podium::ui
