# A desktop without a screen, whose notifications dunst shows, and a person who answers each question of the agent.
#
# Usage, in a D-Bus session: desktop.sh WAYLEAVE FOLDER ANSWER...: for each answer a program of its own asks for a token,
# and the line of that program is printed. ANSWER is a button, such as "Deny".
set -eu
. "$(dirname "$0")/dunst.sh"
wayleave=$1 folder=$2
shift 2

mkfifo "$folder/display"
Xvfb -displayfd 1 -screen 0 800x300x24 -nolisten tcp >"$folder/display" 2>/dev/null &
screen=$!
trap 'kill $screen' EXIT
read -r number <"$folder/display"
export DISPLAY=":$number"

start_dunst "$folder"
trap 'kill $dunst $screen' EXIT

"$wayleave" agent run --background >/dev/null

number=0
for answer in "$@"; do
  number=$((number + 1))
  # What was allowed is for one program by its path. "Deny" is the last answer: for half a minute it is one for all copies.
  cp /bin/sh "$folder/program-$number"
  will_press "$answer"
  "$folder/program-$number" -c '"$0" token --json </dev/null 2>&1; exit $?' "$wayleave" >"$folder/said" &
  asking=$!
  see_notification
  if wait $asking; then code=0; else code=$?; fi
  echo "$code $(cat "$folder/said")"
done
"$wayleave" agent grants --json
"$wayleave" agent stop >/dev/null
