// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/cloud/values/bucket.h"
#include "core/models/mark.h"

#include <QString>

#include <set>

namespace podium::models {

/// What it costs some nodes to read a bucket, in sentences.
struct BucketCost
{
    Mark mark = Mark::Unknown; ///< Good where it is free for all of them
    QString text;              ///< a line for each distance
    QString basis{};           ///< which prices these are, and what else costs
    bool operator==(const BucketCost &) const = default;
};

/// By what the cloud said of where it is; what could not be asked is unknown, never free. Pure.
[[nodiscard]] BucketCost bucketCost(
    const cloud::BucketName &bucket, const Result<cloud::BucketPlace> &place,
    const std::set<NodeRef> &nodes);

} // namespace podium::models
