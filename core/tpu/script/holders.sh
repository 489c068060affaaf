# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
say_holders
