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

#include <utility>

namespace podium::ui {

namespace {

constexpr int ListSoonMs = 200;

} // namespace

RecipeList::RecipeList(QString folder, QWidget *parent)
    : QWidget(parent)
    , m_folder(std::move(folder))
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
    connect(m_list, &QListWidget::currentRowChanged, this, [this] {
        const auto *stored = current();
        const bool isOwn = stored && !stored->file.isEmpty();
        m_edit->setText(isOwn ? tr("Edit") : tr("Copy and edit"));
        m_edit->setToolTip(
            isOwn ? tr("Open %1 in your editor").arg(stored->file)
                  : tr("Copy it to %1; the copy is used instead of this one").arg(m_folder));
        m_edit->setEnabled(stored != nullptr);
        emit currentChanged();
    });
    connect(m_edit, &QPushButton::clicked, this, &RecipeList::edit);
    connect(create, &QPushButton::clicked, this, &RecipeList::makeNew);
    show({recipe::builtInRecipes(), {}});
    read();
}

void RecipeList::read()
{
    runJob(
        this, [folder = m_folder] { return recipe::listRecipes(folder); },
        [this](const recipe::RecipeList &list) { show(list); });
}

void RecipeList::show(const recipe::RecipeList &list)
{
    const QString before = current() ? current()->recipe.name : QString();
    m_recipes = list;
    QStringList watched{m_folder};
    {
        const QSignalBlocker quiet(m_list);
        m_list->clear();
        for (const recipe::StoredRecipe &stored : m_recipes.recipes) {
            const bool isOwn = !stored.file.isEmpty();
            auto *item = new QListWidgetItem(
                isOwn ? tr("%1 (your own)").arg(stored.recipe.name) : stored.recipe.name, m_list);
            item->setToolTip(stored.recipe.purpose);
            if (isOwn) {
                watched << stored.file;
            }
            for (const recipe::RecipeFile &file : stored.recipe.files) {
                watched << QFileInfo(stored.file).dir().filePath(file.name);
            }
        }
    }
    if (QDir(m_folder).exists()) {
        m_watcher.addPaths(watched);
    }
    choose(before);
    if (!current() && m_list->count() > 0) {
        m_list->setCurrentRow(0);
    }
    for (const Error &error : m_recipes.errors) {
        emit failed(error);
    }
}

const recipe::StoredRecipe *RecipeList::current() const
{
    const int row = m_list->currentRow();
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
    const auto file = recipe::newRecipe(m_folder, stored->recipe.name, stored->text);
    file ? open(*file) : void(emit failed(file.error()));
}

void RecipeList::makeNew()
{
    QString name = QStringLiteral("mine");
    for (int number = 2; QDir(m_folder).exists(name + QStringLiteral(".sh")); ++number) {
        name = QStringLiteral("mine-%1").arg(number);
    }
    const auto file = recipe::newRecipe(m_folder, name, recipe::recipeTemplate(name));
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
