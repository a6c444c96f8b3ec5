#!/bin/sh
# deploy/backup.sh embedded|server [FOLDER]: the memory of all users in one checked file, while everything runs. Keeps the newest KEEP (14) files.
# For cron: 0 3 * * * cd /opt/memory-cortex && deploy/backup.sh server /srv/backups
set -eu
cd "$(dirname "$0")/.."

shape=${1:-}
folder=${2:-./backups}
keep=${KEEP:-14}
case "$shape" in embedded | server) ;; *) echo "Usage: deploy/backup.sh embedded|server [FOLDER]" >&2; exit 2 ;; esac
case "$keep" in '' | *[!0-9]* | 0) echo "KEEP is how many files stay, 1 or more; it is \"$keep\"." >&2; exit 2 ;; esac

umask 077
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
name="cortex-$shape-$(date -u +%Y%m%dT%H%M%SZ).jsonl.gz"
if [ "$shape" = embedded ]; then
  node tools/setup/run.mjs apps/cortex/src/main.ts backup "$folder/$name" --from embedded
else
  # As the owner of the folder, in a container of its own beside the others: nothing stops for it.
  docker compose run --rm --no-deps -T --user "$(id -u):$(id -g)" -v "$folder:/backup" worker node apps/cortex/src/main.ts backup "/backup/$name" --from server
fi
echo "$folder/$name"

# Names sort by time. A backup that failed has ended this script before anything is removed.
ls -1 "$folder" | grep -E "^cortex-$shape-[0-9]{8}T[0-9]{6}Z\.jsonl\.gz$" | sort -r | tail -n "+$((keep + 1))" | while read -r old; do rm -- "$folder/$old"; done
