// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/people/personpanel.h"

#include "core/base/daytext.h"
#include "widgets/common/controls.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/icons.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>

namespace podium::ui {

using namespace podium::people;

namespace {

QString localTime(const QDateTime &time)
{
    return plainTime(time.toLocalTime(), QStringLiteral("yyyy-MM-dd HH:mm"));
}

QListWidget *smallList(const QString &name)
{
    auto *list = new QListWidget;
    prepareList(list, name);
    list->setFixedHeight(Grid * 13);
    return list;
}

} // namespace

PersonPanel::PersonPanel(QWidget *parent)
    : QWidget(parent)
    , m_title(headingLabel())
    , m_facts(wrappedLabel())
    , m_personPart(nullptr)
    , m_keys(smallList(tr("Keys")))
    , m_grants(smallList(tr("Nodes")))
{
    setAccessibleName(tr("Person"));
    m_personPart = buildPerson();
    m_forget = new QPushButton(tr("Forget"));
    m_forget->setToolTip(
        tr("Possible once all workers are clean; until then Podium remembers the keys."));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Grid * 2, Grid * 2, Grid * 2, Grid * 2);
    column->setSpacing(Grid);
    column->addWidget(m_title);
    column->addWidget(m_facts);
    column->addWidget(m_personPart);
    column->addWidget(m_forget, 0, Qt::AlignLeft);
    column->addStretch(1);
    connect(m_forget, &QPushButton::clicked, this, [this] { emit forgotten(m_leaver); });
}

QWidget *PersonPanel::buildPerson()
{
    auto *part = new QWidget;
    auto *edit = new QPushButton(tr("Edit…"));
    edit->setToolTip(tr("Name, e-mail and note"));
    auto *more = new QPushButton(tr("Add keys or nodes…"));
    auto *welcome = new QPushButton(tr("Welcome text"));
    auto *removeKey = new QPushButton(tr("Remove key"));
    auto *changeGrant = new QPushButton(tr("Change…"));
    changeGrant->setAccessibleName(tr("Change what is granted on these nodes"));
    changeGrant->setToolTip(changeGrant->accessibleName());
    auto *removeGrant = new QPushButton(tr("Remove nodes"));
    m_remove = new QPushButton(tr("Remove person…"));
    m_sure = buildRemove();
    auto *column = makeColumn(Grid, part);
    auto *actions = new QHBoxLayout;
    actions->setSpacing(Grid);
    actions->addWidget(edit);
    actions->addWidget(more);
    actions->addStretch(1);
    column->addLayout(actions);
    column->addWidget(welcome, 0, Qt::AlignLeft); // all three would be wider than the panel
    column->addWidget(mutedLabel(tr("Keys")));
    column->addWidget(m_keys);
    column->addWidget(removeKey, 0, Qt::AlignLeft);
    column->addWidget(mutedLabel(tr("Nodes")));
    column->addWidget(m_grants);
    auto *ofGrant = new QHBoxLayout;
    ofGrant->setSpacing(Grid);
    ofGrant->addWidget(changeGrant);
    ofGrant->addWidget(removeGrant);
    ofGrant->addStretch(1);
    column->addLayout(ofGrant);
    column->addWidget(m_remove, 0, Qt::AlignLeft);
    column->addWidget(m_sure);
    connect(edit, &QPushButton::clicked, this, [this] { emit editRequested(*m_person); });
    connect(changeGrant, &QPushButton::clicked, this, &PersonPanel::changeGrant);
    connect(more, &QPushButton::clicked, this, [this] { emit moreRequested(*m_person); });
    connect(welcome, &QPushButton::clicked, this, [this] { emit welcomeRequested(*m_person); });
    connect(removeKey, &QPushButton::clicked, this, &PersonPanel::removeKey);
    connect(removeGrant, &QPushButton::clicked, this, &PersonPanel::removeGrant);
    connect(m_remove, &QPushButton::clicked, this, [this] {
        m_sure->show();
        m_remove->hide();
        m_account->setFocus();
    });
    const std::pair<QListWidget *, QPushButton *> needing[] = {
        {m_keys, removeKey}, {m_grants, removeGrant}, {m_grants, changeGrant}};
    for (const auto &[list, button] : needing) {
        button->setEnabled(false);
        connect(list, &QListWidget::itemSelectionChanged, this, [from = list, to = button] {
            to->setEnabled(!from->selectedItems().isEmpty());
        });
    }
    return part;
}

