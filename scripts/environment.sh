# Sourced by the other scripts: the project's own Python environment in `.venv`, made or renewed only when needed.
# `environment pages` gives what playing needs, `environment pages,dev` what testing needs.

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
bin="$root/.venv/bin"

say() { printf '%s\n' "$*" >&2; }

find_python() {
    local candidate
    for candidate in "${PYTHON:-}" python3 python3.14 python3.13 python3.12 python3.11 python; do
        if [ -n "$candidate" ] && command -v "$candidate" >/dev/null 2>&1 &&
            "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    say "Python 3.11 or newer is needed and was not found. Set PYTHON=/path/to/python to name one."
    return 1
}

environment() {
    local extras="$1" python stamp
    if [ ! -x "$bin/python" ]; then
        python="$(find_python)"
        say "Making a Python environment in .venv (once) …"
        if ! "$python" -m venv "$root/.venv"; then
            rm -rf "$root/.venv"
            say "This Python cannot make environments. On Debian and Ubuntu: apt-get install python3-venv"
            return 1
        fi
    fi
    # a change of what is required, or a move of the folder, renews the environment
    stamp="$(cat "$root/pyproject.toml" "$root/constraints.txt" <(printf '%s' "$root") | cksum | tr -d ' ')"
    if [ -e "$bin/.ready-$stamp-pages,dev" ] || [ -e "$bin/.ready-$stamp-$extras" ]; then
        return
    fi
    say "Installing chapterhouse with what it needs ($extras); this takes a minute …"
    # Python writes the bytecode of what is imported when it is: no need to do it for all of every package
    if ! "$bin/python" -m pip install -qq --no-compile --disable-pip-version-check \
        -c "$root/constraints.txt" -e "$root[$extras]"; then
        say "The installation failed; the lines above say why."
        return 1
    fi
    rm -f "$bin"/.ready-*
    : >"$bin/.ready-$stamp-$extras"
}
