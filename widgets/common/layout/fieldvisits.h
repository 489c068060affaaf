// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QSet>

class QWidget;

namespace podium::ui {

/// Which fields of a form somebody has been in: that one is empty is no mistake before it was left.
class FieldVisits final : public QObject
{
    Q_OBJECT

public:
    explicit FieldVisits(QObject *parent = nullptr);

    void watch(QWidget *field);
    /// Whether what is wrong with it is to be said: something stands in it, or it was left.
    [[nodiscard]] bool isDue(const QWidget *field) const;

signals:
    /// A field was left for the first time.
    void left();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QSet<const QObject *> m_left;
};

} // namespace podium::ui
