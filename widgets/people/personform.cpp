// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/people/personform.h"

#include "core/people/keys/textrules.h"
#include "core/people/roster/roster.h"
#include "core/people/roster/rosteredit.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"
#include "widgets/people/grantfields.h"
#include "widgets/people/keyfield.h"

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

namespace podium::ui {

using namespace podium::people;

namespace {

QLineEdit *field(const QString &name, const QString &placeholder)
{
    auto *edit = new QLineEdit;
    edit->setAccessibleName(name);
    edit->setPlaceholderText(placeholder);
    return edit;
}

} // namespace

PersonForm::PersonForm(const Clock &clock, const KeyPlace &newKeys, QWidget *parent)
    : QWidget(parent)
    , m_clock(clock)
    , m_title(headingLabel())
    , m_login(field(tr("Login"), QStringLiteral("ada")))
    , m_name(field(tr("Name"), tr("optional")))
    , m_email(field(tr("E-mail"), tr("optional")))
    , m_keys(new KeyField(newKeys))
    , m_note(field(tr("Note"), tr("for yourself; never sent anywhere")))
    , m_grants(new GrantFields(clock))
    , m_warning(wrappedLabel())
    , m_problem(problemLabel())
{
    setAccessibleName(tr("Add a person"));
    m_problem->setAccessibleName(tr("What is missing"));
    m_warning->setAccessibleName(tr("Who else has these keys"));
    auto *form = new QFormLayout;
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(Grid / 2);
    form->setRowWrapPolicy(QFormLayout::WrapAllRows);
    form->addRow(mutedLabel(tr("Login on the workers")), m_login);
    form->addRow(mutedLabel(tr("Name")), m_name);
    form->addRow(mutedLabel(tr("E-mail, for the welcome text")), m_email);
    form->addRow(mutedLabel(tr("Public keys, one a line")), m_keys);
    form->addRow(mutedLabel(tr("Nodes")), m_grants);
    m_grants->addFolded(tr("Note"), m_note);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Grid * 2, Grid * 2, Grid * 2, Grid * 2);
    column->setSpacing(Grid);
    column->addWidget(m_title);
    column->addLayout(form);
    column->addWidget(m_warning);
    column->addWidget(m_problem);
    column->addWidget(buildButtons());
    column->addStretch(1);
    for (QLineEdit *edit : {m_login, m_name, m_email, m_note}) {
        connect(edit, &QLineEdit::textChanged, this, &PersonForm::updateForm);
        connect(edit, &QLineEdit::returnPressed, this, &PersonForm::submit);
    }
    connect(m_keys, &KeyField::changed, this, &PersonForm::updateForm);
    connect(m_grants, &GrantFields::changed, this, &PersonForm::updateForm);
    startNew();
}

QWidget *PersonForm::buildButtons()
{
    auto *row = new QWidget;
    m_submit = new QPushButton(tr("Add"));
    setPrimary(m_submit);
    auto *cancel = new QPushButton(tr("Cancel"));
    auto *layout = makeRow(Grid, row);
    layout->addWidget(m_submit);
    layout->addWidget(cancel);
    layout->addStretch(1);
    connect(m_submit, &QPushButton::clicked, this, &PersonForm::submit);
    connect(cancel, &QPushButton::clicked, this, &PersonForm::cancelled);
    return row;
}

void PersonForm::setSelectors(const QStringList &selectors)
{
    m_grants->setSelectors(selectors);
}

void PersonForm::startNew()
{
    m_before.reset();
    m_title->setText(tr("Add a person"));
    m_submit->setText(tr("Add to the roster"));
    for (QLineEdit *edit : {m_login, m_name, m_email, m_note}) {
        edit->clear();
        edit->setEnabled(true);
    }
    m_keys->clear();
    m_grants->clear();
    m_login->setFocus();
    updateForm();
}

void PersonForm::startMore(const Person &person)
{
    fill(person, tr("More for %1").arg(person.login.text()));
    m_keys->focusEdit();
}

void PersonForm::startEdit(const Person &person)
{
    fill(person, tr("Edit %1").arg(person.login.text()));
    m_name->setFocus();
}

void PersonForm::startGrantEdit(const Person &person, const Grant &grant)
{
    fill(person, tr("What %1 may on %2").arg(person.login.text(), grant.selector));
    m_grants->setGrant(grant);
}

void PersonForm::fill(const Person &person, const QString &title)
{
    startNew();
    m_before = person;
    m_title->setText(title);
    m_submit->setText(tr("Change the roster"));
    m_login->setText(person.login.text());
    m_login->setEnabled(false);
    m_name->setText(person.fullName);
    m_email->setText(person.email);
    m_note->setText(person.note);
}

void PersonForm::updateForm()
{
    m_problem->clear();
    m_problem->hide();
    const QString login = m_login->text();
    if (!login.isEmpty() && !m_before) {
        if (const auto parsed = parseLogin(login); !parsed) {
            m_problem->setText(parsed.error().text());
            m_problem->show();
        }
    }
    warnOfOthersKeys();
}

/// Taking such a key from one leaves it with the other.
void PersonForm::warnOfOthersKeys()
{
    QStringList sentences;
    const auto keys = rosterKeysFrom(m_keys->text(), m_clock.now(), {}, m_keys->lineOptions());
    for (const RosterKey &key : keys.value_or(std::vector<RosterKey>())) {
        for (const UserName &owner : ownersOf(m_roster, key.key)) {
            if (!m_before || owner != m_before->login) {
                sentences << tr("%1 has the key %2 already. Removed from one of them, it still "
                                "lets the other in.")
                                 .arg(owner.text(), key.key.fingerprint());
            }
        }
    }
    m_warning->setText(sentences.join(QLatin1Char('\n')));
    m_warning->setVisible(!sentences.isEmpty());
}

bool PersonForm::complain(const QString &text, QWidget *where)
{
    m_problem->setText(text);
    m_problem->show();
    where->setFocus();
    return false;
}

std::optional<Person> PersonForm::person()
{
    const auto login = parseLogin(m_login->text());
    if (!login) {
        (void)complain(login.error().text(), m_login);
        return std::nullopt;
    }
    Person person = m_before.value_or(Person());
    person.login = *login;
    person.fullName = m_name->text().simplified();
    person.email = m_email->text().trimmed();
    person.note = m_note->text().trimmed();
    if (!m_keys->isEmpty()) {
        const auto keys = rosterKeysFrom(m_keys->text(), m_clock.now(), {}, m_keys->lineOptions());
        if (!keys) {
            (void)complain(keys.error().text(), m_keys);
            return std::nullopt;
        }
        for (const RosterKey &key : *keys) {
            const auto isSame = [&key](const RosterKey &own) { return own.key == key.key; };
            if (std::none_of(person.keys.begin(), person.keys.end(), isSame)) {
                person.keys.push_back(key);
            }
        }
    }
    const auto more = m_grants->grants();
    if (!more) {
        (void)complain(more.error().text(), m_grants->wrongField());
        return std::nullopt;
    }
    for (const Grant &grant : *more) {
        std::erase_if(person.grants, [&grant](const Grant &own) {
            return own.selector == grant.selector && own.login == grant.login;
        });
        person.grants.push_back(grant);
    }
    if (const auto fine = checkPerson(person); !fine) {
        (void)complain(fine.error().text(), m_name);
        return std::nullopt;
    }
    return person;
}

void PersonForm::submit()
{
    updateForm();
    if (const auto ready = person()) {
        emit submitted(*ready, !m_before.has_value());
    }
}

} // namespace podium::ui
