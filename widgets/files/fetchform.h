// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/files/transferform.h"

class QCheckBox;
class QLineEdit;

namespace podium::ui {

class FileField;

/// A file or folder of each worker, to a folder of this machine.
class FetchForm final : public TransferForm
{
    Q_OBJECT

public:
    explicit FetchForm(QWidget *parent = nullptr);

    [[nodiscard]] Texts texts() const override;
    [[nodiscard]] bool isComplete() const override;
    [[nodiscard]] Result<Make> wanted(const std::vector<WorkerRef> &all) const override;

private:
    void build();

    QLineEdit *m_source = nullptr;
    FileField *m_folder = nullptr;
    QCheckBox *m_overwrites = nullptr;
    QCheckBox *m_compresses = nullptr;
};

} // namespace podium::ui
