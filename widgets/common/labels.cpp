// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/labels.h"

#include "widgets/common/theme.h"

#include <QEvent>
#include <QMessageBox>
#include <QPainter>
#include <QTextDocument>

namespace podium::ui {

QLabel *plainLabel(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
    return label;
}

QLabel *mutedLabel(const QString &text, QWidget *parent)
{
    QLabel *label = plainLabel(text, parent);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

QLabel *headingLabel(const QString &text, QWidget *parent)
{
    QLabel *label = plainLabel(text, parent);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * 1.3);
    font.setBold(true);
    label->setFont(font);
    return label;
}

QLabel *wrappedLabel(const QString &text, QWidget *parent)
{
    QLabel *label = plainLabel(text, parent);
    label->setWordWrap(true);
    return label;
}

QLabel *problemLabel(const QString &text, QWidget *parent)
{
    return new MarkLabel(models::Mark::Bad, text, parent);
}

MarkLabel::MarkLabel(models::Mark mark, const QString &text, QWidget *parent)
    : QLabel(text, parent)
    , m_mark(mark)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    updateColour();
}

void MarkLabel::setMark(models::Mark mark)
{
    m_mark = mark;
    updateColour();
}

void MarkLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        updateColour();
    }
}

void MarkLabel::updateColour()
{
    if (m_mark != models::Mark::Bad && m_mark != models::Mark::Warning) {
        setPalette(QPalette());
        return;
    }
    QPalette colours = palette();
    const QColor colour = markColour(m_mark, tones(colours));
    if (colours.color(QPalette::WindowText) != colour) { // setting it is a change, too
        colours.setColor(QPalette::WindowText, colour);
        setPalette(colours);
    }
}

namespace {

constexpr int MostColumns = 100;
constexpr int MostLines = 20;

/// The place to break a line that is too long: behind its last blank, if it has one.
int breakIn(const QString &line)
{
    const int blank = line.lastIndexOf(QLatin1Char(' '), MostColumns);
    return blank > 0 ? blank + 1 : MostColumns;
}

QStringList brokenLines(const QString &text)
{
    QStringList lines;
    // What comes after the last line that is shown need not be broken.
    for (QString line : text.left(MostColumns * (MostLines + 1)).split(QLatin1Char('\n'))) {
        for (; line.size() > MostColumns; line.remove(0, breakIn(line))) {
            lines << line.left(breakIn(line)).trimmed();
        }
        lines << line;
    }
    return lines;
}

} // namespace

QString plainToolTip(const QString &text)
{
    QStringList lines = brokenLines(text);
    if (lines.size() > MostLines) {
        lines = lines.mid(0, MostLines) << QString(QChar(0x2026));
    }
    QString shown = lines.join(QLatin1Char('\n'));
    if (Qt::mightBeRichText(shown)) {
        // QToolTip has no text format: a tag that is torn is none.
        const QString tear(QChar(0x200b));
        shown.replace(QLatin1Char('<'), QLatin1Char('<') + tear);
        shown.replace(QLatin1Char('&'), QLatin1Char('&') + tear);
    }
    return shown;
}

void setPlainDetail(QMessageBox &box, const QString &text)
{
    box.setInformativeText(text);
    // QMessageBox::setTextFormat() is for the other text only.
    if (auto *label = box.findChild<QLabel *>(QStringLiteral("qt_msgbox_informativelabel"))) {
        label->setTextFormat(Qt::PlainText);
    }
}

Hairline::Hairline(Qt::Orientation orientation, QWidget *parent) : QWidget(parent)
{
    if (orientation == Qt::Horizontal) {
        setFixedHeight(1);
    } else {
        setFixedWidth(1);
    }
}

QSize Hairline::sizeHint() const
{
    return {1, 1};
}

void Hairline::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(rect(), tones(palette()).line);
}

ElidedLabel::ElidedLabel(const QString &text, QWidget *parent) : QFrame(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setText(text);
}

void ElidedLabel::setText(const QString &text)
{
    if (text == m_text) {
        return;
    }
    m_text = text;
    setAccessibleName(text);
    updateToolTip();
    updateGeometry();
    update();
}

void ElidedLabel::setElideMode(Qt::TextElideMode mode)
{
    m_mode = mode;
    update();
}

QSize ElidedLabel::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(m_text) + 2, fontMetrics().height()};
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 4, fontMetrics().height()};
}

QString ElidedLabel::shown() const
{
    // A line break would be drawn as such and hide the rest.
    QString line = m_text;
    line.replace(QLatin1Char('\n'), QLatin1Char(' '));
    return fontMetrics().elidedText(line, m_mode, width());
}

void ElidedLabel::updateToolTip()
{
    setToolTip(shown() == m_text ? QString() : plainToolTip(m_text));
}

void ElidedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(
        palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, foregroundRole()));
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, shown());
}

void ElidedLabel::resizeEvent(QResizeEvent *event)
{
    updateToolTip();
    QFrame::resizeEvent(event);
}

} // namespace podium::ui
