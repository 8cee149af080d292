# A person at a desktop who answers one question of a program in a notification.
#
# Usage, in a D-Bus session with a display: desktop_question.sh FOLDER BUTTON COMMAND... It ends as the command does.
set -eu
. "$(dirname "$0")/dunst.sh"
start_dunst "$1"
trap 'kill $dunst' EXIT
will_press "$2"
shift 2
"$@" </dev/null &
asking=$!
see_notification
wait $asking
