// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLayout>
#include <QVector>

namespace podium::ui {

/// Widgets one after the other, those that are shown, on as many rows as they need; the last one
/// takes the rest of its row. One with an alignment has that within its place, the others stand in
/// the middle of their row.
class FlowLayout final : public QLayout
{
    Q_OBJECT

public:
    explicit FlowLayout(int gap, QWidget *parent = nullptr);
    ~FlowLayout() override;

    void insertWidget(int index, QWidget *widget, Qt::Alignment alignment = {});

    void addItem(QLayoutItem *item) override;
    [[nodiscard]] int count() const override { return m_items.size(); }
    [[nodiscard]] QLayoutItem *itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem *takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    void setGeometry(const QRect &rect) override;
    [[nodiscard]] QSize sizeHint() const override { return minimumSize(); }
    [[nodiscard]] QSize minimumSize() const override;

private:
    struct Row
    {
        int end; ///< the item after its last
        int height;
    };
    using Items = QVector<QLayoutItem *>;
    [[nodiscard]] Items shown() const;
    [[nodiscard]] Row rowFrom(const Items &items, int first, int width) const;
    int place(const QRect &rect, bool apply) const;

    Items m_items;
};

} // namespace podium::ui
