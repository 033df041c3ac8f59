#!/bin/sh
# Adds 7 and 7 in the calculator that has the focus, and prints what each press changed. To try it on a recording:
#   npx ix replay examples/recordings/calculator.json && sh examples/calculator.sh
set -eu
for name in 7 add 7 calculate; do
  npx ix click --any "$name" --type button
done
