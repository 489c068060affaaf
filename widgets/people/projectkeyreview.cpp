// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/people/projectkeyreview.h"

#include "core/ssh/plaintext.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace podium::ui {

using namespace podium::people;

namespace {

/// The line as it was, at the end; all others stay byte for byte.
Result<QString> withLine(const QString &value, const MetadataKey &key)
{
    const auto present = readMetadataKeys(value.toUtf8());
    const bool isThere = std::any_of(present.begin(), present.end(), [&](const MetadataKey &one) {
        return one.user == key.user && one.line && one.line->key == key.line->key;
    });
    if (isThere) {
        return value;
    }
    const bool needsBreak = !value.isEmpty() && !value.endsWith(QLatin1Char('\n'));
    return QString(value + QLatin1String(needsBreak ? "\n" : "") + QString::fromUtf8(key.text));
}

QString everyNode(int nodes)
{
    return nodes == 0   ? ProjectKeyReview::tr("every node of the project")
           : nodes == 1 ? ProjectKeyReview::tr("every node of the project (1 now)")
                        : ProjectKeyReview::tr("every node of the project (%1 now)").arg(nodes);
}

QString meaningOf(const ProjectKeyChange &change, int nodes)
{
    return change.isAddition
               ? ProjectKeyReview::tr(
                     "Google's guest agent makes the account %1 on %2, with this key and with "
                     "sudo: whoever has the private key is root there.")
                     .arg(change.key.user, everyNode(nodes))
               : ProjectKeyReview::tr(
                     "Google's guest agent takes the key away on %1. If you log in with it "
                     "yourself, you lock yourself out.")
                     .arg(everyNode(nodes));
}

QString lineOf(const ProjectKeyChange &change, const MetadataKey &key)
{
    return QStringLiteral("%1 %2: %3 %4 %5")
        .arg(
            change.isAddition ? QStringLiteral("+") : QStringLiteral("−"), key.user,
            keyTypeName(key.line->key.type()), key.line->key.fingerprint(),
            ssh::plainText(key.line->comment, 80))
        .trimmed();
}

} // namespace

cloud::ComputeClient::Change ProjectKeyChange::forMetadata() const
{
    if (undone) {
        return undoProjectKeys(*undone);
    }
    if (isAddition) {
        return [key = key](const QString &before) { return withLine(before, key); };
    }
    return removeProjectKey(key.user, key.line->key.fingerprint());
}

QString ProjectKeyChange::done() const
{
    return (isAddition ? ProjectKeyReview::tr("A key of %1 was added to the metadata of %2.")
                       : ProjectKeyReview::tr("A key of %1 was removed from the metadata of %2."))
        .arg(key.user, project.text());
}

ProjectKeyReview::ProjectKeyReview(QWidget *parent)
    : QWidget(parent)
    , m_title(headingLabel())
    , m_line(wrappedLabel())
    , m_meaning(wrappedLabel())
    , m_confirm(new QPushButton)
{
    setAccessibleName(tr("Review of a project key"));
    m_line->setFont(monospaceFont());
    m_line->setAccessibleName(tr("What is changed"));
    auto *cancel = new QPushButton(tr("Cancel"));
    setFocusProxy(cancel); // Return harms nothing
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(Grid);
    buttons->addWidget(m_confirm);
    buttons->addWidget(cancel);
    buttons->addStretch(1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Grid * 2, Grid * 2, Grid * 2, Grid * 2);
    column->setSpacing(Grid * 3 / 2);
    column->addWidget(m_title);
    column->addWidget(m_line);
    column->addWidget(m_meaning);
    column->addLayout(buttons);
    column->addStretch(1);
    connect(m_confirm, &QPushButton::clicked, this, [this] { emit confirmed(m_change); });
    connect(cancel, &QPushButton::clicked, this, &ProjectKeyReview::cancelled);
}

void ProjectKeyReview::show(const ProjectKeyChange &change, int nodes)
{
    m_change = change;
    const QString project = change.project.text();
    m_title->setText((change.isAddition ? tr("Add a key to the metadata of %1")
                                        : tr("Remove a key from the "
                                             "metadata of %1"))
                         .arg(project));
    QStringList lines{lineOf(change, change.key)};
    for (const MetadataKey &other : change.more) {
        lines << lineOf(change, other);
    }
    m_line->setText(lines.join(QLatin1Char('\n')));
    m_meaning->setText(meaningOf(change, nodes));
    m_confirm->setText(change.isAddition ? tr("Add to the project") : tr("Remove the key"));
}

} // namespace podium::ui
