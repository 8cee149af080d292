# A browser of a desktop: it goes where its orders lead, and hands an address that it cannot open to the desktop.
#
# Usage: desktop_browser.sh LOG ORDER... URL. The log gets the URL that it was started with.
set -eu
log=$1
shift
for url; do :; done
echo "$url" >>"$log"
address=$(python3 -B "$(dirname "$0")/plain_browser.py" --hold "$@")
unset BROWSER
exec xdg-open "$address"
