// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>

namespace podium::cloud {

struct BucketNameRule
{
    [[nodiscard]] static bool accepts(const QString &text);
};
/// Of a bucket of Cloud Storage, without "gs://".
using BucketName = Identifier<BucketNameRule>;

/// "gs://NAME", "gs://NAME/folder" or "NAME"; nothing where it is none of them. Pure.
[[nodiscard]] std::optional<BucketName> bucketOf(const QString &word);

/// Where a bucket's data lies. Names are in small letters, as those of zones are.
struct BucketPlace
{
    enum class Type {
        Unknown, ///< the cloud says something new
        Region,
        DualRegion,
        MultiRegion ///< a continent, more or less
    };
    Type type = Type::Unknown;
    QString location;      ///< "europe-west4", "eu", "nam4"
    QStringList regions{}; ///< of a DualRegion, where the cloud says them
    bool operator==(const BucketPlace &) const = default;
};

/// An answer of Cloud Storage's buckets.get. Protocol where it names no place. Pure; never trusts a
/// byte.
[[nodiscard]] Result<BucketPlace> parseBucketPlace(const QByteArray &json, const QString &subject);

} // namespace podium::cloud
