// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/fakes/faketransfer.h"
#include "widgets/files/transferform.h"

#include <QVBoxLayout>

#include <optional>
#include <utility>

namespace podium::tests {

/// Looks like a real form, and makes a FakeTransfer; what the real one would have made is not
/// started.
class FakeForm final : public ui::TransferForm
{
public:
    /// Owns `real`.
    FakeForm(ui::TransferForm *real, files::Transfer::Direction direction)
        : m_real(real)
        , m_direction(direction)
    {
        auto *column = new QVBoxLayout(this);
        column->setContentsMargins(0, 0, 0, 0);
        column->addWidget(real);
        connect(real, &TransferForm::changed, this, &TransferForm::changed);
        connect(real, &TransferForm::submitted, this, &TransferForm::submitted);
        connect(real, &TransferForm::told, this, &TransferForm::told);
        connect(real, &TransferForm::failed, this, &TransferForm::failed);
    }
    [[nodiscard]] Texts texts() const override { return m_real->texts(); }
    [[nodiscard]] bool isComplete() const override { return m_real->isComplete(); }
    [[nodiscard]] Result<Make> wanted(const std::vector<WorkerRef> &all) const override
    {
        m_all = all;
        const auto real = m_real->wanted(all);
        if (!real) {
            return failure(real.error());
        }
        return Make(
            [this, real = *real](run::RunService service, const std::vector<WorkerRef> &workers) {
                m_gateway.reset();
                if (const auto passedOn = real(std::move(service), workers)->passedOn()) {
                    m_gateway = passedOn->gateway;
                }
                auto made = std::make_unique<FakeTransfer>(workers, m_direction);
                m_last = made.get();
                return made;
            });
    }
    [[nodiscard]] bool takesFiles() const override { return m_real->takesFiles(); }
    void addFiles(const QByteArrayList &paths) override { m_real->addFiles(paths); }
    void setTargets(const QStringList &words, const std::vector<WorkerRef> &workers) override
    {
        m_real->setTargets(words, workers);
    }
    /// The one that was made last.
    [[nodiscard]] FakeTransfer &last() const { return *m_last; }
    /// The workers of the whole, of which that one was made for some.
    [[nodiscard]] const std::vector<WorkerRef> &all() const { return m_all; }
    /// That the last one goes through, as far as it is known before it has looked.
    [[nodiscard]] const std::optional<WorkerRef> &gateway() const { return m_gateway; }

private:
    ui::TransferForm *m_real;
    const files::Transfer::Direction m_direction;
    mutable FakeTransfer *m_last = nullptr;
    mutable std::vector<WorkerRef> m_all;
    mutable std::optional<WorkerRef> m_gateway;
};

} // namespace podium::tests
