"""How long other tools take to read an application's tree: pyatspi with many or with few facts an element, and dogtail.

Usage: desktop-peers.py full|lean|dogtail NAME ROUNDS. Prints one line of JSON: elements, controls among them, a text
with a line for each element that shows, and ms of each round.
"""
import json
import sys
import time

MANAGES_DESCENDANTS = 31
FOCUSABLE, SENSITIVE, SHOWING = 11, 24, 25
MANY = 500


def node_full(node, pyatspi):
    states = node.getState().getStates()
    facts = [node.name, node.description, node.getRole(), states, node.get_interfaces(), node.getAttributes()]
    try:
        extents = node.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
        facts.append((extents.x, extents.y, extents.width, extents.height))
    except NotImplementedError:
        pass
    try:
        action = node.queryAction()
        facts.append([action.getName(i) for i in range(action.nActions)])
    except NotImplementedError:
        pass
    try:
        value = node.queryValue()
        facts.append((value.currentValue, value.minimumValue, value.maximumValue))
    except NotImplementedError:
        pass
    try:
        text = node.queryText()
        facts.append(text.getText(0, text.characterCount))
    except NotImplementedError:
        pass
    return states


def node_lean(node, _):
    node.name
    node.getRole()
    return node.getState().getStates()


def walk(root, read, pyatspi):
    count = controls = 0
    lines = []
    stack = [root]
    while stack:
        node = stack.pop()
        if node is None:
            continue
        try:
            states = read(node, pyatspi)
            count += 1
            numbers = {int(state) for state in states}
            if SHOWING in numbers:
                lines.append(f"{node.getRoleName()} {node.name}")
                controls += {FOCUSABLE, SENSITIVE} <= numbers
            children = node.childCount
            # A sheet: whoever asks for all of its cells waits for minutes.
            if MANAGES_DESCENDANTS in numbers and children > MANY:
                continue
            stack.extend(node.getChildAtIndex(i) for i in range(children))
        except Exception as error:  # An element that went in the meantime.
            print(error, file=sys.stderr)
    return count, controls, lines


def with_pyatspi(kind, name, rounds):
    import gi

    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi
    import pyatspi

    app = next(app for app in pyatspi.Registry.getDesktop(0) if app is not None and app.name == name)
    times = []
    found = (0, 0, [])
    for _ in range(rounds):
        Atspi.Accessible.clear_cache(app)
        start = time.perf_counter()
        found = walk(app, node_full if kind == "full" else node_lean, pyatspi)
        times.append((time.perf_counter() - start) * 1000)
    return *found, times


def with_dogtail(name, rounds):
    from dogtail.config import config

    config.checkForA11y = False
    config.logDebugToStdOut = False
    config.logDebugToFile = False
    from dogtail import tree

    times = []
    count = controls = 0
    lines = []
    for _ in range(rounds):
        start = time.perf_counter()
        app = next(app for app in tree.root.applications() if app.name == name)
        count = controls = 0
        lines = []
        stack = [app]
        while stack:
            node = stack.pop()
            count += 1
            told = f"{node.roleName} {node.name}"
            if node.showing:
                lines.append(told)
                controls += node.focusable and node.sensitive
            stack.extend(node.children)
        times.append((time.perf_counter() - start) * 1000)
    return count, controls, lines, times


kind, name, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
count, controls, lines, times = with_dogtail(name, rounds) if kind == "dogtail" else with_pyatspi(kind, name, rounds)
print(json.dumps({"elements": count, "controls": controls, "text": "\n".join(lines), "ms": times}))
