// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/commandhints.h"

#include "core/models/files/copylines.h"
#include "core/sshconfig/plan/configplan.h"

namespace podium::ctl {

Error withHint(Error error, const QString &sentence)
{
    error.hint += error.hint.isEmpty() ? sentence : QString(QLatin1Char(' ') % sentence);
    return error;
}

Error withRecipeCommand(const Error &error)
{
    if (error.kind == ErrorKind::InvalidArgument) {
        return withHint(
            error, QStringLiteral("`podiumctl recipe new NAME` makes one, `podiumctl help "
                                  "recipes` explains it."));
    }
    const bool isName = !error.subject.contains(QLatin1Char('/'));
    return error.kind == ErrorKind::NotFound && isName
               ? withHint(
                     error, QStringLiteral("`podiumctl recipe list` names those that there are."))
               : error;
}

Error withScriptCommand(const Error &error)
{
    return error.kind == ErrorKind::Refused
               ? withHint(
                     error, QStringLiteral("`podiumctl recipe run %1 TARGET` does that.")
                                .arg(QString::fromUtf8(models::lineWord(error.subject.toUtf8()))))
               : error;
}

Error withWriteCommand(const Error &error)
{
    if (sshconfig::isHeldError(error)) {
        return withHint(
            error, QStringLiteral("`podiumctl ssh-config diff` shows it, `podiumctl ssh-config "
                                  "write` writes it."));
    }
    return sshconfig::isLossError(error)
               ? withHint(
                     error, QStringLiteral("`podiumctl ssh-config diff` shows it, --allow-shrink "
                                           "allows it."))
               : error;
}

Error withRestoreCommand(const Error &error)
{
    return error.kind == ErrorKind::NotFound
               ? withHint(
                     error, QStringLiteral("`podiumctl ssh-config history` lists what is kept."))
               : error;
}

Error withGrantCommand(const Error &error)
{
    return error.kind == ErrorKind::NotFound
               ? withHint(
                     error, QStringLiteral("`podiumctl grants list` names those that there are."))
               : error;
}

} // namespace podium::ctl
