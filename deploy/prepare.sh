#!/bin/sh
# deploy/prepare.sh: writes .env and the secrets of docker-compose.yml where they are missing; what is there stays as it is.
# The secrets' folder is for you alone (mode 700); the files in it can be read by all, because containers that are not root must read
# them through the mounts that Docker makes, each of the files that its service names and no other.
set -eu
umask 022
cd "$(dirname "$0")/.."

secret() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
# write FILE CONTENT: whole or not at all, and never over what is there
write() {
  if [ -e "$1" ]; then return; fi
  printf '%s' "$2" > "$1.new"
  mv "$1.new" "$1"
  echo "wrote $1"
}

if [ ! -e .env ]; then
  if command -v nvidia-smi > /dev/null 2>&1 && nvidia-smi > /dev/null 2>&1; then profile=gpu; else profile=cpu; fi
  sed "s/^COMPOSE_PROFILES=.*/COMPOSE_PROFILES=$profile/" .env.example > .env.new
  mv .env.new .env
  echo "wrote .env with the profile $profile"
fi

folder=$(sed -n 's/^CORTEX_SECRETS=//p' .env | tail -n 1)
folder=${folder:-./secrets}
mkdir -p "$folder"
chmod 700 "$folder"

write "$folder/bolt_password" "$(secret)"
write "$folder/redis_url" "redis://:$(secret)@redis:6379"
write "$folder/grafana_password" "$(secret)"
write "$folder/llm_api_key" ""
write "$folder/metrics_token" "$(secret)"
# The second token reads figures for Prometheus; it is tied to a user that nobody is, so it reads no memory.
write "$folder/tokens.json" "[
  {\"token\": \"$(secret)\", \"roles\": [\"read\", \"write\", \"admin\"]},
  {\"token\": \"$(cat "$folder/metrics_token")\", \"roles\": [\"read\"], \"users\": [\"prometheus\"]}
]
"

if [ -r /proc/sys/vm/max_map_count ] && [ "$(cat /proc/sys/vm/max_map_count)" -lt 262144 ]; then
  echo "Memgraph wants more memory maps than this kernel allows: sudo sysctl -w vm.max_map_count=262144 (and put it into /etc/sysctl.d)"
fi
echo "Next: docker compose up -d --build; the token for agents is the first one in $folder/tokens.json"
