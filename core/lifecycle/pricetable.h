// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/lifecycle/tputype.h"

#include <QByteArray>

#include <map>
#include <optional>
#include <tuple>

namespace podium::lifecycle {

/// List prices of TPUs, as data with a date. They say what Google asks without a grant or a
/// discount, for the TPU alone; nobody's bill.
class PriceTable final
{
public:
    /// resources/prices/tpu.json, which is part of the program.
    [[nodiscard]] static const PriceTable &builtIn();
    /// InvalidArgument where a member is missing or unknown.
    [[nodiscard]] static Result<PriceTable> fromJson(const QByteArray &json);

    /// US dollars for 24 hours; nothing where the table does not have it.
    [[nodiscard]] std::optional<double>
    dollarsPerDay(const TpuType &type, const Zone &zone, bool spot) const;
    /// Of one external IPv4 address, for 24 hours. Whether Google asks it for those of TPU workers
    /// is not known.
    [[nodiscard]] double addressDollarsPerDay(bool spot) const;
    /// Of a disk of this type ("pd-balanced") and size, for 24 hours; nothing where the table does
    /// not have it. Regions differ: it is the price of most in the US.
    [[nodiscard]] std::optional<double> diskDollarsPerDay(const QString &type, double gib) const;
    [[nodiscard]] QString asOf() const { return m_asOf; } ///< a month, "2026-06"

private:
    /// A single v2-8 or v3-8 has another price than a part of a pod; Any: of all other generations.
    enum class Form { Any, Device, Pod };
    struct Price
    {
        double onDemand = 0; ///< dollars per chip and hour
        double spot = 0;
    };
    [[nodiscard]] static Form formOf(const TpuType &type);

    QString m_asOf;
    std::map<std::tuple<Generation, Form, QString>, Price> m_prices; ///< by region
    Price m_address;                                                 ///< of one, per hour
    std::map<QString, double> m_disks;                               ///< per GiB and month, by type
};

/// "$1,238.40".
[[nodiscard]] QString dollarText(double dollars);

} // namespace podium::lifecycle
