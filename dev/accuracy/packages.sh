# shellcheck shell=bash
# Sourced by the scripts that make data sets of Debian's packages.

# prepare DIR HALF: makes DIR/HALF and goes to DIR. $work is a directory there until the script ends; what is mounted in it is unmounted. Others may enter both.
prepare() {
  mkdir -p "$1/$2" "$1/packages"
  chmod 711 "$1"
  cd "$1"
  work=$(mktemp -d "$PWD/work-XXXXXX")
  chmod 711 "$work"
  trap 'umount "$work/mount" 2>/dev/null || true; rm -rf "$work"' EXIT
}

# package NAME DIR: unpacks a package into a directory; it is kept in packages/ of the present one.
package() {
  (cd packages && ls "$1"_*.deb >/dev/null 2>&1 || apt-get download -qq "$1" 2>/dev/null)
  mkdir -p "$2"
  dpkg -x packages/"$1"_*.deb "$2"
}
