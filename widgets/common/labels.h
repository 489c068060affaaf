// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/mark.h"

#include <QFrame>
#include <QLabel>

class QMessageBox;

namespace podium::ui {

/// A label that never takes its text for HTML: texts may come from a cloud, a key or a worker.
[[nodiscard]] QLabel *plainLabel(const QString &text = {}, QWidget *parent = nullptr);
/// The same, in the quieter colour of secondary text.
[[nodiscard]] QLabel *mutedLabel(const QString &text = {}, QWidget *parent = nullptr);
/// The same, larger and bold.
[[nodiscard]] QLabel *headingLabel(const QString &text = {}, QWidget *parent = nullptr);
/// The same, over several lines.
[[nodiscard]] QLabel *wrappedLabel(const QString &text = {}, QWidget *parent = nullptr);
/// The same, in the colour of what is wrong, light or dark as the window is.
[[nodiscard]] QLabel *problemLabel(const QString &text = {}, QWidget *parent = nullptr);

/// A tooltip is rich text where it looks like it: this never does, so that a screen reader, too,
/// gets the text itself. Lines are broken, and of a long text it has the beginning: it fits on a
/// screen.
[[nodiscard]] QString plainToolTip(const QString &text);

/// What a question says in smaller letters below its text, never taken for HTML.
void setPlainDetail(QMessageBox &box, const QString &text);

/// A plain text over several lines in the colour of what is wrong or needs a look, light or dark as
/// the window is; with any other mark in that of usual text.
class MarkLabel final : public QLabel
{
    Q_OBJECT

public:
    explicit MarkLabel(models::Mark mark, const QString &text = {}, QWidget *parent = nullptr);
    void setMark(models::Mark mark);

protected:
    void changeEvent(QEvent *event) override;

private:
    void updateColour();

    models::Mark m_mark;
};

/// One hairline between two areas.
class Hairline final : public QWidget
{
    Q_OBJECT

public:
    explicit Hairline(Qt::Orientation orientation, QWidget *parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
};

/// One line of plain text, cut with an ellipsis where there is no room; the whole is its tooltip
/// then, and its accessible name always.
class ElidedLabel final : public QFrame
{
    Q_OBJECT

public:
    explicit ElidedLabel(const QString &text = {}, QWidget *parent = nullptr);
    void setText(const QString &text);
    [[nodiscard]] QString text() const { return m_text; }
    void setElideMode(Qt::TextElideMode mode);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    [[nodiscard]] QString shown() const;
    void updateToolTip();

    QString m_text;
    Qt::TextElideMode m_mode = Qt::ElideRight;
};

} // namespace podium::ui
