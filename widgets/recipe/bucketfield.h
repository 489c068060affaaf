// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/cloud/values/bucket.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <set>

class QLineEdit;

namespace podium::ui {

class MarkLabel;

/// Asks the cloud where a bucket is.
using AskBucketPlace =
    std::function<void(const cloud::BucketName &, const Callback<Result<cloud::BucketPlace>> &)>;

/// The name of a bucket, and below it what it costs the nodes that are chosen to read it. That is
/// asked when the name is there, not while it is typed.
class BucketField final : public QWidget
{
    Q_OBJECT

public:
    /// What `ask` refers to must outlive it.
    BucketField(const QString &parameter, AskBucketPlace ask, QWidget *parent = nullptr);
    ~BucketField() override;

    [[nodiscard]] QString text() const;
    void setText(const QString &text);
    void setPlaceholderText(const QString &text);
    void setNodes(const std::set<NodeRef> &nodes);

private:
    void look();
    void showCost();

    const AskBucketPlace m_ask;
    QLineEdit *m_edit = nullptr;
    MarkLabel *m_cost = nullptr;
    std::set<NodeRef> m_nodes;
    std::optional<cloud::BucketName> m_bucket;           ///< that was asked about
    std::optional<Result<cloud::BucketPlace>> m_place{}; ///< none: not answered yet
};

} // namespace podium::ui
