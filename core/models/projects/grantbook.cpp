// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/projects/grantbook.h"

#include "core/lifecycle/grantjson.h"

#include <memory>

namespace podium::models {

using lifecycle::TpuGrants;

GrantBook::GrantBook(const lifecycle::GrantStore &store, QObject *parent)
    : QObject(parent)
    , m_store(store)
{}

void GrantBook::reload()
{
    m_store.load({this, [this](const Result<TpuGrants> &grants) {
                      const std::optional<Error> error =
                          grants ? std::nullopt : std::optional(grants.error());
                      const bool isNew = error != m_error || (grants && *grants != m_grants);
                      m_error = error;
                      if (grants) {
                          m_grants = *grants;
                      }
                      if (isNew) {
                          emit changed();
                      }
                  }});
}

void GrantBook::add(const lifecycle::TpuGrant &grant)
{
    m_store.change(
        [grant](TpuGrants grants) { return lifecycle::withGrant(std::move(grants), grant); },
        {this, [this, name = grant.project.text()](const Result<TpuGrants> &grants) {
             handle(grants, tr("The TPU grant of %1 was added.").arg(name));
         }});
}

void GrantBook::remove(const QString &name)
{
    m_store.change(
        [name](TpuGrants grants) { return lifecycle::withoutGrant(std::move(grants), name); },
        {this, [this, name](const Result<TpuGrants> &grants) {
             handle(grants, tr("The TPU grant %1 was removed.").arg(name));
         }});
}

void GrantBook::importJson(const QByteArray &json)
{
    const auto theirs = lifecycle::grantsFromJson(json);
    if (!theirs) {
        emit failed(theirs.error());
        return;
    }
    const auto merge = std::make_shared<lifecycle::GrantMerge>(); // filled in the pool, read after
    m_store.change(
        [theirs = *theirs, merge](TpuGrants grants) -> Result<TpuGrants> {
            *merge = lifecycle::mergeGrants(std::move(grants), theirs);
            return merge->grants;
        },
        {this, [this, merge](const Result<TpuGrants> &grants) {
             QString text = tr("%1 imported.").arg(merge->added);
             if (!merge->different.isEmpty()) {
                 text += QLatin1Char(' ') +
                         tr("Here they say something else, and stay as they are: %1.")
                             .arg(merge->different.join(QStringLiteral(", ")));
             }
             handle(grants, text);
         }});
}

void GrantBook::handle(const Result<TpuGrants> &grants, const QString &done)
{
    if (!grants) {
        emit failed(grants.error());
        return;
    }
    m_grants = *grants;
    m_error.reset();
    emit changed();
    emit written(done);
}

} // namespace podium::models
