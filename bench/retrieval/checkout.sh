#!/bin/sh
# Makes the checkouts that `npm run bench -- retrieval` reads: of every repository in the labels file, the labelled
# commit's sub-folder that is indexed.
# usage: checkout.sh LABELS.json FOLDER [CLONES]
# CLONES may hold bare clones named owner+name (with or without a repo/ below); without it git fetches from the
# addresses in the labels. Where the commit cannot be had, the newest is taken and said so.
set -eu
labels=$1
folder=$2
clones=${3-}
node -e '
  for (const { repo, url, commit, root } of JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")))
    console.log([repo, url, commit, root || "."].join(" "));
' "$labels" | while read -r repo url commit root; do
  target=$folder/$repo
  [ -d "$target" ] && continue
  clone=
  if [ -n "$clones" ]; then
    name=$(printf %s "${url#*://*/}" | sed 's|\.git$||; s|/|+|')
    for candidate in "$clones/$name/repo/.git" "$clones/$name/repo" "$clones/$name/.git" "$clones/$name"; do
      if [ -d "$candidate/objects" ]; then clone=$candidate; break; fi
    done
    if [ -z "$clone" ]; then echo "$repo: no clone of $url in $clones" >&2; continue; fi
  else
    clone=$folder/.clones/$repo
    [ -d "$clone" ] || git init -q --bare "$clone"
    git --git-dir "$clone" fetch -q --depth 1 "$url" "$commit" || git --git-dir "$clone" fetch -q --depth 1 "$url" HEAD
    git --git-dir "$clone" cat-file -e "$commit^{commit}" 2>/dev/null || git --git-dir "$clone" update-ref HEAD FETCH_HEAD
  fi
  if git --git-dir "$clone" cat-file -e "$commit^{commit}" 2>/dev/null; then
    state=labelled
  else
    # The newest that has the folder: a project's next version may live on a branch of its own.
    commit=
    for candidate in HEAD $(git --git-dir "$clone" for-each-ref --sort=-committerdate --format='%(refname)'); do
      if git --git-dir "$clone" cat-file -e "$candidate:${root#.}" 2>/dev/null; then commit=$candidate; break; fi
    done
    if [ -z "$commit" ]; then echo "$repo: no commit with $root" >&2; continue; fi
    state="not the labelled commit, but $(git --git-dir "$clone" rev-parse "$commit")"
  fi
  mkdir -p "$target.part"
  git --git-dir "$clone" archive "$commit" "$root" | tar x -C "$target.part"
  mv "$target.part" "$target"
  echo "$repo: $state"
done
