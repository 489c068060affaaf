// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/command/contentfields.h"

#include "core/run/environmentlines.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"
#include "widgets/run/command/filefield.h"

#include <QGridLayout>
#include <QPlainTextEdit>
#include <QTextBlock>

#include <algorithm>
#include <cmath>

namespace podium::ui {

namespace {

/// As high as what is in it, within bounds.
class LinesEdit final : public QPlainTextEdit
{
public:
    LinesEdit()
    {
        setFont(monospaceFont());
        setTabChangesFocus(true);
        setLineWrapMode(QPlainTextEdit::NoWrap);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        // No input method is to learn a value.
        setInputMethodHints(
            Qt::ImhSensitiveData | Qt::ImhNoPredictiveText | Qt::ImhNoAutoUppercase);
        connect(this, &QPlainTextEdit::blockCountChanged, this, [this] { updateGeometry(); });
    }
    [[nodiscard]] QSize sizeHint() const override
    {
        const int blocks = document()->blockCount();
        const qreal margin = document()->documentMargin();
        // The last block's height has a margin in it.
        const qreal line =
            blockBoundingRect(document()->firstBlock()).height() - (blocks == 1 ? margin : 0);
        // One more than fits: else the base class would scroll by a line.
        const qreal rest = 2 * margin + 2 * frameWidth() + 1;
        return {Grid * 30, int(std::ceil(line * std::clamp(blocks, 2, 6) + rest))};
    }
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        return {Grid * 15, sizeHint().height()};
    }
};

/// As high as `beside`, whose first line it is to stand beside.
QLabel *labelOf(QWidget &field, const QString &text, const QWidget &beside)
{
    QLabel *label = mutedLabel(text);
    label->setBuddy(&field);
    label->setMinimumHeight(beside.sizeHint().height());
    return label;
}

} // namespace

ContentFields::ContentFields(QWidget *parent)
    : QWidget(parent)
    , m_typed(new LinesEdit)
    , m_environment(new FileField(tr("Environment from a file")))
    , m_input(new FileField(tr("Stdin from a file")))
{
    m_typed->setAccessibleName(tr("Environment variables"));
    m_typed->setPlaceholderText(tr("NAME=value, one a line"));
    m_typed->setToolTip(
        tr("For the command on each worker. Values go over the connection, into no command line, "
           "history or saved run; they are kept nowhere. For a background run, they are in a "
           "private file on the worker until it begins"));
    m_environment->setToolTip(tr("Lines of NAME=value, read when the run begins and kept nowhere. "
                                 "What is typed beside it overrides it"));
    m_input->setToolTip(
        tr("Each worker gets what is in it when the run begins. It is kept nowhere. For a "
           "background run, it is in a private file on the worker until it begins"));
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(Grid);
    grid->setVerticalSpacing(Grid / 2);
    grid->addWidget(labelOf(*m_typed, tr("Environment"), *m_environment), 0, 0, 2, 1, Qt::AlignTop);
    grid->addWidget(m_typed, 0, 1, 2, 1, Qt::AlignTop);
    grid->setColumnMinimumWidth(2, Grid);
    grid->addWidget(labelOf(*m_environment, tr("Environment from"), *m_environment), 0, 3);
    grid->addWidget(m_environment, 0, 4);
    grid->addWidget(labelOf(*m_input, tr("Stdin from"), *m_input), 1, 3);
    grid->addWidget(m_input, 1, 4);
    grid->setRowStretch(2, 1);
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(4, 1);
    connect(m_typed, &QPlainTextEdit::textChanged, this, &ContentFields::changed);
    connect(m_environment, &FileField::changed, this, &ContentFields::changed);
    connect(m_input, &FileField::changed, this, &ContentFields::changed);
}

QString ContentFields::inputFile() const
{
    return m_input->path();
}

QString ContentFields::environmentFile() const
{
    return m_environment->path();
}

QByteArray ContentFields::typedEnvironment() const
{
    // Not toPlainText(): it makes plain spaces of others, and a value is to arrive as it stands.
    QString text = m_typed->document()->toRawText();
    text.replace(QChar::ParagraphSeparator, QLatin1Char('\n'));
    text.replace(QChar::LineSeparator, QLatin1Char('\n'));
    return text.toUtf8();
}

QStringList ContentFields::summary() const
{
    QStringList parts;
    if (!inputFile().isEmpty()) {
        parts += tr("stdin from a file");
    }
    run::EnvironmentLines lines;
    const bool isFine = bool(lines.readText(typedEnvironment(), {}));
    const int count = int(lines.variables().size());
    if (!isFine) {
        parts += tr("variables");
    } else if (count > 0) {
        parts += count == 1 ? tr("1 variable") : tr("%n variables", nullptr, count);
    }
    if (!environmentFile().isEmpty()) {
        parts += tr("environment from a file");
    }
    return parts;
}

} // namespace podium::ui
