#!/usr/bin/env bash
# Takes the pictures of docs/tutorial: a scan in a terminal, and its page in light and dark, on a phone and on paper.
#
#   dev/pictures.sh [DIR...]      scans /usr/share/doc and /usr/share/locale unless told otherwise; needs chromium, pdftoppm (poppler-utils) and pngquant
# COMPSCAN names another program than that of the source tree; KEEP a directory for all that is made on the way.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
data=${*:-/usr/share/doc /usr/share/locale}
out=$here/docs/tutorial
for tool in chromium pdftoppm pngquant python3 script; do
  command -v $tool >/dev/null || {
    echo "pictures.sh needs $tool" >&2
    exit 1
  }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
compscan=${COMPSCAN:-$here/compscan}

browser() { # ARGUMENT...: without a network, an account or a profile that stays
  chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
    --disable-component-update --disable-sync --hide-scrollbars --user-data-dir="$work/profile" "$@" >/dev/null 2>&1
}
keep() { # FILE NAME: with few colours, which is all that such pictures have
  pngquant --force --speed 1 --quality 40-90 --output "$out/$2.png" 96 "$1"
}

command="scan $data --profile vdo,zfs-lz4-128k,vsan --chunk 4k,64k,fastcdc:16k --compress lz4,zstd --out result"
# A terminal of 100 columns; the progress line goes elsewhere.
COLUMNS=100 TERM=xterm-256color script -qec "stty cols 100 rows 60; $compscan $command 2>/dev/null" /dev/null >terminal.txt
python3 "$here/dev/pictures.py" terminal "$ compscan ${command/ --chunk/ \\
    --chunk}" terminal.txt >terminal.html
python3 "$here/dev/pictures.py" host storage1 result/result.json
$compscan report result --html report.html

lines=$(grep -c '' terminal.html)
browser --window-size=860,$((lines * 18 + 10)) --screenshot=terminal.png "file://$work/terminal.html"
keep terminal.png terminal
# 0 is dark, 1 is light.
browser --blink-settings=preferredColorScheme=1 --window-size=1200,1560 --virtual-time-budget=5000 \
  --screenshot=light.png "file://$work/report.html"
keep light.png page-light
browser --blink-settings=preferredColorScheme=0 --window-size=1200,1560 --virtual-time-budget=5000 \
  --screenshot=dark.png "file://$work/report.html"
keep dark.png page-dark
# No window of the browser is as narrow as a phone, so the page stands in a frame.
printf '<!doctype html><body style="margin:0"><iframe src="report.html" style="border:0;width:390px;height:1500px"></iframe>' >phone.html
browser --allow-file-access-from-files --blink-settings=preferredColorScheme=1 --window-size=390,1500 --virtual-time-budget=5000 \
  --screenshot=phone.png "file://$work/phone.html"
keep phone.png page-phone
browser --no-pdf-header-footer --virtual-time-budget=5000 --print-to-pdf=report.pdf "file://$work/report.html"
pdftoppm -r 70 -png report.pdf sheet
pdftoppm -r 80 -f 1 -l 1 -png report.pdf first
keep first*.png page-paper
if [ -n "${KEEP:-}" ]; then
  mkdir -p "$KEEP" && cp -r ./*.png report.pdf report.html terminal.html result "$KEEP"
fi
ls -l "$out"/*.png
