// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QWidget>

#include <utility>
#include <vector>

class QFormLayout;

namespace podium::ui {

/// Names, and beside each what it is: lines that wrap, and can be selected. The labels stay while
/// the texts change, so that a selection survives a refresh.
class FactsForm final : public QWidget
{
    Q_OBJECT

public:
    explicit FactsForm(QWidget *parent = nullptr);

    /// In this order.
    void setFacts(const std::vector<std::pair<QString, QString>> &facts);

private:
    QFormLayout *m_rows = nullptr;
};

} // namespace podium::ui
