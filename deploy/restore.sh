#!/bin/sh
# deploy/restore.sh embedded|server FILE: brings the users of a backup back that are not there. The whole file is checked before anything is
# written; what was cut off goes on with the same command. Recall, ingest and jobs of the server shape stop for it and start again.
set -eu
cd "$(dirname "$0")/.."

shape=${1:-}
file=${2:-}
case "$shape" in embedded | server) ;; *) echo "Usage: deploy/restore.sh embedded|server FILE" >&2; exit 2 ;; esac
if [ ! -f "$file" ]; then echo "There is no file \"$file\"." >&2; exit 2; fi
file=$(cd "$(dirname "$file")" && pwd)/$(basename "$file")

if [ "$shape" = embedded ]; then exec node tools/setup/run.mjs apps/cortex/src/main.ts restore "$file" --to embedded; fi

apps="proxy ingest worker scheduler recall-api"
# Whatever becomes of it, what was stopped runs again.
trap 'docker compose up -d $apps' EXIT
docker compose stop $apps
docker compose up -d --wait memgraph redis
docker compose run --rm --no-deps -T --user "$(id -u):$(id -g)" -v "$file:/backup.jsonl.gz:ro" worker node apps/cortex/src/main.ts restore /backup.jsonl.gz --to server
