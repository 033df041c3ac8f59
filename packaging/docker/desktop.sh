#!/bin/sh
# desktop COMMAND …: starts a desktop without a screen, with a session bus and an accessibility bus, and runs the command
# in it. The desktop ends with the command, whose exit code it answers.
set -eu

XDG_RUNTIME_DIR=$(mktemp -d)
export XDG_RUNTIME_DIR
export WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman
export GDK_BACKEND=wayland QT_QPA_PLATFORM=wayland QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1
config=$XDG_RUNTIME_DIR/sway.conf
cat > "$config" <<EOF
xwayland disable
output HEADLESS-1 mode ${DESKTOP_SIZE:-1280x800}
for_window [app_id=".*"] floating enable
EOF

# What the command says stays apart from what the desktop says: stdout may be a protocol.
sway -c "$config" > "$XDG_RUNTIME_DIR/sway.log" 2>&1 &
sway=$!
trap 'kill "$sway" 2> /dev/null || true; rm -rf "$XDG_RUNTIME_DIR"' EXIT
for _ in $(seq 100); do
  WAYLAND_DISPLAY=$(cd "$XDG_RUNTIME_DIR" && ls | grep -x 'wayland-[0-9]*' | head -1 || true)
  SWAYSOCK=$(find "$XDG_RUNTIME_DIR" -name 'sway-ipc.*.sock' | head -1)
  [ -n "$WAYLAND_DISPLAY" ] && [ -n "$SWAYSOCK" ] && break
  sleep 0.1
done
if [ -z "$WAYLAND_DISPLAY" ] || [ -z "$SWAYSOCK" ]; then
  echo "desktop: sway did not start within ten seconds. It said:" >&2
  cat "$XDG_RUNTIME_DIR/sway.log" >&2
  exit 1
fi
export WAYLAND_DISPLAY SWAYSOCK
dbus-run-session -- "$@"
