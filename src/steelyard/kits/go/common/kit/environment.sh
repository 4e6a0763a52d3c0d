# For build.sh and test.sh: Go works offline, and keeps what it has compiled where it may write.
export GOPROXY=off GOFLAGS=-mod=mod GOTOOLCHAIN=local CGO_ENABLED=0 GO111MODULE=on GOWORK=off
if [ -z "$GOCACHE" ] && ! mkdir -p "${XDG_CACHE_HOME:-${HOME:-/nowhere}/.cache}/go-build" 2>/dev/null; then
    export GOCACHE="${TMPDIR:-/tmp}/go-build"
fi
