// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/recipe/recipelist.h"

#include "core/base/jobs.h"
#include "widgets/common/controls.h"
#include "widgets/common/itemdelegate.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"
#include "widgets/recipe/ownrecipes.h"

#include <QDir>
#include <QListWidget>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace podium::ui {

namespace {

constexpr int ListSoonMs = 200;

} // namespace

RecipeList::RecipeList(recipe::RecipeFolders folders, QWidget *parent)
    : QWidget(parent)
    , m_folders(std::move(folders))
    , m_list(new QListWidget)
    , m_edit(new QPushButton)
    , m_remove(new QPushButton)
    , m_own(new OwnRecipes(m_folders.own, this))
{
    prepareList(m_list, tr("Recipes"));
    m_list->setItemDelegate(new ItemDelegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    auto *create = new QPushButton(tr("New…"));
    create->setToolTip(tr("Begin a recipe of your own in your editor"));
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(Grid);
    buttons->addWidget(m_edit);
    buttons->addWidget(create);
    buttons->addStretch();
    auto *column = makeColumn(Grid, this);
    column->addWidget(m_list, 1);
    column->addLayout(buttons);
    column->addWidget(m_remove, 0, Qt::AlignLeft);
    m_soon.setSingleShot(true);
    m_soon.setInterval(ListSoonMs);
    connect(&m_soon, &QTimer::timeout, this, &RecipeList::read);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_soon, [this] { m_soon.start(); });
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_soon, [this] { m_soon.start(); });
    connect(m_list, &QListWidget::itemSelectionChanged, this, [this] {
        m_name = current() ? current()->recipe.name : QString();
        showChosen();
    });
    connect(m_edit, &QPushButton::clicked, this, &RecipeList::edit);
    connect(create, &QPushButton::clicked, this, [this] { m_own->begin(m_recipes); });
    connect(m_remove, &QPushButton::clicked, this, [this] { m_own->remove(*current()); });
    connect(m_own, &OwnRecipes::told, this, &RecipeList::told);
    connect(m_own, &OwnRecipes::failed, this, &RecipeList::failed);
    connect(m_own, &OwnRecipes::changed, this, [this](const QString &name) {
        m_name = name;
        read();
    });
    show({recipe::builtInRecipes(), {}});
    read();
}

void RecipeList::setFolders(const recipe::RecipeFolders &folders)
{
    if (folders == m_folders) {
        return;
    }
    m_folders = folders;
    m_own->setFolder(folders.own);
    const QStringList watched = m_watcher.directories() + m_watcher.files();
    if (!watched.isEmpty()) {
        m_watcher.removePaths(watched);
    }
    read();
}

void RecipeList::showChosen()
{
    const auto *stored = current();
    const bool hasFile = stored && !stored->file.isEmpty();
    m_edit->setText(hasFile ? tr("Edit") : tr("Copy and edit…"));
    m_edit->setToolTip(
        hasFile ? tr("Open %1 in your editor").arg(stored->file)
                : tr("Copy it to %1; a copy of the same name is used instead of this one")
                      .arg(m_folders.own));
    m_edit->setEnabled(stored != nullptr);
    showRemove(stored);
    emit currentChanged();
}

/// Only one's own is put aside: what is in other folders belongs to others, too.
void RecipeList::showRemove(const recipe::StoredRecipe *stored)
{
    const bool isOwn = stored && !stored->file.isEmpty() && furtherFolderOf(*stored).isEmpty();
    m_remove->setVisible(isOwn);
    if (!isOwn) {
        return;
    }
    if (stored->insteadOf.isEmpty()) {
        m_remove->setText(tr("Remove"));
        m_remove->setToolTip(tr("Put it aside; the file is kept"));
    } else if (const QString &next = stored->insteadOf.first(); next.isEmpty()) {
        m_remove->setText(tr("Use Podium's again"));
        m_remove->setToolTip(
            tr("Put your own aside; runs of this name use the one that comes with Podium"));
    } else {
        m_remove->setText(tr("Use the other again"));
        m_remove->setToolTip(tr("Put your own aside; runs of this name use %1").arg(next));
    }
}

void RecipeList::read()
{
    runJob(
        this, [folders = m_folders] { return std::pair(folders, recipe::listRecipes(folders)); },
        [this](const std::pair<recipe::RecipeFolders, recipe::RecipeList> &found) {
            if (found.first == m_folders) { // else they are read once more
                show(found.second);
            }
        });
}

/// Empty: it is in none of them.
QString RecipeList::furtherFolderOf(const recipe::StoredRecipe &stored) const
{
    for (const QString &folder : m_folders.further) {
        if (stored.file.startsWith(folder + QLatin1Char('/'))) {
            return folder;
        }
    }
    return {};
}

/// The name, and where it is from.
QString RecipeList::textOf(const recipe::StoredRecipe &stored) const
{
    if (stored.file.isEmpty()) {
        return stored.recipe.name;
    }
    const QString folder = furtherFolderOf(stored);
    return folder.isEmpty() ? tr("%1 (your own)").arg(stored.recipe.name)
                            : tr("%1 (%2)").arg(stored.recipe.name, QDir(folder).dirName());
}

void RecipeList::watch()
{
    QStringList paths{m_folders.own};
    paths += m_folders.further;
    for (const recipe::StoredRecipe &stored : m_recipes.recipes) {
        if (!stored.file.isEmpty()) {
            paths << stored.file << QFileInfo(stored.file).path();
        }
        for (const recipe::RecipeFile &file : stored.recipe.files) {
            paths << QFileInfo(stored.file).dir().filePath(file.name);
        }
    }
    paths.erase(
        std::remove_if(
            paths.begin(), paths.end(),
            [](const QString &path) { return !QFileInfo::exists(path); }),
        paths.end());
    paths.removeDuplicates();
    if (!paths.isEmpty()) {
        m_watcher.addPaths(paths);
    }
}

void RecipeList::show(const recipe::RecipeList &list)
{
    m_recipes = list;
    {
        const QSignalBlocker quiet(m_list);
        m_list->clear();
        for (const recipe::StoredRecipe &stored : m_recipes.recipes) {
            auto *item = new QListWidgetItem(textOf(stored), m_list);
            item->setToolTip(stored.recipe.purpose);
        }
    }
    watch();
    choose(m_name);
    if (!current()) {
        showChosen(); // nothing in its place: what is run is what was chosen
    }
    for (const Error &error : m_recipes.errors) {
        emit failed(error);
    }
}

const recipe::StoredRecipe *RecipeList::current() const
{
    // A list that gets the focus has a current row before any is chosen.
    const int row = selectedIndex(*m_list).row();
    return row >= 0 && row < int(m_recipes.recipes.size()) ? &m_recipes.recipes[std::size_t(row)]
                                                           : nullptr;
}

void RecipeList::choose(const QString &name)
{
    for (int row = 0; row < int(m_recipes.recipes.size()); ++row) {
        if (m_recipes.recipes[std::size_t(row)].recipe.name == name) {
            m_list->setCurrentRow(row);
        }
    }
}

void RecipeList::edit()
{
    const recipe::StoredRecipe &stored = *current();
    stored.file.isEmpty() ? m_own->copy(stored, m_recipes) : m_own->edit(stored.file);
}

} // namespace podium::ui
