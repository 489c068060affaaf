// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTableView>

namespace podium::models {
class AliasChangeModel;
}

namespace podium::ui {

/// A models::AliasChangeModel. Columns are as wide as what is in them; where that is too much, the
/// host key goes first, then what else changed (of new hosts the other way round), then the kind of
/// change, which the addresses show as well; then the aliases are cut in the middle.
class AliasTable final : public QTableView
{
    Q_OBJECT

public:
    /// `model` must outlive it.
    explicit AliasTable(models::AliasChangeModel &model, QWidget *parent = nullptr);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void fitColumns();
    [[nodiscard]] int widthOf(int column) const;

    models::AliasChangeModel &m_model;
};

} // namespace podium::ui
