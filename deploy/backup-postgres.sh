#!/bin/sh
# With the server's settings: sh deploy/backup-postgres.sh FILE.tar.gz makes one file of the readers' database and the
# catalogue, which only its owner can read (docs/hosting.md 4.2). It gets its name when it is whole.
set -eu
umask 077
to=$1
[ -n "${DATABASE_URL:-}" ] || DATABASE_URL=$(cat "$DATABASE_URL_FILE")
work=$(mktemp -d "$to.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
pg_dump --no-password --format=custom --file="$work/readers.dump" "$DATABASE_URL"
cp "${CATALOGUE_DIR:-$DATA_DIR}/catalogue.db" "$work/catalogue.db"
tar -czf "$work/whole" -C "$work" readers.dump catalogue.db
mv "$work/whole" "$to"
