// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/files/transferform.h"

class QCheckBox;
class QLineEdit;

namespace podium::ui {

class SourcesList;

/// Files and folders of this machine, to a folder on each worker.
class CopyForm final : public TransferForm
{
    Q_OBJECT

public:
    explicit CopyForm(QWidget *parent = nullptr);

    [[nodiscard]] Texts texts() const override;
    [[nodiscard]] bool isComplete() const override;
    [[nodiscard]] Result<Make> wanted() const override;
    [[nodiscard]] bool takesFiles() const override { return true; }
    void addFiles(const QByteArrayList &paths) override;

private:
    void build();

    SourcesList *m_sources = nullptr;
    QLineEdit *m_folder = nullptr;
    QCheckBox *m_content = nullptr;
    QCheckBox *m_deletes = nullptr;
    QCheckBox *m_gitignore = nullptr;
    QCheckBox *m_compresses = nullptr;
};

} // namespace podium::ui
