// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/tpuscripts.h"

#include "core/tpu/scripttexts.h"

namespace podium::tpu {

remote::Script holdersScript()
{
    remote::Script script = {
        QByteArray(scripttexts::devices) + scripttexts::holders, remote::Rights::Root,
        QStringLiteral("Find who holds the TPU"), std::chrono::seconds(60), false};
    script.isRepeated = true;
    return script;
}

remote::Script freeScript()
{
    // TERM, wait, KILL, wait: half a minute; containers take their time.
    return {
        QByteArray(scripttexts::devices) + scripttexts::free, remote::Rights::Root,
        QStringLiteral("Free the TPU"), std::chrono::minutes(3), true};
}

remote::Script checkScript()
{
    return {
        QByteArray(scripttexts::devices) + scripttexts::check, remote::Rights::Root,
        QStringLiteral("Check the TPU"), std::chrono::seconds(60), false};
}

remote::Script probeScript(bool together)
{
    return {
        scripttexts::probe,
        remote::Rights::Login,
        QStringLiteral("Let the TPU compute"),
        std::chrono::minutes(4),
        false,
        together};
}

remote::Script loadScript()
{
    remote::Script script = {
        scripttexts::load, remote::Rights::Login, QStringLiteral("Look how busy it is"),
        std::chrono::seconds(20), false};
    script.isRepeated = true;
    return script;
}

std::vector<remote::Record>
probeData(std::chrono::seconds limit, int workers, const QString &python)
{
    QByteArrayList fields{QByteArray::number(qint64(limit.count())), QByteArray::number(workers)};
    if (!python.isEmpty()) {
        fields << python.toUtf8();
    }
    return {{"python", fields}};
}

} // namespace podium::tpu
