// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/recipe/recipelist.h"

#include "core/base/jobs.h"
#include "widgets/common/controls.h"
#include "widgets/common/itemdelegate.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"

#include <QDesktopServices>
#include <QDir>
#include <QListWidget>
#include <QPushButton>
#include <QUrl>

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
{
    prepareList(m_list, tr("Recipes"));
    m_list->setItemDelegate(new ItemDelegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    auto *create = new QPushButton(tr("New"));
    create->setToolTip(tr("Begin a recipe of your own in your editor"));
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(Grid);
    buttons->addWidget(m_edit);
    buttons->addWidget(create);
    buttons->addStretch();
    auto *column = makeColumn(Grid, this);
    column->addWidget(m_list, 1);
    column->addLayout(buttons);
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
    connect(create, &QPushButton::clicked, this, &RecipeList::makeNew);
    show({recipe::builtInRecipes(), {}});
    read();
}

void RecipeList::setFolders(const recipe::RecipeFolders &folders)
{
    if (folders == m_folders) {
        return;
    }
    m_folders = folders;
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
    m_edit->setText(hasFile ? tr("Edit") : tr("Copy and edit"));
    m_edit->setToolTip(
        hasFile ? tr("Open %1 in your editor").arg(stored->file)
                : tr("Copy it to %1; the copy is used instead of this one").arg(m_folders.own));
    m_edit->setEnabled(stored != nullptr);
    emit currentChanged();
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

/// The name, and where it is from.
QString RecipeList::textOf(const recipe::StoredRecipe &stored) const
{
    if (stored.file.isEmpty()) {
        return stored.recipe.name;
    }
    for (const QString &folder : m_folders.further) {
        if (stored.file.startsWith(folder + QLatin1Char('/'))) {
            return tr("%1 (%2)").arg(stored.recipe.name, QDir(folder).dirName());
        }
    }
    return tr("%1 (your own)").arg(stored.recipe.name);
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
    const auto chosen = m_list->selectionModel()->selectedRows();
    const int row = chosen.isEmpty() ? -1 : chosen.first().row();
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
    const recipe::StoredRecipe *stored = current();
    if (!stored->file.isEmpty()) {
        open(stored->file);
        return;
    }
    const auto file = recipe::newRecipe(m_folders.own, stored->recipe.name, stored->text);
    file ? open(*file) : void(emit failed(file.error()));
}

void RecipeList::makeNew()
{
    QString name = QStringLiteral("mine");
    for (int number = 2; QDir(m_folders.own).exists(name + QStringLiteral(".sh")); ++number) {
        name = QStringLiteral("mine-%1").arg(number);
    }
    const auto file = recipe::newRecipe(m_folders.own, name, recipe::recipeTemplate(name));
    file ? open(*file) : void(emit failed(file.error()));
}

void RecipeList::open(const QString &file)
{
    read();
    if (!QDesktopServices::openUrl(QUrl::fromLocalFile(file))) {
        emit failed(
            {ErrorKind::Io,
             tr("No program here opens %1.").arg(file),
             {},
             tr("Edit it with an editor of yours; it is read again when it changes."),
             file});
    }
}

} // namespace podium::ui
