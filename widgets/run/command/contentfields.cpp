// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/command/contentfields.h"

#include "core/run/environmentlines.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/flowlayout.h"
#include "widgets/common/theme.h"
#include "widgets/run/command/filefield.h"

#include <QCheckBox>
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

} // namespace

ContentFields::ContentFields(QWidget *parent)
    : QWidget(parent)
    , m_typed(new LinesEdit)
    , m_environment(new FileField(tr("Environment from a file")))
    , m_input(new FileField(tr("Stdin from a file")))
    , m_keepsInputOpen(new QCheckBox(tr("Type to its stdin")))
{
    explain();
    build();
    connect(m_typed, &QPlainTextEdit::textChanged, this, &ContentFields::changed);
    connect(m_environment, &FileField::changed, this, &ContentFields::changed);
    connect(m_input, &FileField::changed, this, &ContentFields::changed);
    connect(m_keepsInputOpen, &QCheckBox::toggled, this, &ContentFields::changed);
}

void ContentFields::explain()
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
    m_keepsInputOpen->setAccessibleName(m_keepsInputOpen->text());
    m_keepsInputOpen->setToolTip(
        tr("The command's stdin stays open: below the panes is a line to send to one or to all"));
}

/// What is typed, and beside it, or below where there is no room, what comes from files.
void ContentFields::build()
{
    const auto addBlock = [flow = new FlowLayout(Grid / 2, this)] {
        flow->setContentsMargins(0, 0, 0, 0);
        auto *block = new QWidget;
        auto *grid = new QGridLayout(block);
        grid->setContentsMargins(0, 0, Grid * 2, 0);
        grid->setHorizontalSpacing(Grid);
        grid->setVerticalSpacing(Grid / 2);
        flow->insertWidget(flow->count(), block, Qt::AlignTop);
        return grid;
    };
    const auto addRow = [this](QGridLayout *grid, const QString &text, QWidget &field) {
        const int row = int(m_labels.size());
        // Beside the first line of one that is higher than that.
        QLabel *label = mutedLabel(text);
        label->setBuddy(&field);
        label->setMinimumHeight(m_input->sizeHint().height());
        grid->addWidget(label, row, 0, Qt::AlignTop);
        grid->addWidget(&field, row, 1, Qt::AlignTop);
        m_labels.push_back(label);
    };
    addRow(addBlock(), tr("Environment"), *m_typed);
    QGridLayout *files = addBlock();
    files->setContentsMargins(0, 0, 0, 0);
    addRow(files, tr("Environment from"), *m_environment);
    addRow(files, tr("Stdin from"), *m_input);
    files->addWidget(m_keepsInputOpen, files->rowCount(), 1, Qt::AlignLeft);
    files->setColumnStretch(1, 1);
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

bool ContentFields::keepsInputOpen() const
{
    return m_keepsInputOpen->isChecked();
}

void ContentFields::setKeepsInputOpen(bool isOpen)
{
    m_keepsInputOpen->setChecked(isOpen);
}

void ContentFields::setLabelWidth(int width)
{
    for (QLabel *label : m_labels) {
        label->setMinimumWidth(width);
    }
}

QStringList ContentFields::summary() const
{
    QStringList parts;
    if (keepsInputOpen()) {
        parts += tr("stdin open");
    }
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
