// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <filesystem>
#include <string>

namespace podium::sim {

/// The login that the demo's key opens on every worker.
struct Login
{
    std::string user;
    std::string publicKey; ///< one authorized_keys line
};

/// What all workers of a cloud share: the layers their roots are made of, on a tmpfs that goes
/// away with the mount namespace, or in a folder that the worker host removes.
class Image final
{
public:
    enum class Kind {
        MachineRoot, ///< an overlay of the machine's own root
        Template     ///< a root of its own, with the machine's /usr
    };

    /// Lays the layers out below `folder`. Throws std::system_error when neither kind can be had
    /// here.
    Image(std::filesystem::path folder, const Login &login, bool userNamespace);

    [[nodiscard]] Kind kind() const { return m_kind; }

    /// Mounts the root of a worker whose own files live in `disk`; returns where. To be called in
    /// the worker's mount namespace.
    [[nodiscard]] std::filesystem::path mountRoot(const std::filesystem::path &disk) const;

private:
    [[nodiscard]] bool machineRootWorks() const;
    void buildTemplate();
    void copyTopLinks() const;
    void copyEtc() const;
    void copyPackages() const;
    void layUsr() const;
    void addWhatTpuVmsHave(const Login &login) const;
    void hide(const std::filesystem::path &folder) const;

    std::filesystem::path m_folder;
    std::filesystem::path m_base;
    Kind m_kind = Kind::Template;
    bool m_userNamespace;
};

} // namespace podium::sim
