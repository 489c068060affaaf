// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/secret/placing.h"

#include <QRandomGenerator>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <iterator>

namespace podium::secret {

namespace {

QByteArray randomId()
{
    std::array<quint32, 4> words{};
    QRandomGenerator::system()->fillRange(words.data(), int(words.size()));
    return QByteArray(reinterpret_cast<const char *>(words.data()), sizeof words).toHex();
}

/// With the values of parameters in it.
QString filledIn(const recipe::Recipe &recipe, const recipe::Values &values, QString path)
{
    static const QRegularExpression parameter(QStringLiteral("\\$R_([a-z][a-z0-9_]*)"));
    QString filled;
    int at = 0;
    for (auto match = parameter.globalMatch(path); match.hasNext();) {
        const auto found = match.next();
        const recipe::Parameter *which = recipe.find(found.captured(1));
        filled += path.mid(at, found.capturedStart() - at);
        filled += which && !which->isSecret ? values.value(which->name) : found.captured();
        at = found.capturedEnd();
    }
    return filled + path.mid(at);
}

bool isPlace(const QString &path, bool asRoot)
{
    static const QRegularExpression odd(
        QStringLiteral("[\\x00-\\x1f\\x7f$]|(\\A|/)\\.\\.(/|\\z)|/\\z"));
    const bool isWhole =
        path.startsWith(QLatin1Char('/')) || (!asRoot && path.startsWith(QLatin1String("~/")));
    return isWhole && !odd.match(path).hasMatch();
}

Result<Placement> placeOf(
    const recipe::Recipe &recipe, const recipe::Values &values, const recipe::Parameter &parameter)
{
    Placement placement;
    placement.recipe = recipe.name;
    if (!parameter.place) {
        placement.kind = Placement::Kind::Unstated;
        return placement;
    }
    const bool asRoot = recipe.rights == remote::Rights::Root;
    const bool isNetrc = parameter.place->kind == recipe::SecretPlace::Kind::Netrc;
    placement.kind = isNetrc ? Placement::Kind::Netrc : Placement::Kind::File;
    placement.host = isNetrc ? parameter.place->where : QString();
    placement.path = isNetrc ? asRoot ? QStringLiteral("/root/.netrc") : QStringLiteral("~/.netrc")
                             : filledIn(recipe, values, parameter.place->where);
    if (!isPlace(placement.path, asRoot)) {
        return failure(
            {ErrorKind::InvalidArgument,
             QStringLiteral("The recipe %1 would put the secret \"%2\" into a place that cannot be "
                            "taken note of.")
                 .arg(recipe.name, parameter.name),
             placement.path.left(200),
             QStringLiteral("A path begins with ~/ or /, as root with /, and has no \"..\"."),
             parameter.name});
    }
    return placement;
}

} // namespace

std::optional<SecretName> namedSecret(const QString &value)
{
    return value.startsWith(QLatin1Char('@')) ? SecretName::parse(value.mid(1)) : std::nullopt;
}

Result<std::vector<Placement>> placementsFor(
    const recipe::Recipe &recipe, const recipe::Values &values, const SecretUses &uses,
    const std::vector<PlacedOn> &workers, const QDateTime &now)
{
    std::vector<Placement> placements;
    for (auto use = uses.cbegin(); use != uses.cend(); ++use) {
        const recipe::Parameter *parameter = recipe.find(use.key());
        if (!parameter) {
            continue;
        }
        auto placement = placeOf(recipe, values, *parameter);
        if (!placement) {
            return failure(placement.error());
        }
        placement->secret = use.value();
        placement->since = now.toUTC();
        for (const PlacedOn &on : workers) {
            placement->id = randomId();
            placement->digest = digestOf(placement->id, values.value(parameter->name));
            placement->worker = on.worker;
            placement->nodeId = on.nodeId;
            placement->login = recipe.rights == remote::Rights::Root ? QString() : on.login;
            placements.push_back(*placement);
        }
    }
    return placements;
}

std::vector<Placement>
placementsOn(const std::vector<Placement> &placements, const std::vector<WorkerRef> &workers)
{
    std::vector<Placement> found;
    std::copy_if(
        placements.begin(), placements.end(), std::back_inserter(found),
        [&](const Placement &placement) {
            return std::find(workers.begin(), workers.end(), placement.worker) != workers.end();
        });
    return found;
}

std::vector<QByteArray> certainOf(
    const std::vector<Placement> &placements, const std::vector<recipe::WorkerVerdicts> &workers)
{
    std::vector<QByteArray> ids;
    for (const recipe::WorkerVerdicts &worker : workers) {
        for (const Placement &placement : placements) {
            if (worker.isGood() && placement.worker == worker.worker) {
                ids.push_back(placement.id);
            }
        }
    }
    return ids;
}

} // namespace podium::secret
