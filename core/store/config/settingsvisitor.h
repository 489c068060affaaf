// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/config/settings.h"

namespace podium::store {

/// Goes over the settings: to read them, to write them, to tell what there is.
class SettingsVisitor
{
public:
    using Rules = std::vector<sshconfig::ConfigRule>;

    virtual ~SettingsVisitor() = default;
    /// `section` is null for a key of the file's own object.
    virtual void visit(const char *section, const char *key, QString &value) = 0;
    virtual void visit(const char *section, const char *key, QStringList &value) = 0;
    virtual void visit(const char *section, const char *key, bool &value) = 0;
    virtual void visit(const char *section, const char *key, int &value, int min, int max) = 0;
    virtual void visit(const char *section, const char *key, Rules &value) = 0;
};

/// The one place that names the keys of config.json, with their limits.
void visitSettings(Settings &settings, SettingsVisitor &visitor);

} // namespace podium::store
