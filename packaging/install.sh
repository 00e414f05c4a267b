#!/bin/sh
# Installs the program ishitori from its release: install.sh [--to FOLDER] [--version 0.1.0]
#   curl -LsSf https://github.com/ishitori/ishitori/releases/latest/download/install.sh | sh
# ISHITORI_RELEASES may name another place for the files of releases.
set -eu

version=0.1.0
to=${HOME:?}/.local/bin
while [ $# -gt 0 ]; do
  case $1 in
    --to) to=${2:?--to needs a folder}; shift 2 ;;
    --version) version=${2:?--version needs a version such as 0.1.0}; shift 2 ;;
    *) echo "install.sh: $1 is not known; accepted are --to FOLDER and --version VERSION" >&2; exit 2 ;;
  esac
done

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

case $(uname -m) in
  x86_64 | amd64) machine=x86_64 ;;
  aarch64 | arm64) machine=aarch64 ;;
  *) fail "there is no program for $(uname -m); \`cargo install ishitori\` builds one" ;;
esac
case $(uname -s) in
  # The static program needs no C library of a certain age.
  Linux) target=$machine-unknown-linux-musl ;;
  Darwin) target=$machine-apple-darwin ;;
  *) fail "there is no program for $(uname -s); \`cargo install ishitori\` builds one" ;;
esac

name=ishitori-$version-$target
place=${ISHITORI_RELEASES:-https://github.com/ishitori/ishitori/releases/download}/v$version
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fetch() {
  if command -v curl >/dev/null; then
    curl --proto '=https,file' --fail --location --silent --show-error --output "$folder/$1" "$place/$1"
  elif command -v wget >/dev/null; then
    wget --quiet --output-document="$folder/$1" "$place/$1"
  else
    fail "curl or wget is needed"
  fi
}
fetch "$name.tar.gz" || fail "$place/$name.tar.gz could not be fetched"
fetch SHA256SUMS || fail "$place/SHA256SUMS could not be fetched"

expected=$(awk -v file="$name.tar.gz" '$2 == file { print $1 }' "$folder/SHA256SUMS")
[ -n "$expected" ] || fail "SHA256SUMS does not name $name.tar.gz"
if command -v sha256sum >/dev/null; then
  found=$(sha256sum "$folder/$name.tar.gz")
else
  found=$(shasum -a 256 "$folder/$name.tar.gz")
fi
[ "${found%% *}" = "$expected" ] || fail "$name.tar.gz is not the file that was released: its checksum is another"

tar -xzf "$folder/$name.tar.gz" -C "$folder"
mkdir -p "$to"
# Replaced as a whole, so that a program that runs goes on.
cp "$folder/$name/ishitori" "$to/.ishitori.new"
mv -f "$to/.ishitori.new" "$to/ishitori"
echo "installed: $to/ishitori, $("$to/ishitori" --version)"
case :$PATH: in
  *:"$to":*) ;;
  *) echo "$to is not in PATH yet" ;;
esac
