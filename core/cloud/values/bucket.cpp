// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/values/bucket.h"

#include "core/cloud/values/jsonaccess.h"

#include <QRegularExpression>

namespace podium::cloud {

namespace {

/// A place as the cloud writes it, in capitals; empty where it is no such word.
QString placeName(const QString &text)
{
    static const QRegularExpression pattern(QStringLiteral(R"(\A[a-z][a-z0-9-]{0,62}\z)"));
    const QString name = text.toLower();
    return pattern.match(name).hasMatch() ? name : QString();
}

BucketPlace::Type placeType(const QString &text)
{
    if (text == QLatin1String("region")) {
        return BucketPlace::Type::Region;
    }
    if (text == QLatin1String("dual-region")) {
        return BucketPlace::Type::DualRegion;
    }
    return text == QLatin1String("multi-region") ? BucketPlace::Type::MultiRegion
                                                 : BucketPlace::Type::Unknown;
}

} // namespace

bool BucketNameRule::accepts(const QString &text)
{
    static const QRegularExpression pattern(
        QStringLiteral(R"(\A[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]\z)"));
    return pattern.match(text).hasMatch();
}

std::optional<BucketName> bucketOf(const QString &word)
{
    const QString scheme = QStringLiteral("gs://");
    if (!word.startsWith(scheme)) {
        return BucketName::parse(word);
    }
    return BucketName::parse(word.mid(scheme.size()).section(QLatin1Char('/'), 0, 0));
}

Result<BucketPlace> parseBucketPlace(const QByteArray &json, const QString &subject)
{
    const auto answer = parseJson(json);
    BucketPlace place;
    if (answer) {
        place.location = placeName(text(*answer, "location"));
        place.type = placeType(text(*answer, "locationType"));
        const Json &custom = member(*answer, "customPlacementConfig");
        for (const Json &region : arrayMember(custom, "dataLocations")) {
            if (const QString name = placeName(toText(region)); !name.isEmpty()) {
                place.regions << name;
            }
        }
    }
    if (place.location.isEmpty()) {
        return failure(Error{
            ErrorKind::Protocol,
            QStringLiteral("Cloud Storage did not say where %1 is.").arg(subject),
            {},
            QStringLiteral("Something between here and Google may be answering instead."),
            subject});
    }
    return place;
}

} // namespace podium::cloud
