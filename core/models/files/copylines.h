// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/files/copysession.h"

#include <QByteArray>
#include <QByteArrayList>

namespace podium::models {

// The same copy for those who prefer another program: lines for their shell. What differs from a
// copy of Podium's is theirs: nothing is proven before it replaces something. All pure.

/// As one word of sh, and without a byte that moves a terminal's cursor or is no text: those come
/// as octal digits in $'…', which bash, zsh and ksh know.
[[nodiscard]] QByteArray lineWord(const QByteArray &text);

/// rsync to the worker of this alias of the ssh config; for any rsync from 3.0 on. InvalidArgument
/// where `deletesExtras` is wished for the content of a folder: of the folder there, rsync would
/// delete all else, where Podium deletes below what it copies alone.
[[nodiscard]] Result<QByteArray> rsyncLine(const files::CopyRequest &request, const QString &alias);

/// By way of a bucket.
struct BucketLines
{
    QByteArrayList upload; ///< here, one after the other
    QByteArray download;   ///< on each worker
};

/// InvalidArgument where `bucket` is not gs://BUCKET/FOLDER, or gcloud cannot take a name: it reads
/// *, ? and [ as patterns, and an object's name is one line of UTF-8. Also where `deletesExtras` or
/// `honoursGitignore` is wished for, which gcloud cannot do as Podium does.
[[nodiscard]] Result<BucketLines>
bucketLines(const files::CopyRequest &request, const QString &bucket);

} // namespace podium::models
