"""What an application of the desktop says of itself on the accessibility bus, read by pyatspi.

Usage: desktop-truth.py NAME. Prints one line of JSON: role, name, text, and states of every element that is showing.
"""
import json
import sys

import gi

gi.require_version("Atspi", "2.0")
import pyatspi

name = sys.argv[1]
app = next(app for app in pyatspi.Registry.getDesktop(0) if app is not None and app.name == name)
told = []
stack = [app]
while stack:
    node = stack.pop()
    try:
        states = [pyatspi.stateToString(state) for state in node.getState().getStates()]
        text = ""
        try:
            interface = node.queryText()
            text = interface.getText(0, min(interface.characterCount, 1000))
        except NotImplementedError:
            pass
        told.append({"role": node.getRoleName(), "name": node.name, "text": text, "states": states})
        stack.extend(child for child in (node.getChildAtIndex(i) for i in range(min(node.childCount, 500))) if child)
    except Exception as error:  # An element that went in the meantime.
        print(error, file=sys.stderr)
print(json.dumps(told))
