// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/people/keyfield.h"

#include "core/base/files.h"
#include "core/base/jobs.h"
#include "core/ssh/plaintext.h"
#include "widgets/common/icons.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"
#include "widgets/people/keymaker.h"

#include <QCheckBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

namespace podium::ui {

using namespace podium::people;

namespace {

/// "✓ ED25519, 256 bits, SHA256:… (ada@laptop)", then what is to be said about it.
QString verdictOf(const KeyEntry &entry)
{
    QStringList parts;
    if (entry.line) {
        const PublicKey &key = entry.line->key;
        const QString comment = ssh::plainText(entry.line->comment, 60);
        parts << QStringLiteral("%1 %2, %3, %4 %5")
                     .arg(
                         entry.isUsable() ? QStringLiteral("✓") : QStringLiteral("✗"),
                         keyTypeName(key.type()),
                         QCoreApplication::translate("KeyField", "%1 bits").arg(key.bits()),
                         key.fingerprint(),
                         comment.isEmpty() ? QString() : QStringLiteral("(%1)").arg(comment))
                     .trimmed();
    }
    for (const KeyRemark &remark : entry.remarks) {
        const QString mark = remark.severity == Severity::Refused   ? QStringLiteral("✗ ")
                             : remark.severity == Severity::Warning ? QStringLiteral("! ")
                                                                    : QString();
        parts << mark + remark.text;
    }
    return parts.join(QLatin1Char('\n'));
}

} // namespace

KeyField::KeyField(const KeyPlace &place, QWidget *parent)
    : QWidget(parent)
    , m_edit(new QPlainTextEdit)
    , m_verdict(wrappedLabel())
    , m_keepOptions(new QCheckBox(tr("Keep the options before the keys")))
    , m_maker(new KeyMaker(place))
{
    m_edit->setAccessibleName(tr("Public keys"));
    m_edit->setPlaceholderText(tr("ssh-ed25519 AAAA… name@laptop"));
    m_edit->setFont(monospaceFont());
    m_edit->setTabChangesFocus(true);
    setFocusProxy(m_edit);
    m_edit->setFixedHeight(Grid * 9);
    m_verdict->setAccessibleName(tr("About the keys"));
    m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse);
    buildSources();
    auto *column = makeColumn(Grid / 2, this);
    column->addWidget(m_edit);
    column->addWidget(m_sources);
    column->addWidget(m_maker);
    column->addWidget(m_verdict);
    column->addWidget(m_keepOptions);
    m_verdict->hide();
    m_keepOptions->hide();
    m_maker->hide();
    connect(m_maker, &KeyMaker::cancelled, this, [this] { showMaker(false); });
    connect(m_maker, &KeyMaker::made, this, [this](const QByteArray &line) {
        append(QString::fromUtf8(line));
    });
    connect(m_edit, &QPlainTextEdit::textChanged, this, &KeyField::judge);
}

void KeyField::buildSources()
{
    m_sources = new QWidget;
    auto *file = new QPushButton(themedIcon(QStringLiteral("file")), tr("From a file…"));
    file->setAccessibleName(tr("Keys from a file"));
    auto *make = new QPushButton(themedIcon(QStringLiteral("key")), tr("Make a key…"));
    make->setToolTip(tr("A new pair of keys on this machine, for yourself"));
    auto *row = makeRow(Grid, m_sources);
    row->addWidget(file);
    row->addWidget(make);
    row->addStretch(1);
    connect(file, &QPushButton::clicked, this, &KeyField::chooseFile);
    connect(make, &QPushButton::clicked, this, [this] { showMaker(true); });
}

void KeyField::showMaker(bool shown)
{
    m_maker->restart();
    m_maker->setVisible(shown);
    m_sources->setVisible(!shown);
}

void KeyField::append(const QString &lines)
{
    const QString before = m_edit->toPlainText().trimmed();
    m_edit->setPlainText(before.isEmpty() ? lines : QString(before + QLatin1Char('\n') + lines));
}

QByteArray KeyField::text() const
{
    return m_edit->toPlainText().toUtf8();
}

LineOptions KeyField::lineOptions() const
{
    return m_keepOptions->isChecked() ? LineOptions::Kept : LineOptions::LeftOut;
}

bool KeyField::isEmpty() const
{
    return m_edit->toPlainText().trimmed().isEmpty();
}

void KeyField::clear()
{
    ++m_turn;
    m_edit->clear();
    m_keepOptions->setChecked(false);
    showMaker(false);
}

void KeyField::focusEdit()
{
    m_edit->setFocus();
}

void KeyField::judge()
{
    const KeyText read = readKeyText(text());
    m_isUsable = read.isUsable();
    QStringList verdicts;
    for (const KeyEntry &entry : read.entries) {
        verdicts << verdictOf(entry);
    }
    if (read.hasPrivateKey) {
        // Nobody needs it here, and it should not stay on a screen.
        const QSignalBlocker quiet(m_edit);
        m_edit->clear();
    }
    m_verdict->setMinimumWidth(fingerprintWidth(read));
    showVerdict(verdicts.join(QLatin1Char('\n')));
    m_keepOptions->setVisible(read.hasOptions());
    emit changed();
}

/// Words are not broken: the longest one must have room, but for what somebody wrote in a comment.
int KeyField::fingerprintWidth(const KeyText &read) const
{
    int widest = 0;
    for (const KeyEntry &entry : read.entries) {
        if (entry.line) {
            const QString shown = entry.line->key.fingerprint() + QLatin1Char(',');
            widest = qMax(widest, m_verdict->fontMetrics().horizontalAdvance(shown));
        }
    }
    return widest;
}

void KeyField::showVerdict(const QString &text)
{
    m_verdict->setText(text);
    m_verdict->setToolTip(plainToolTip(text)); // whole, where the panel is narrow
    m_verdict->setVisible(!text.isEmpty());
}

void KeyField::chooseFile()
{
    auto *dialog = new QFileDialog(this, tr("Choose public keys"), QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Public keys (*.pub)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &KeyField::onFileChosen);
    dialog->open();
}

void KeyField::onFileChosen(const QString &path)
{
    runJob(
        this, [path] { return readFile(path, LongestKeyText); },
        [this, turn = m_turn](const Result<QByteArray> &bytes) {
            if (turn != m_turn) {
                return;
            }
            if (!bytes) {
                showVerdict(bytes.error().text());
                return;
            }
            append(QString::fromUtf8(*bytes).trimmed());
        });
}

} // namespace podium::ui
