// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/people/grantfields.h"

#include "core/people/keys/textrules.h"
#include "core/people/roster/roster.h"
#include "widgets/common/icons.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDateEdit>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QToolButton>

#include <algorithm>
#include <initializer_list>

namespace podium::ui {

using namespace podium::people;

namespace {

QStringList wordsOf(const QString &text)
{
    static const QRegularExpression blanks(QStringLiteral("[\\s,]+"));
    return text.split(blanks, Qt::SkipEmptyParts);
}

QCheckBox *check(const QString &text, const QString &toolTip)
{
    auto *box = new QCheckBox(text);
    box->setToolTip(toolTip);
    return box;
}

QDateEdit *dateEdit(const QString &name)
{
    auto *edit = new QDateEdit;
    edit->setAccessibleName(name);
    edit->setDisplayFormat(QStringLiteral("yyyy-MM-dd"));
    edit->setCalendarPopup(true);
    return edit;
}

QHBoxLayout *dateRow(QCheckBox *box, QDateEdit *date)
{
    auto *row = new QHBoxLayout;
    row->setSpacing(Grid);
    row->addWidget(box);
    row->addWidget(date);
    row->addStretch(1);
    QObject::connect(box, &QCheckBox::toggled, date, &QDateEdit::setEnabled);
    return row;
}

/// The day as it begins here.
QDateTime startOf(const QDate &day)
{
    return wholeSeconds(day.startOfDay().toUTC());
}

QDate firstDayOf(const QDateTime &from)
{
    return from.toLocalTime().date();
}

/// An end is the first moment that is not given any more.
QDate lastDayOf(const QDateTime &until)
{
    return until.toLocalTime().addSecs(-1).date();
}

} // namespace

GrantFields::GrantFields(const Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_clock(clock)
    , m_nodes(new QComboBox)
    , m_sudo(new QCheckBox(tr("May use sudo without a password")))
    , m_ends(new QCheckBox(tr("Ends after")))
    , m_until(dateEdit(tr("Last day")))
    , m_fold(new QToolButton)
    , m_begins(new QCheckBox(tr("Begins on")))
    , m_from(dateEdit(tr("First day")))
{
    m_more = buildMore();
    m_nodes->setAccessibleName(tr("Nodes"));
    m_nodes->setEditable(true);
    m_nodes->setInsertPolicy(QComboBox::NoInsert);
    m_nodes->lineEdit()->setPlaceholderText(tr("none yet; names with globs, @all, @type=v4-64"));
    m_fold->setText(tr("More about the account"));
    m_fold->setAccessibleName(m_fold->text());
    m_fold->setCheckable(true);
    m_fold->setAutoRaise(true);
    m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    auto *column = makeColumn(Grid / 2, this);
    column->addWidget(m_nodes);
    column->addWidget(m_sudo);
    column->addLayout(dateRow(m_ends, m_until));
    column->addWidget(m_fold, 0, Qt::AlignLeft);
    column->addWidget(m_more);
    connect(m_nodes, &QComboBox::editTextChanged, this, &GrantFields::changed);
    connect(m_fold, &QToolButton::toggled, this, [this](bool isOpen) {
        m_fold->setIcon(
            themedIcon(isOpen ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right")));
        m_more->setVisible(isOpen);
    });
    clear();
}

QLineEdit *
GrantFields::addMoreLine(QFormLayout *form, const QString &name, const QString &placeholder)
{
    auto *edit = new QLineEdit;
    edit->setAccessibleName(name);
    edit->setPlaceholderText(placeholder);
    form->addRow(mutedLabel(name), edit);
    connect(edit, &QLineEdit::textChanged, this, &GrantFields::changed);
    return edit;
}

QWidget *GrantFields::buildMore()
{
    auto *more = new QWidget;
    m_moreForm = new QFormLayout(more);
    auto *form = m_moreForm;
    form->setContentsMargins(Grid * 2, 0, 0, 0);
    form->setVerticalSpacing(Grid / 2);
    form->setRowWrapPolicy(QFormLayout::WrapAllRows);
    m_login = addMoreLine(form, tr("Different account name"), tr("same as the login"));
    m_groups = addMoreLine(form, tr("Groups"), tr("e.g. video, render"));
    m_shell = addMoreLine(form, tr("Login shell"), QStringLiteral("/bin/bash"));
    form->addRow(dateRow(m_begins, m_from));
    m_adopt = check(
        tr("Take over an existing account"),
        tr("Otherwise an existing account that Podium did not create is left alone"));
    m_exclusive = check(
        tr("No other keys in the account"),
        tr("Keys that are not on the roster are removed, whoever put them there"));
    form->addRow(m_adopt);
    form->addRow(m_exclusive);
    return more;
}

void GrantFields::addFolded(const QString &label, QWidget *field)
{
    m_moreForm->addRow(mutedLabel(label), field);
}

void GrantFields::setGrant(const Grant &grant)
{
    clear();
    m_before = grant;
    m_nodes->setEditText(grant.selector);
    m_nodes->setEnabled(false);
    m_login->setText(grant.login ? grant.login->text() : QString());
    m_login->setEnabled(false);
    m_groups->setText(grant.groups.join(QLatin1Char(' ')));
    m_shell->setText(grant.shell);
    m_sudo->setChecked(grant.sudo);
    m_adopt->setChecked(grant.adopt);
    m_exclusive->setChecked(grant.exclusive);
    m_begins->setChecked(grant.from.has_value());
    m_ends->setChecked(grant.until.has_value());
    const auto show = [](QDateEdit *edit, const QDate &day) {
        edit->setMinimumDate(std::min(edit->minimumDate(), day));
        edit->setDate(day);
    };
    if (grant.from) {
        show(m_from, firstDayOf(*grant.from));
    }
    if (grant.until) {
        show(m_until, lastDayOf(*grant.until));
    }
    m_fold->setChecked(
        grant.login || !grant.groups.isEmpty() || !grant.shell.isEmpty() || grant.adopt ||
        grant.exclusive || grant.from);
    m_sudo->setFocus();
}

void GrantFields::clear()
{
    m_before.reset();
    m_nodes->setEnabled(true);
    m_login->setEnabled(true);
    const QDate today = m_clock.now().toLocalTime().date();
    m_nodes->setEditText(QString());
    for (QLineEdit *edit : {m_login, m_groups, m_shell}) {
        edit->clear();
    }
    for (QCheckBox *box : {m_sudo, m_ends, m_begins, m_adopt, m_exclusive}) {
        box->setChecked(false);
    }
    for (QDateEdit *date : {m_until, m_from}) {
        date->setEnabled(false);
        date->setMinimumDate(today);
    }
    m_until->setDate(today.addDays(90));
    m_from->setDate(today.addDays(1));
    m_fold->setIcon(themedIcon(QStringLiteral("chevron-right")));
    m_fold->setChecked(false);
    m_more->hide();
}

void GrantFields::setSelectors(const QStringList &selectors)
{
    const QString typed = m_nodes->currentText();
    m_nodes->clear();
    m_nodes->addItems(selectors);
    m_nodes->setEditText(typed);
}

Result<Grant> GrantFields::commonGrant()
{
    Grant grant;
    if (const QString name = m_login->text().trimmed(); !name.isEmpty()) {
        m_wrong = m_login;
        const auto login = parseLogin(name);
        if (!login) {
            return failure(login.error());
        }
        grant.login = *login;
    }
    grant.sudo = m_sudo->isChecked();
    grant.groups = wordsOf(m_groups->text());
    grant.shell = m_shell->text().trimmed();
    grant.adopt = m_adopt->isChecked();
    grant.exclusive = m_exclusive->isChecked();
    if (m_begins->isChecked()) {
        // A time of day that somebody chose elsewhere stays where the day does.
        const bool isSame =
            m_before && m_before->from && firstDayOf(*m_before->from) == m_from->date();
        grant.from = isSame ? m_before->from : startOf(m_from->date());
    }
    if (m_ends->isChecked()) {
        const bool isSame =
            m_before && m_before->until && lastDayOf(*m_before->until) == m_until->date();
        grant.until = isSame ? m_before->until : startOf(m_until->date().addDays(1));
    }
    return grant;
}

bool GrantFields::isAnythingGiven() const
{
    const auto isChecked = [](const QCheckBox *box) { return box->isChecked(); };
    const auto isTyped = [](const QLineEdit *edit) { return !edit->text().trimmed().isEmpty(); };
    const std::initializer_list<const QCheckBox *> boxes{
        m_sudo, m_ends, m_begins, m_adopt, m_exclusive};
    const std::initializer_list<const QLineEdit *> edits{m_login, m_groups, m_shell};
    return std::any_of(boxes.begin(), boxes.end(), isChecked) ||
           std::any_of(edits.begin(), edits.end(), isTyped);
}

Result<std::vector<Grant>> GrantFields::grants()
{
    const auto common = commonGrant();
    if (!common) {
        return failure(common.error());
    }
    m_wrong = m_nodes;
    const QStringList words = wordsOf(m_nodes->currentText());
    if (words.isEmpty() && isAnythingGiven()) {
        return failure(
            {ErrorKind::InvalidArgument,
             tr("Name the nodes this applies to."),
             {},
             tr("Sudo, dates, groups and the rest apply to nodes: name some, or clear them.")});
    }
    std::vector<Grant> grants;
    for (const QString &word : words) {
        if (const auto selector = parseSelector(word); !selector) {
            return failure(selector.error());
        }
        grants.push_back(*common);
        grants.back().selector = word;
    }
    return grants;
}

} // namespace podium::ui
