// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/sshconfig/sshoptionsform.h"

#include "widgets/common/controls.h"
#include "widgets/common/icons.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QAction>
#include <QCheckBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLineEdit>

#include <utility>

namespace podium::ui {

namespace {

QLineEdit *optionField(const QString &name, const QString &placeholder)
{
    auto *edit = new QLineEdit;
    edit->setAccessibleName(name);
    edit->setPlaceholderText(placeholder);
    return edit;
}

} // namespace

SshOptionsForm::SshOptionsForm(QWidget *parent)
    : QWidget(parent)
    , m_pattern(optionField(tr("Alias pattern"), QStringLiteral("{node}-{worker}")))
    , m_user(optionField(tr("User"), tr("not set")))
    , m_key(optionField(tr("Private key"), tr("not set")))
    , m_forward(new QCheckBox(tr("Forward the ssh agent")))
    , m_problem(wrappedLabel())
{
    setAccessibleName(tr("Options"));
    m_pattern->setToolTip(tr("{node} {worker} {zone} {project} are replaced for each worker"));
    m_forward->setToolTip(
        tr("Anyone with root on the worker can use your agent while you are connected"));
    QAction *choose =
        m_key->addAction(themedIcon(QStringLiteral("file")), QLineEdit::TrailingPosition);
    choose->setText(tr("Choose a private key (Alt+Down)"));
    choose->setShortcut(QKeySequence(int(Qt::ALT) | Qt::Key_Down));
    choose->setShortcutContext(Qt::WidgetShortcut);
    auto *form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(Grid / 2);
    form->setRowWrapPolicy(QFormLayout::WrapAllRows);
    form->addRow(mutedLabel(tr("Alias pattern")), m_pattern);
    form->addRow(mutedLabel(tr("User")), m_user);
    form->addRow(mutedLabel(tr("Private key")), m_key);
    form->addRow(m_forward);
    form->addRow(m_problem);
    m_problem->hide();

    for (QLineEdit *edit : {m_pattern, m_user, m_key}) {
        connect(edit, &QLineEdit::editingFinished, this, &SshOptionsForm::edited);
    }
    connect(m_forward, &QCheckBox::toggled, this, &SshOptionsForm::edited);
    connect(choose, &QAction::triggered, this, &SshOptionsForm::chooseKey);
}

void SshOptionsForm::setOptions(
    const sshconfig::ConfigOptions &options, const sshconfig::ConfigOptions &effective)
{
    const auto fallback = [](const QString &value) {
        return value.isEmpty() ? tr("not set") : tr("%1, as for runs").arg(value);
    };
    m_user->setPlaceholderText(fallback(effective.user));
    m_key->setPlaceholderText(fallback(effective.identityFile));
    const sshconfig::ConfigOptions before = std::exchange(m_options, options);
    show(m_pattern, before.aliasPattern, options.aliasPattern);
    show(m_user, before.user, options.user);
    show(m_key, before.identityFile, options.identityFile);
    const QSignalBlocker quiet(m_forward);
    m_forward->setChecked(options.forwardAgent);
}

/// Where nobody has typed, the old value would be set again when the field is left.
void SshOptionsForm::show(QLineEdit *edit, const QString &before, const QString &now)
{
    const bool isRefused = !m_problem->isHidden(); // what is said is of what stands there
    const bool isTyped = edit->text() != before && (edit->hasFocus() || isRefused);
    if (!isTyped && edit->text() != now) {
        edit->setText(now);
    } else if (isTyped && now != before && now != edit->text()) {
        emit overtaken(tr("Another program has changed what you are editing: %1.")
                           .arg(edit->accessibleName()));
    }
}

QString SshOptionsForm::problem() const
{
    const QString pattern = m_pattern->text();
    if (!pattern.contains(QLatin1String("{node}"))) {
        return tr("The alias pattern needs {node}, or all nodes would have one name.");
    }
    if (!m_user->text().isEmpty() && !UserName::parse(m_user->text())) {
        return tr("Not a valid Linux login name.");
    }
    return {};
}

void SshOptionsForm::edited()
{
    const QString trouble = problem();
    m_problem->setText(trouble);
    m_problem->setVisible(!trouble.isEmpty());
    if (!trouble.isEmpty()) {
        return;
    }
    sshconfig::ConfigOptions options = m_options;
    options.aliasPattern = m_pattern->text();
    options.user = m_user->text();
    options.identityFile = m_key->text();
    options.forwardAgent = m_forward->isChecked();
    const bool same = options.aliasPattern == m_options.aliasPattern &&
                      options.user == m_options.user &&
                      options.identityFile == m_options.identityFile &&
                      options.forwardAgent == m_options.forwardAgent;
    if (!same) {
        m_options = options;
        emit optionsEdited(options);
    }
}

void SshOptionsForm::chooseKey()
{
    auto *dialog = new QFileDialog(this, tr("Choose a private key"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setFilter(QDir::Files | QDir::Hidden);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        m_key->setText(path);
        edited();
    });
    dialog->open();
}

} // namespace podium::ui
