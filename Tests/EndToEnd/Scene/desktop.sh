# A desktop without a screen, whose notifications dunst shows, and a person who answers each question of the agent.
#
# Usage, in a D-Bus session: desktop.sh WAYLEAVE FOLDER ANSWER...: for each answer a program of its own asks for a token,
# and the line of that program is printed. ANSWER is a button, such as "Deny".
set -eu
wayleave=$1 folder=$2
shift 2

mkfifo "$folder/display"
Xvfb -displayfd 1 -screen 0 800x300x24 -nolisten tcp >"$folder/display" 2>/dev/null &
screen=$!
trap 'kill $screen' EXIT
read -r number <"$folder/display"
export DISPLAY=":$number"

# dunst gives the buttons to this program, one in a line, and presses the one that comes back.
printf '#!/bin/sh\ngrep -m 1 -F "$(cat "%s/answer")"\n' "$folder" >"$folder/choose"
chmod 700 "$folder/choose"
printf '[global]\ndmenu = %s/choose\n' "$folder" >"$folder/dunstrc"
dunst -config "$folder/dunstrc" >/dev/null 2>&1 &
trap "kill $! $screen" EXIT

"$wayleave" agent run --background >/dev/null

number=0
for answer in "$@"; do
  number=$((number + 1))
  # What was allowed is for one program by its path. "Deny" is the last answer: for half a minute it is one for all copies.
  cp /bin/sh "$folder/program-$number"
  printf '#%s (' "$answer" >"$folder/answer"
  "$folder/program-$number" -c '"$0" token --json </dev/null 2>&1; exit $?' "$wayleave" >"$folder/said" &
  asking=$!
  waited=0
  while [ "$(dunstctl count displayed)" = 0 ] && [ $waited -lt 200 ]; do
    waited=$((waited + 1))
    sleep 0.05
  done
  dunstctl context
  if wait $asking; then code=0; else code=$?; fi
  echo "$code $(cat "$folder/said")"
done
"$wayleave" agent grants --json
"$wayleave" agent stop >/dev/null
