# Sourced by the scripts that make data sets of Debian's packages.

# package NAME DIR: unpacks a package into a directory; it is kept in packages/ of the present one.
package() {
  (cd packages && ls "$1"_*.deb >/dev/null 2>&1 || apt-get download -qq "$1" 2>/dev/null)
  mkdir -p "$2"
  dpkg -x packages/"$1"_*.deb "$2"
}
