# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
podium_gathers=1
say_holders
