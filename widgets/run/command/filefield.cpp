// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/command/filefield.h"

#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"

#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>

namespace podium::ui {

FileField::FileField(const QString &name, Kind kind, QWidget *parent)
    : QWidget(parent)
    , m_kind(kind)
    , m_edit(new QLineEdit)
{
    m_edit->setAccessibleName(name);
    m_edit->setPlaceholderText(tr("none"));
    m_edit->setClearButtonEnabled(true);
    m_edit->setMinimumWidth(Grid * 10);
    m_edit->setMaximumWidth(Grid * 50);
    setFocusProxy(m_edit);
    auto *button = new QPushButton(tr("Choose…"));
    button->setAccessibleName(tr("Choose: %1").arg(name));
    auto *row = makeRow(Grid, this);
    row->addWidget(m_edit, 1);
    row->addWidget(button);
    button->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    row->addStretch();
    connect(m_edit, &QLineEdit::textChanged, this, &FileField::changed);
    connect(button, &QPushButton::clicked, this, &FileField::choose);
}

QString FileField::path() const
{
    QString text = m_edit->text();
    if (text.trimmed().isEmpty()) {
        return {};
    }
    if (text.trimmed() == QLatin1String("~")) {
        return QDir::homePath(); // no folder of that name, which a shell would take for the home
    }
    if (text.startsWith(QLatin1String("~/"))) {
        text.remove(0, 2);
    }
    return QDir::home().absoluteFilePath(text);
}

void FileField::setPath(const QString &path)
{
    m_edit->setText(path);
}

void FileField::choose()
{
    auto *dialog = new QFileDialog(this, m_edit->accessibleName());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(
        m_kind == Kind::Folder ? QFileDialog::Directory : QFileDialog::ExistingFile);
    dialog->setOption(QFileDialog::ShowDirsOnly, m_kind == Kind::Folder);
    connect(dialog, &QFileDialog::fileSelected, m_edit, &QLineEdit::setText);
    dialog->open();
}

} // namespace podium::ui
