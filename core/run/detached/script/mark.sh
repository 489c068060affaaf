# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Keeps how far has been read.
readMark
cd "$podium_base/$podium_id" || exit 66
echo "$o $e" >read.new
mv read.new read
