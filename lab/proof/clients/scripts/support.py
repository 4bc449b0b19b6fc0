"""What the scripts of the Python clients share."""

import json
import os

URL = os.environ["TRACKER_URL"]


def say(**line):
    print(json.dumps(line), flush=True)


def check(call, act, expected, seen=lambda result: result):
    """Calls, and compares what is seen of the result with what is expected."""
    result = None
    try:
        result = act()
        found = seen(result)
        passed = found == expected
        reason = "" if passed else f"expected {expected!r}, found {found!r}"
    except Exception as error:  # every failure of a client is a result
        passed, reason = False, f"{type(error).__name__}: {getattr(error, 'text', None) or error}"
    say(call=call, passed=passed, **({} if passed else {"reason": reason.splitlines()[0][:300] if reason else "?"}))
    return result
