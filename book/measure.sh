#!/bin/sh
# The tables of nodes in the book: searches the positions of `bench` to a depth at a stage of the book, first with every
# technique of that stage on, then with each of the named ones off (several joined by commas go off together).
#
# usage: book/measure.sh STAGE DEPTH MAX_NODES [NAME ..]
# The program is target/release/cutaway, or what the variable CUTAWAY names.
set -eu
cd "$(dirname "$0")/.."
program=${CUTAWAY:-target/release/cutaway}
stage=$1 depth=$2 limit=$3
shift 3

measure() {
    sed -n 's|^ *"\(.* [wb] .*\)",$|\1|p' crates/search/src/bench.rs | while read -r fen; do
        echo "new"
        echo "set stage $stage"
        echo "set record nothing"
        for name in $(echo "$1" | tr , ' '); do echo "set $name off"; done
        echo "fen $fen"
        echo "go depth $depth nodes $limit"
    done | "$program" console | sed -n 's|^cutaway plays .*(depth \([0-9]*\), .* \([0-9]*\) nodes, \([0-9]*\) ms.*|\1 \2 \3|p' |
        awk -v name="${1:-everything on}" -v depth="$depth" -v limit="$limit" '
            { nodes += $2; time += $3; if ($1 < depth || $2 >= limit) stopped++ }
            END { printf "%-40s %12d nodes %8d ms, %d of %d positions stopped at the limit\n", name, nodes, time, stopped, NR }'
}

measure ""
for name in "$@"; do measure "$name"; done
