// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/settings/filesection.h"

#include "core/base/files.h"
#include "core/base/jobs.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QUrl>

namespace podium::ui {

FileSection::FileSection(QString path, QWidget *parent)
    : Section(tr("Settings file"), parent)
    , m_path(std::move(path))
    , m_pathLabel(new ElidedLabel(m_path))
    , m_text(new QPlainTextEdit)
{
    m_pathLabel->setElideMode(Qt::ElideMiddle);
    m_text->setReadOnly(true);
    m_text->setFont(monospaceFont());
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setAccessibleName(tr("Contents of config.json"));
    m_text->setFixedHeight(fontMetrics().height() * 12);
    auto *open = new QPushButton(tr("Open folder"));
    open->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    addRow(tr("Path"), m_pathLabel);
    addRow(tr("Contents"), m_text);
    addRow({}, open);
    addNote(
        tr("You may edit this file; a window takes that up, but for credentialsFile, which counts "
           "from its next start. A key that Podium does not know is refused."));
    connect(open, &QPushButton::clicked, this, &FileSection::openFolder);
    reload();
}

void FileSection::reload()
{
    runJob(
        this, [path = m_path] { return readFile(path); },
        [this, read = ++m_reads](const Result<QByteArray> &bytes) {
            if (read != m_reads) {
                return;
            }
            if (bytes) {
                showText(QString::fromUtf8(*bytes));
            } else if (bytes.error().kind == ErrorKind::NotFound) {
                showText(tr("Does not exist yet: all settings have their defaults."));
            } else {
                showText(bytes.error().text());
            }
        });
}

/// Whoever reads it stays where they are.
void FileSection::showText(const QString &text)
{
    if (text != m_text->toPlainText()) {
        m_text->setPlainText(text);
    }
}

void FileSection::showEvent(QShowEvent *event)
{
    Section::showEvent(event);
    reload();
}

void FileSection::openFolder() const
{
    QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(m_path).absolutePath()));
}

} // namespace podium::ui
