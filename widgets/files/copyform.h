// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/gateway/internalendpoint.h"
#include "widgets/files/linesbutton.h"
#include "widgets/files/transferform.h"

#include <functional>
#include <optional>

class QCheckBox;
class QLineEdit;

namespace podium::ui {

class SourcesList;
class WorkerChoice;

/// Files and folders of this machine, to a folder on each worker.
class CopyForm final : public TransferForm
{
    Q_OBJECT

public:
    /// How workers reach each other, as far as it is known when it is called; null: a copy cannot
    /// go through one of them.
    using MakeEndpointOf = std::function<gateway::InternalEndpointOf()>;

    /// `planConfig`: null: no lines for other programs.
    explicit CopyForm(
        MakeEndpointOf makeEndpointOf = {}, LinesButton::PlanConfig planConfig = {},
        QWidget *parent = nullptr);

    [[nodiscard]] Texts texts() const override;
    [[nodiscard]] bool isComplete() const override;
    [[nodiscard]] Result<Make> wanted(const std::vector<WorkerRef> &all) const override;
    [[nodiscard]] bool takesFiles() const override { return true; }
    void addFiles(const QByteArrayList &paths) override;
    void setTargets(const QStringList &words, const std::vector<WorkerRef> &workers) override;

private:
    void build();
    QWidget *buildOnce();
    void buildLines(LinesButton::PlanConfig planConfig);
    [[nodiscard]] files::CopyRequest request() const;
    [[nodiscard]] Make oneTry() const;
    void showLines();
    void showGateways();

    const MakeEndpointOf m_makeEndpointOf;
    SourcesList *m_sources = nullptr;
    QLineEdit *m_folder = nullptr;
    QCheckBox *m_content = nullptr;
    QCheckBox *m_deletes = nullptr;
    QCheckBox *m_gitignore = nullptr;
    QCheckBox *m_compresses = nullptr;
    QCheckBox *m_once = nullptr;
    WorkerChoice *m_gateway = nullptr;
    LinesButton *m_lines = nullptr; ///< or none
    QStringList m_words;
    std::vector<WorkerRef> m_workers;
};

} // namespace podium::ui
