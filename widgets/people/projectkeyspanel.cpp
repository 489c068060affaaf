// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/people/projectkeyspanel.h"

#include "core/base/daytext.h"
#include "core/people/roster/rosteredit.h"
#include "core/ssh/plaintext.h"
#include "widgets/common/controls.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"
#include "widgets/people/keyfield.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTreeWidget>

#include <algorithm>
#include <memory>
#include <utility>

namespace podium::ui {

using namespace podium::people;

ProjectKeysPanel::ProjectKeysPanel(
    cloud::ComputeClient &compute, const Clock &clock, const KeyPlace &newKeys, QWidget *parent)
    : QWidget(parent)
    , m_compute(compute)
    , m_clock(clock)
    , m_projects(new QComboBox)
    , m_state(mutedLabel())
    , m_stack(new QStackedWidget)
    , m_review(new ProjectKeyReview)
    , m_table(new QTreeWidget)
    , m_login(new QLineEdit)
    , m_key(new KeyField(newKeys))
{
    setAccessibleName(tr("Project keys"));
    prepareList(m_table, tr("Keys in the project's metadata"));
    m_table->setHeaderLabels({tr("User"), tr("Key"), tr("Until"), tr("Comment")});
    m_table->setRootIsDecorated(false);
    m_table->setUniformRowHeights(true);
    m_table->setFrameShape(QFrame::NoFrame);
    m_list = new QWidget;
    auto *list = makeColumn(0, m_list);
    m_keysView = new QStackedWidget;
    m_keysView->addWidget(m_table);
    m_keysView->addWidget(new EmptyState(
        QStringLiteral("key"), tr("No keys in the metadata of this project"),
        tr("Whoever has a key here is root on every node of the project. Add one below, or leave "
           "it empty and give people accounts by the roster.")));
    list->addWidget(m_keysView, 1);
    list->addWidget(new Hairline(Qt::Horizontal));
    list->addWidget(buildAdd());
    m_stack->addWidget(m_list);
    m_stack->addWidget(m_review);
    auto *column = makeColumn(0, this);
    column->addWidget(buildHead());
    column->addWidget(new Hairline(Qt::Horizontal));
    column->addWidget(m_stack, 1);
    connectParts();
}

QWidget *ProjectKeysPanel::buildHead()
{
    m_projects->setAccessibleName(tr("Project"));
    m_remove = new QPushButton(tr("Remove from the project…"));
    m_remove->setEnabled(false);
    auto *back = new QPushButton(tr("Back"));
    auto *box = new QWidget;
    auto *head = new QHBoxLayout(box);
    head->setContentsMargins(Grid * 2, Grid, Grid * 2, Grid);
    head->setSpacing(Grid);
    head->addWidget(headingLabel(tr("Keys in the metadata of")));
    head->addWidget(m_projects);
    head->addWidget(m_state, 1);
    head->addWidget(back);
    head->addWidget(m_remove);
    connect(back, &QPushButton::clicked, this, &ProjectKeysPanel::closed);
    return box;
}

void ProjectKeysPanel::connectParts()
{
    connect(m_remove, &QPushButton::clicked, this, &ProjectKeysPanel::removeSelected);
    connect(m_add, &QPushButton::clicked, this, &ProjectKeysPanel::add);
    connect(m_projects, QOverload<int>::of(&QComboBox::activated), this, [this] { refresh(); });
    connect(m_table, &QTreeWidget::itemSelectionChanged, this, [this] {
        m_remove->setEnabled(!selectedIndex(*m_table).data(Qt::UserRole).isNull());
    });
    connect(m_review, &ProjectKeyReview::cancelled, this, &ProjectKeysPanel::showList);
    connect(m_review, &ProjectKeyReview::confirmed, this, [this](const ProjectKeyChange &change) {
        showList();
        perform(change, false);
    });
}

void ProjectKeysPanel::showList()
{
    m_stack->setCurrentWidget(m_list);
    m_remove->show();
}

QWidget *ProjectKeysPanel::buildAdd()
{
    auto *box = new QWidget;
    m_login->setAccessibleName(tr("Account for the key"));
    m_login->setPlaceholderText(tr("account name"));
    m_login->setFixedWidth(Grid * 20);
    m_add = new QPushButton(tr("Add to the project…"));
    auto *warning = mutedLabel(
        tr("Google's guest agent makes everyone listed here root on every node of the project."));
    auto *row = new QHBoxLayout;
    row->setSpacing(Grid);
    row->addWidget(m_login, 0, Qt::AlignTop);
    row->addWidget(m_key, 1);
    row->addWidget(m_add, 0, Qt::AlignTop);
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins(Grid * 2, Grid, Grid * 2, Grid);
    column->setSpacing(Grid);
    column->addWidget(warning);
    column->addLayout(row);
    return box;
}

void ProjectKeysPanel::setProjects(const std::vector<std::pair<ProjectId, int>> &projects)
{
    const QString chosen = m_projects->currentText();
    m_projects->clear();
    for (const auto &[project, nodes] : projects) {
        m_projects->addItem(project.text(), nodes);
    }
    m_projects->setCurrentIndex(std::max(0, m_projects->findText(chosen)));
}

void ProjectKeysPanel::chooseProject(const ProjectId &project)
{
    m_projects->setCurrentIndex(std::max(0, m_projects->findText(project.text())));
}

std::optional<ProjectId> ProjectKeysPanel::project() const
{
    return ProjectId::parse(m_projects->currentText());
}

void ProjectKeysPanel::refresh()
{
    const auto chosen = project();
    showList(); // what was to be changed was another project's
    m_keysView->setCurrentWidget(m_table);
    m_table->clear();
    m_keys.clear();
    setKnown(false);
    if (!chosen) {
        m_state->setText(tr("No project is known."));
        return;
    }
    m_state->setText(tr("asking…"));
    m_compute.metadata(
        *chosen,
        {this, [this, question = ++m_question](const Result<cloud::ProjectMetadata> &metadata) {
             if (question == m_question) {
                 onMetadata(metadata);
             }
         }});
}

void ProjectKeysPanel::onMetadata(const Result<cloud::ProjectMetadata> &metadata)
{
    m_table->clear();
    m_keysView->setCurrentWidget(m_table); // what is not known is not empty
    if (!metadata) {
        m_state->setText(tr("unknown"));
        emit failed(metadata.error());
        return;
    }
    const ProjectKeys keys = projectKeys(*metadata);
    m_keys = keys.keys;
    setKnown(true);
    for (const MetadataKey &key : m_keys) {
        auto *item = new QTreeWidgetItem(
            m_table,
            {key.user, key.line ? key.line->key.fingerprint() : tr("a line that is not a key"),
             key.expires ? plainTime(key.expires->toLocalTime(), QStringLiteral("yyyy-MM-dd HH:mm"))
                         : QString(),
             key.line ? ssh::plainText(key.line->comment, 80) : QString()});
        if (key.line) {
            item->setData(0, Qt::UserRole, key.line->key.fingerprint());
        }
    }
    m_keysView->setCurrentIndex(m_keys.empty() ? 1 : 0);
    for (int column = 0; column < 3; ++column) {
        m_table->resizeColumnToContents(column);
    }
    m_state->setText(
        keys.usesOsLogin        ? tr("OS Login is on: the nodes ignore these keys.")
        : keys.keys.size() == 1 ? tr("1 key")
                                : tr("%1 keys").arg(keys.keys.size()));
}

/// A key that was there before would be told as added, and its undo would take it away.
void ProjectKeysPanel::setKnown(bool isKnown)
{
    m_add->setEnabled(isKnown);
    m_add->setToolTip(isKnown ? QString() : tr("It is not known which keys the project has"));
    m_add->setAccessibleDescription(m_add->toolTip());
}

void ProjectKeysPanel::add()
{
    const auto user = UserName::parse(m_login->text());
    if (!user) {
        emit failed({ErrorKind::InvalidArgument, tr("Not a valid Linux login name.")});
        m_login->setFocus();
        return;
    }
    const auto keys = rosterKeysFrom(m_key->text(), m_clock.now());
    if (!keys || keys->size() != 1) {
        emit failed(
            keys ? Error{ErrorKind::InvalidArgument, tr("Give one key at a time.")} : keys.error());
        m_key->focusEdit();
        return;
    }
    const RosterKey &key = keys->front();
    const QByteArray line =
        withMetadataKey({}, *user, {{}, key.key, key.label.toUtf8()}, std::nullopt);
    const MetadataKey added = readMetadataKeys(line).front();
    const bool isThere = std::any_of(m_keys.begin(), m_keys.end(), [&](const MetadataKey &one) {
        return one.user == added.user && one.line && one.line->key == added.line->key;
    });
    if (isThere) {
        emit failed(
            {ErrorKind::InvalidArgument,
             tr("%1 has this key in the project's metadata already.").arg(added.user)});
    } else if (const auto chosen = project()) {
        review({*chosen, true, added});
    }
}

void ProjectKeysPanel::removeSelected()
{
    const int row = selectedIndex(*m_table).row();
    const auto chosen = project();
    if (!chosen || row < 0 || !m_keys[std::size_t(row)].line) {
        return;
    }
    ProjectKeyChange removal{*chosen, false, m_keys[std::size_t(row)]};
    for (std::size_t i = 0; i < m_keys.size(); ++i) {
        const MetadataKey &other = m_keys[i];
        if (i != std::size_t(row) && other.user == removal.key.user && other.line &&
            other.line->key == removal.key.line->key) {
            removal.more.push_back(other);
        }
    }
    review(removal);
}

void ProjectKeysPanel::review(const ProjectKeyChange &change)
{
    m_remove->hide(); // it is about the list
    m_review->show(change, m_projects->currentData().toInt());
    m_stack->setCurrentWidget(m_review);
    m_review->setFocus();
}

void ProjectKeysPanel::perform(const ProjectKeyChange &change, bool isUndo)
{
    if (isChosen(change.project)) {
        m_add->setEnabled(false);
        m_remove->setEnabled(false);
        m_state->setText(tr("changing…"));
    }
    const auto edit = std::make_shared<ProjectKeysEdit>();
    m_compute.changeMetadata(
        change.project, QString::fromLatin1(projectKeysEntry), recorded(change.forMetadata(), edit),
        {this, [this, change, edit, isUndo](const Result<cloud::ProjectMetadata> &metadata) {
             if (!metadata) {
                 emit failed(metadata.error());
                 if (isChosen(change.project)) {
                     refresh();
                 }
                 return;
             }
             if (change.isAddition && !isUndo) {
                 m_key->clear(); // it is in the list now
             }
             if (isChosen(change.project)) {
                 ++m_question; // whatever is being asked was asked before this
                 onMetadata(metadata);
             }
             emit noted(change.project.text(), change.done());
             emit changed(
                 isUndo ? tr("Undone. %1").arg(change.done()) : change.done(),
                 tr("The nodes follow within about a minute."),
                 isUndo ? std::function<void()>()
                        : [this, back = change.inverse(*edit)] { perform(back, true); });
         }});
}

/// Another one's list and review are not touched by what becomes of a change.
bool ProjectKeysPanel::isChosen(const ProjectId &changed) const
{
    return project() == changed;
}

} // namespace podium::ui
