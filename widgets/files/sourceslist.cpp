// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/files/sourceslist.h"

#include "core/files/fileentry.h"
#include "widgets/common/controls.h"
#include "widgets/common/itemdelegate.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"

#include <QDir>
#include <QFileDialog>
#include <QGridLayout>
#include <QInputDialog>
#include <QKeyEvent>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QUrl>

#include <algorithm>

namespace podium::ui {

namespace {

constexpr int PathRole = Qt::UserRole + 1; ///< QByteArray
constexpr int IsPatternRole = PathRole + 1;
constexpr int ShownRows = 4;
constexpr int RowHeight = 28;

} // namespace

SourcesList::SourcesList(QWidget *parent)
    : QWidget(parent)
    , m_list(new QListWidget)
    , m_remove(new QPushButton(tr("&Remove")))
{
    prepareList(m_list, tr("Files and folders to copy"));
    m_list->setItemDelegate(new ItemDelegate(m_list));
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setMinimumHeight(RowHeight * 2);
    m_list->setMaximumHeight(RowHeight * ShownRows);
    m_list->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_list->installEventFilter(this);
    m_list->viewport()->installEventFilter(this);
    setFocusProxy(m_list);
    auto *files = new QPushButton(tr("Add &files…"));
    auto *folder = new QPushButton(tr("Add f&older…"));
    auto *pattern = new QPushButton(tr("Add pa&ttern…"));
    pattern->setToolTip(tr("Whatever matches it when the plan is made, as in a shell"));
    auto *buttons = new QGridLayout; // no higher than the list is at least
    buttons->setSpacing(Grid / 2);
    buttons->addWidget(files, 0, 0);
    buttons->addWidget(folder, 0, 1);
    buttons->addWidget(pattern, 1, 0);
    buttons->addWidget(m_remove, 1, 1);
    buttons->setRowStretch(2, 1);
    auto *row = makeRow(Grid, this);
    row->addWidget(m_list, 1);
    row->addLayout(buttons);
    connect(files, &QPushButton::clicked, this, [this] { choose(false); });
    connect(folder, &QPushButton::clicked, this, [this] { choose(true); });
    connect(pattern, &QPushButton::clicked, this, &SourcesList::askForPattern);
    connect(m_remove, &QPushButton::clicked, this, &SourcesList::removeSelected);
    connect(m_list, &QListWidget::itemSelectionChanged, this, &SourcesList::showHint);
    showHint();
}

QByteArrayList SourcesList::listed(bool arePatterns) const
{
    QByteArrayList paths;
    for (int row = 0; row < m_list->count(); ++row) {
        const QListWidgetItem &item = *m_list->item(row);
        if (item.data(IsPatternRole).toBool() == arePatterns) {
            paths << item.data(PathRole).toByteArray();
        }
    }
    return paths;
}

QByteArrayList SourcesList::paths() const
{
    return listed(false);
}

QByteArrayList SourcesList::patterns() const
{
    return listed(true);
}

void SourcesList::add(const QByteArrayList &paths)
{
    addAs(paths, false);
}

void SourcesList::addAs(const QByteArrayList &paths, bool arePatterns)
{
    QByteArrayList known = listed(arePatterns);
    const int before = m_list->count();
    for (const QByteArray &path : paths) {
        if (path.isEmpty() || known.contains(path)) {
            continue;
        }
        known << path;
        auto *item = new QListWidgetItem(files::shownPath(path), m_list);
        item->setData(PathRole, path);
        item->setData(IsPatternRole, arePatterns);
    }
    showHint();
    if (m_list->count() != before) { // else a plan would go for nothing
        emit changed();
    }
}

void SourcesList::addPattern(const QString &typed)
{
    QString path = typed.trimmed();
    if (path.startsWith(QLatin1String("~/"))) {
        path.remove(0, 2);
    }
    if (path.isEmpty()) {
        return;
    }
    const QByteArray whole = QFile::encodeName(QDir::home().absoluteFilePath(path));
    const QByteArray name = whole.mid(whole.lastIndexOf('/') + 1);
    addAs({whole}, std::any_of(name.begin(), name.end(), [](char c) {
              return c == '*' || c == '?' || c == '[';
          }));
}

/// A name that is no text comes as its bytes, percent-encoded.
QByteArrayList SourcesList::localPaths(const QList<QUrl> &urls)
{
    QByteArrayList paths;
    for (const QUrl &url : urls) {
        if (url.isLocalFile()) {
            QByteArray path =
                QByteArray::fromPercentEncoding(url.path(QUrl::FullyEncoded).toLatin1());
            while (path.size() > 1 && path.endsWith('/')) {
                path.chop(1); // of a folder
            }
            paths << path;
        }
    }
    return paths;
}

void SourcesList::choose(bool folder)
{
    auto *dialog = new QFileDialog(
        this, folder ? tr("Add a folder to copy") : tr("Add files to copy"), QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(folder ? QFileDialog::Directory : QFileDialog::ExistingFiles);
    dialog->setOption(QFileDialog::ShowDirsOnly, folder);
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList &chosen) {
        QByteArrayList paths;
        for (const QString &path : chosen) {
            paths << QFile::encodeName(path);
        }
        add(paths);
    });
    dialog->open();
}

void SourcesList::askForPattern()
{
    auto *dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Add a pattern of files to copy"));
    dialog->setLabelText(tr(
        "Files and folders whose names match, such as ~/code/*.py; *, ? and [a-z] are read in the "
        "last part."));
    connect(dialog, &QInputDialog::textValueSelected, this, &SourcesList::addPattern);
    dialog->open();
}

void SourcesList::removeSelected()
{
    const QList<QListWidgetItem *> selected = m_list->selectedItems();
    if (selected.isEmpty()) {
        return;
    }
    qDeleteAll(selected);
    showHint();
    emit changed();
}

void SourcesList::showHint()
{
    m_remove->setEnabled(!m_list->selectedItems().isEmpty());
    m_list->viewport()->update();
}

bool SourcesList::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_list && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Delete || key == Qt::Key_Backspace) {
            removeSelected();
            return true;
        }
    }
    if (watched == m_list->viewport() && event->type() == QEvent::Paint && m_list->count() == 0) {
        QPainter painter(m_list->viewport());
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(
            m_list->viewport()->rect().adjusted(Grid, 0, -Grid, 0),
            int(Qt::AlignCenter | Qt::TextWordWrap),
            tr("Drop files and folders here, or add them"));
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace podium::ui
