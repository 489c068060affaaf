// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/models/run/runmodel.h"
#include "core/run/output/outputsnapshot.h"

#include <QObject>
#include <QString>
#include <QVector>

#include <optional>
#include <vector>

namespace podium::ui {

/// A worker's output, and what stands before each of its lines.
struct LabelledOutput
{
    QString label;
    run::OutputSnapshot output;
};

/// All of them as one text, one after the other; QuotaExceeded where that has more characters than
/// `most`. Blocks.
[[nodiscard]] Result<QString> labelledText(const std::vector<LabelledOutput> &outputs, qint64 most);

/// Copies the output of workers, all of it or nothing; makes the text in the background.
class OutputCopier final : public QObject
{
    Q_OBJECT

public:
    /// So many characters. The clipboard's text is turned into bytes on the drawing thread each
    /// time that it is pasted somewhere, and what takes it may have to hold it three times.
    static constexpr qint64 Most = 16'000'000;

    /// `model` must outlive it.
    explicit OutputCopier(const models::RunModel &model, QObject *parent = nullptr);
    /// These workers' output as it is now. What is copied last counts: a copy that is still being
    /// made goes nowhere then.
    void copy(const QVector<int> &slotNumbers);

signals:
    void copied(int workers);
    void failed(const podium::Error &error); ///< QuotaExceeded: it is to be saved instead

private:
    /// What is to be copied.
    using Outputs = std::vector<LabelledOutput>;
    void begin(Outputs outputs);
    void end(int workers, const Result<QString> &text);

    const models::RunModel &m_model;
    bool m_isBusy = false;
    std::optional<Outputs> m_next; ///< begins when the one that is being made has ended
};

} // namespace podium::ui
