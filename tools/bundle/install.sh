#!/bin/sh
# Add Fairground to the menu of your desktop, and let it open scenarios: for you alone, without root.
#
#     ./install.sh               installs into ~/.local
#     ./install.sh --remove      takes all of it away again; maps and settings stay
set -eu
here=$(cd -P "$(dirname "$0")" && pwd)
home=${XDG_DATA_HOME:-$HOME/.local/share}
bin=$HOME/.local/bin

files=$(cd "$here/share" && find . -type f)
for file in $files; do rm -f "$home/$file"; done
rm -f "$bin/fairground" "$bin/fairground-editor"

if [ "${1:-}" != --remove ]; then
    mkdir -p "$bin"
    ln -s "$here/fairground" "$here/fairground-editor" "$bin"
    for file in $files; do
        mkdir -p "$home/$(dirname "$file")"
        cp "$here/share/$file" "$home/$file"
    done
    # A desktop doesn't look into ~/.local/bin everywhere.
    sed -i "s#^Exec=fairground-editor#Exec=\"$here/fairground-editor\"#" "$home/applications/fairground.desktop"
    echo "Fairground is in your menu. Keep this folder: $here"
else
    echo "Fairground is no longer in your menu. You can delete this folder: $here"
fi

for update in "update-desktop-database $home/applications" "update-mime-database $home/mime"; do
    if command -v "${update%% *}" >/dev/null; then $update || true; fi
done
