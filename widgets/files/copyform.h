// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/gateway/inside.h"
#include "widgets/files/transferform.h"

#include <functional>

class QCheckBox;
class QLineEdit;

namespace podium::ui {

class SourcesList;

/// Files and folders of this machine, to a folder on each worker.
class CopyForm final : public TransferForm
{
    Q_OBJECT

public:
    /// How workers reach each other, as far as it is known when it is called; null: a copy cannot
    /// go through one of them.
    using MakeInside = std::function<gateway::InsideOf()>;

    explicit CopyForm(MakeInside makeInside = {}, QWidget *parent = nullptr);

    [[nodiscard]] Texts texts() const override;
    [[nodiscard]] bool isComplete() const override;
    [[nodiscard]] Result<Make> wanted() const override;
    [[nodiscard]] bool takesFiles() const override { return true; }
    void addFiles(const QByteArrayList &paths) override;

private:
    void build();

    const MakeInside m_makeInside;
    SourcesList *m_sources = nullptr;
    QLineEdit *m_folder = nullptr;
    QCheckBox *m_content = nullptr;
    QCheckBox *m_deletes = nullptr;
    QCheckBox *m_gitignore = nullptr;
    QCheckBox *m_compresses = nullptr;
    QCheckBox *m_once = nullptr;
};

} // namespace podium::ui
