# dunst shows the notifications of a D-Bus session at $DISPLAY, and a person presses their buttons. To be sourced.
#
# start_dunst FOLDER begins; will_press BUTTON says which button is pressed next; see_notification presses it when one is
# shown.

start_dunst() {
  folder=$1
  # dunst gives the buttons to this program, one in a line, and presses the one that comes back.
  printf '#!/bin/sh\ngrep -m 1 -F "$(cat "%s/answer")"\n' "$folder" >"$folder/choose"
  chmod 700 "$folder/choose"
  printf '[global]\ndmenu = %s/choose\n' "$folder" >"$folder/dunstrc"
  dunst -config "$folder/dunstrc" >/dev/null 2>&1 &
  dunst=$!
  # Who asks earlier has the bus start another one, without this person.
  waited=0
  until dbus-send --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner \
    string:org.freedesktop.Notifications | grep -q true || [ $waited -ge 200 ]; do
    waited=$((waited + 1))
    sleep 0.05
  done
}

will_press() { printf '#%s (' "$1" >"$folder/answer"; }

see_notification() {
  waited=0
  while [ "$(dunstctl count displayed)" = 0 ] && [ $waited -lt 200 ]; do
    waited=$((waited + 1))
    sleep 0.05
  done
  dunstctl context
}
