// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/settings/secretdialog.h"

#include "core/base/files.h"
#include "core/base/jobs.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>

namespace podium::ui {

namespace {

constexpr int LargestSecretFile = 32 * 1024;
constexpr int MostPlaces = 6; ///< of which there is room for the names

/// What stays as it is on workers; null where it was put nowhere.
QLabel *whereItStays(const std::vector<secret::Placement> &placements)
{
    QStringList lines = secret::placeTexts(placements);
    if (lines.isEmpty()) {
        return nullptr;
    }
    const int more = lines.size() - MostPlaces;
    if (more > 0) {
        lines.erase(lines.begin() + MostPlaces, lines.end());
        lines << SecretDialog::tr("and %n more", nullptr, more);
    }
    lines.prepend(
        SecretDialog::tr("Workers keep the one before until its recipe is run there again:"));
    return wrappedLabel(lines.join(QLatin1Char('\n')));
}

} // namespace

SecretDialog::SecretDialog(
    const std::optional<secret::SecretName> &name, const std::vector<secret::Placement> &placements,
    QWidget *parent)
    : QDialog(parent)
    , m_name(new QLineEdit(name ? name->text() : QString()))
    , m_value(new QLineEdit)
    , m_problem(wrappedLabel())
    , m_save(new QPushButton(name ? tr("Replace") : tr("Set")))
{
    setWindowTitle(name ? tr("Replace %1").arg(name->text()) : tr("Set a secret"));
    setAccessibleName(windowTitle());
    m_name->setAccessibleName(tr("Name of the secret"));
    m_name->setPlaceholderText(tr("as wandb, huggingface or deploy-key"));
    m_name->setReadOnly(name.has_value());
    m_value->setAccessibleName(tr("Secret"));
    m_value->setEchoMode(QLineEdit::Password);
    m_value->setInputMethodHints(Qt::ImhSensitiveData | Qt::ImhNoPredictiveText);
    auto *file = new QPushButton(tr("From a file…"));
    auto *cancel = new QPushButton(tr("Cancel"));
    setPrimary(m_save);
    auto *value = new QHBoxLayout;
    value->setSpacing(Grid);
    value->addWidget(m_value, 1);
    value->addWidget(file);
    auto *form = new QFormLayout;
    form->setSpacing(Grid);
    form->addRow(tr("&Name"), m_name);
    auto *secretName = new QLabel(tr("&Secret"));
    secretName->setBuddy(m_value);
    form->addRow(secretName, value);
    m_problem->setForegroundRole(QPalette::PlaceholderText);
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(m_save);
    auto *column = new QVBoxLayout(this);
    column->setSpacing(Grid * 2);
    column->addLayout(form);
    column->addWidget(m_problem);
    if (QLabel *places = whereItStays(placements)) {
        column->addWidget(places);
    }
    column->addStretch();
    column->addLayout(buttons);
    resize(Grid * 60, sizeHint().height());
    connect(m_name, &QLineEdit::textChanged, this, &SecretDialog::check);
    connect(m_value, &QLineEdit::textChanged, this, [this] {
        takeFile({}, {}); // what is typed is it, alone
        check();
    });
    connect(file, &QPushButton::clicked, this, &SecretDialog::chooseFile);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &SecretDialog::onAccepted);
    (name ? m_value : m_name)->setFocus();
    check();
}

QString SecretDialog::value() const
{
    return m_fromFile.isEmpty() ? m_value->text() : m_fromFile;
}

void SecretDialog::check()
{
    const bool isName = secret::SecretName::parse(m_name->text()).has_value();
    m_save->setEnabled(isName && !value().isEmpty());
    m_problem->setText(
        isName || m_name->text().isEmpty()
            ? tr("It is kept in the desktop's keyring. Where none runs, until Podium closes.")
            : tr("A name has letters, digits, “.”, “_” and “-”, and begins with a letter or a "
                 "digit."));
}

void SecretDialog::chooseFile()
{
    auto *dialog = new QFileDialog(this, tr("A file that has the secret and nothing else"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &SecretDialog::readFrom);
    dialog->open();
}

void SecretDialog::readFrom(const QString &path)
{
    runJob(
        this, [path] { return readFile(path, LargestSecretFile); },
        [this, path](const Result<QByteArray> &bytes) {
            if (!bytes) {
                m_problem->setText(bytes.error().text());
                return;
            }
            const QString text = QString::fromUtf8(*bytes);
            if (text.trimmed().isEmpty()) {
                m_problem->setText(tr("There is no secret in %1.").arg(path));
            } else if (text.toUtf8() != *bytes) {
                m_problem->setText(tr("%1 is no plain UTF-8 text.").arg(path));
            } else {
                const QSignalBlocker notTyped(m_value);
                m_value->clear();
                takeFile(QFileInfo(path).fileName(), text);
                check();
            }
        });
}

/// Its name is seen where one types, and is never taken for what is in it.
void SecretDialog::takeFile(const QString &name, const QString &text)
{
    m_fromFile = text;
    m_value->setPlaceholderText(text.isEmpty() ? QString() : tr("all that is in %1").arg(name));
    m_value->setAccessibleDescription(m_value->placeholderText());
}

void SecretDialog::onAccepted()
{
    if (const auto name = secret::SecretName::parse(m_name->text())) {
        emit entered(*name, value());
        accept();
    }
}

} // namespace podium::ui
