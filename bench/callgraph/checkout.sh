#!/bin/sh
# Makes the checkouts that `npm run bench -- callgraph` and the oracles read.
# usage: checkout.sh FOLDER
set -eu
folder=$1
node -e '
  for (const { name, url, commit } of JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")))
    console.log([name, url, commit].join(" "));
' "$(dirname "$0")/repositories.json" | while read -r name url commit; do
  [ -d "$folder/$name" ] && continue
  git init -q "$folder/$name.part"
  git -C "$folder/$name.part" fetch -q --depth 1 "$url" "$commit"
  git -C "$folder/$name.part" checkout -q FETCH_HEAD
  mv "$folder/$name.part" "$folder/$name"
done