QWidget *PersonPanel::buildRemove()
{
    auto *box = new QWidget;
    m_account = new QComboBox;
    m_account->setAccessibleName(tr("What happens to the account"));
    m_account->addItem(tr("Close the account, keep the home"));
    m_account->addItem(tr("Delete the account, keep the home"));
    m_account->addItem(tr("Delete the account, pack the home"));
    m_account->addItem(tr("Delete the account and the home"));
    m_account->addItem(tr("Remove the keys only"));
    m_sessions = new QCheckBox(tr("Stop their running processes"));
    auto *sure = new QPushButton(tr("Remove"));
    auto *column = makeColumn(Grid / 2, box);
    column->addWidget(mutedLabel(tr("On the workers, once applied:")));
    column->addWidget(m_account);
    column->addWidget(m_sessions);
    column->addWidget(sure, 0, Qt::AlignLeft);
    connect(sure, &QPushButton::clicked, this, [this] { emit removed(*m_person, offboarding()); });
    return box;
}

Offboarding PersonPanel::offboarding() const
{
    static constexpr std::pair<AccountChoice, HomeChoice> choices[] = {
        {AccountChoice::Lock, HomeChoice::Keep},
        {AccountChoice::Delete, HomeChoice::Keep},
        {AccountChoice::Delete, HomeChoice::Archive},
        {AccountChoice::Delete, HomeChoice::Delete},
        {AccountChoice::Keep, HomeChoice::Keep}};
    const auto &[account, home] = choices[std::size_t(m_account->currentIndex())];
    return {account, home, m_sessions->isChecked()};
}

const Grant *PersonPanel::chosenGrant() const
{
    const int row = selectedIndex(*m_grants).row(); // in the order of the person's grants
    const bool isThere = m_person && row >= 0 && row < int(m_person->grants.size());
    return isThere ? &m_person->grants[std::size_t(row)] : nullptr;
}

void PersonPanel::changeGrant()
{
    if (const Grant *grant = chosenGrant()) {
        emit grantEditRequested(*m_person, *grant);
    }
}

/// One account on these nodes: another grant may name the same nodes for another one.
void PersonPanel::removeGrant()
{
    if (const Grant *chosen = chosenGrant()) {
        const Grant grant = *chosen;
        m_grants->setFocus(); // the button is disabled once it is gone
        emit grantRemoved(m_person->login, grant);
    }
}

void PersonPanel::removeKey()
{
    const QModelIndex key = selectedIndex(*m_keys);
    if (!key.isValid() || !m_person) {
        return;
    }
    const QString fingerprint = key.data(Qt::UserRole).toString();
    m_keys->setFocus(); // the button is disabled once it is gone
    emit keyRemoved(m_person->login, fingerprint);
}

void PersonPanel::show(const Person &person)
{
    const bool isSame = m_person && m_person->login == person.login;
    m_person = person;
    m_title->setText(person.login.text());
    QStringList facts;
    for (const QString &fact : {person.fullName, person.email, person.note}) {
        if (!fact.isEmpty()) {
            facts << fact;
        }
    }
    m_facts->setText(facts.join(QLatin1Char('\n')));
    m_facts->setVisible(!facts.isEmpty());
    m_keys->clear();
    for (const RosterKey &key : person.keys) {
        QString text = keyTypeName(key.key.type()) + QLatin1Char(' ') +
                       (key.label.isEmpty() ? key.key.fingerprint() : key.label);
        text += key.expires ? tr(", until %1").arg(lastTimeText(*key.expires)) : QString();
        auto *item = new QListWidgetItem(text, m_keys);
        item->setData(Qt::UserRole, key.key.fingerprint());
        item->setToolTip(plainToolTip(key.key.fingerprint()));
    }
    m_grants->clear();
    for (const Grant &grant : person.grants) {
        QString text = grant.selector;
        text += grant.login ? tr(", as %1").arg(grant.login->text()) : QString();
        text += grant.sudo ? tr(", sudo") : QString();
        text += grant.groups.isEmpty() ? QString()
                                       : tr(", in %1").arg(grant.groups.join(QStringLiteral(", ")));
        text += grant.exclusive ? tr(", no other keys") : QString();
        text += grant.from ? tr(", from %1").arg(firstTimeText(*grant.from)) : QString();
        text += grant.until ? tr(", until %1").arg(lastTimeText(*grant.until)) : QString();
        m_grants->addItem(text);
    }
    m_personPart->show();
    m_forget->hide();
    if (!isSame) {
        m_sure->hide();
        m_remove->show();
        m_account->setCurrentIndex(0);
        m_sessions->setChecked(false);
    }
}

void PersonPanel::show(const FormerMember &formerMember)
{
    m_person.reset();
    m_leaver = formerMember.login;
    m_title->setText(formerMember.login.text());
    m_facts->setText(
        tr("Left %1. What Podium made for them goes when the roster is applied; a worker that "
           "cannot be reached now is cleaned later.")
            .arg(localTime(formerMember.since)));
    m_facts->show();
    m_personPart->hide();
    m_forget->show();
}

} // namespace podium::ui
