#!/bin/sh
# With the server's settings: sh deploy/backup-postgres.sh FILE.tar.gz makes one file of the readers' database and the
# catalogue, which only its owner can read (docs/hosting.md 4.2). It gets its name when it is checked and whole.
set -eu
umask 077
fail() { echo "$1" >&2; exit 1; }
to=${1:-}
[ -n "$to" ] || fail 'Name the file: sh deploy/backup-postgres.sh FILE.tar.gz'
app=$(cd "$(dirname "$0")/.." && pwd)
catalogue=${CATALOGUE_DIR:-${DATA_DIR:-data}}/catalogue.db
[ -f "$catalogue" ] || fail "There is no $catalogue. Set DATA_DIR, and CATALOGUE_DIR if the server has it, as for the server."
[ -n "${DATABASE_URL:-}${DATABASE_URL_FILE:-}" ] || fail 'Set DATABASE_URL or DATABASE_URL_FILE as for the server.'
[ -n "${DATABASE_URL:-}" ] || DATABASE_URL=$(cat "$DATABASE_URL_FILE")
folder=$(cd "$(dirname "$to")" && pwd)
# What a killed backup left, here or by `npm run data -- backup`: nobody writes to it for half a day.
find "$folder" -maxdepth 1 -name '.catchword-backup-*' -mmin +720 -exec rm -rf {} + ||
  echo "A killed backup left what only root may remove in $folder: .catchword-backup-*, a whole copy." >&2
work=$(mktemp -d "$folder/.catchword-backup-XXXXXX")
# So that the next one may remove what root leaves if it is killed.
[ "$(id -u)" != 0 ] || chown "$(stat -c %u:%g "$folder")" "$work"
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
pg_dump --no-password --format=custom --file="$work/readers.dump" "$DATABASE_URL"
# Reads all of it, where --list reads only what is in it.
pg_restore --file=/dev/null "$work/readers.dump"
cp "$catalogue" "$work/catalogue.db"
(cd "$app" && PATH="$app/node_modules/.bin:$PATH" node --input-type=module --eval "
  const { checkIntegrity } = await import('./server/data/databases.ts')
  try { checkIntegrity(process.argv[1]) } catch (error) { console.error(error.message); process.exit(1) }
" "$work/catalogue.db")
tar -czf "$work/whole" -C "$work" readers.dump catalogue.db
mv "$work/whole" "$to"
