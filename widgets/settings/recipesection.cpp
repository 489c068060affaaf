// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/settings/recipesection.h"

#include "widgets/common/theme.h"

#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>

namespace podium::ui {

namespace {

bool isWhole(const QString &folder)
{
    return QDir::isAbsolutePath(folder) || folder.startsWith(QLatin1String("~/"));
}

} // namespace

RecipeSection::RecipeSection(QWidget *parent)
    : Section(tr("Recipes"), parent)
    , m_folders(new QPlainTextEdit)
{
    m_folders->setAccessibleName(tr("Further folders"));
    m_folders->setPlaceholderText(tr("besides your own, as of a lab's checkout: one a line"));
    m_folders->setFixedHeight(fontMetrics().height() * 3 + Grid * 2);
    m_folders->setTabChangesFocus(true);
    m_folders->installEventFilter(this);
    auto *add = new QPushButton(tr("Add folder…"));
    add->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    addRow(tr("Further folders"), m_folders);
    m_note = addNote();
    addRow({}, add);
    addNote(
        tr("Of one name your own goes first, then these in their order, then the one that comes "
           "with Podium. Whoever can write there decides what these recipes do on workers."));
    connect(add, &QPushButton::clicked, this, &RecipeSection::choose);
}

QStringList RecipeSection::folders() const
{
    QStringList all;
    for (const QString &line : m_folders->toPlainText().split(QLatin1Char('\n'))) {
        if (!line.trimmed().isEmpty() && !all.contains(line.trimmed())) {
            all << line.trimmed();
        }
    }
    return all;
}

void RecipeSection::setSettings(const store::Settings &settings)
{
    const QStringList shown = folders();
    // What is wrong stays to be corrected, with what is said of it.
    if (mayShow(*m_folders, shown, m_shown.recipeFolders, settings.recipeFolders) &&
        std::all_of(shown.begin(), shown.end(), isWhole)) {
        m_folders->setPlainText(settings.recipeFolders.join(QLatin1Char('\n')));
    }
    m_shown = settings;
}

void RecipeSection::applyTo(store::Settings &settings) const
{
    const QStringList all = folders();
    if (std::all_of(all.begin(), all.end(), isWhole)) {
        settings.recipeFolders = all;
    }
}

void RecipeSection::check()
{
    const QStringList all = folders();
    const auto wrong = std::find_if_not(all.begin(), all.end(), isWhole);
    const bool isGood = wrong == all.end();
    setRowNote(
        m_note, isGood ? QString() : tr("“%1” has to begin with / or ~/.").arg(*wrong), true);
    if (isGood) {
        emit edited();
    }
}

void RecipeSection::choose()
{
    auto *dialog = new QFileDialog(this, tr("Choose a folder with recipes"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &folder) {
        m_folders->setPlainText((folders() << folder).join(QLatin1Char('\n')));
        check();
    });
    dialog->open();
}

bool RecipeSection::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_folders && event->type() == QEvent::FocusOut) {
        check();
    }
    return Section::eventFilter(watched, event);
}

} // namespace podium::ui
