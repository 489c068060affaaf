// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/grantstore.h"

#include <QObject>

#include <optional>

namespace podium::models {

/// The TPU grants that are written down, for pages: kept in memory, changed in the file. Other
/// Podiums write the file, too: reload() now and then. Lives on one thread, blocks never.
class GrantBook final : public QObject
{
    Q_OBJECT

public:
    /// The store must outlive it.
    explicit GrantBook(const lifecycle::GrantStore &store, QObject *parent = nullptr);

    [[nodiscard]] const lifecycle::TpuGrants &grants() const { return m_grants; }
    /// Why they are not known; what was known last stays.
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }

    void reload();
    void add(const lifecycle::TpuGrant &grant);
    void remove(const QString &name);
    /// Adds those of a JSON document that export wrote.
    void importJson(const QByteArray &json);

signals:
    void changed();
    /// A change was written; a sentence says what became of it.
    void written(const QString &text);
    /// A change was refused.
    void failed(const podium::Error &error);

private:
    void handle(const Result<lifecycle::TpuGrants> &grants, const QString &done);

    const lifecycle::GrantStore &m_store;
    lifecycle::TpuGrants m_grants;
    std::optional<Error> m_error;
};

} // namespace podium::models
