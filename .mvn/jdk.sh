# Finds a JDK of version 25 or newer; sourced by ./sluice and ./mvnw, in plain POSIX sh.
# Afterwards JAVA_HOME names it, or the script has ended with a sentence that says what to install.

jdk_wanted=25

# Prints the major version that the folder's release file tells; nothing when it is no JDK.
jdk_version() {
  [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 0
  sed -n 's/^JAVA_VERSION="\([0-9][0-9]*\).*/\1/p' "$1/release"
}

# Prints the folder above the bin folder of the java that the PATH gives, behind all links.
jdk_of_path() {
  jdk_java=$(command -v java) || return 0
  while [ -L "$jdk_java" ]; do
    jdk_link=$(ls -l "$jdk_java" | sed 's/.* -> //')
    case $jdk_link in
      /*) jdk_java=$jdk_link ;;
      *) jdk_java=$(dirname "$jdk_java")/$jdk_link ;;
    esac
  done
  (cd "$(dirname "$jdk_java")/.." 2>/dev/null && pwd -P) || return 0
}

find_jdk() {
  jdk_seen=
  for jdk_home in "${JAVA_HOME:-}" "$(jdk_of_path)" \
    /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /opt/java/* /opt/jdk* \
    "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* "$HOME"/.gradle/jdks/* \
    "$HOME"/.asdf/installs/java/* "$HOME"/.local/share/mise/installs/java/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home "$HOME"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /home/linuxbrew/.linuxbrew/opt/openjdk*/libexec; do
    [ -n "$jdk_home" ] && [ -d "$jdk_home" ] || continue
    jdk_found=$(jdk_version "$jdk_home")
    [ -n "$jdk_found" ] || continue
    if [ "$jdk_found" -ge "$jdk_wanted" ]; then
      JAVA_HOME=$jdk_home
      export JAVA_HOME
      return 0
    fi
    jdk_seen="$jdk_seen  $jdk_home (version $jdk_found)
"
  done
  {
    echo "Sluice needs a JDK of version $jdk_wanted or newer (java and javac), and there is none here."
    [ -z "$jdk_seen" ] || printf 'Too old:\n%s' "$jdk_seen"
    echo "Install one, for example:"
    echo "  Debian, Ubuntu   sudo apt-get install openjdk-25-jdk-headless"
    echo "  Fedora           sudo dnf install java-25-openjdk-devel"
    echo "  macOS            brew install openjdk@25"
    echo "  anywhere         sdk install java 25-tem   (https://sdkman.io)"
    echo "or unpack one from https://adoptium.net and set JAVA_HOME to its folder."
  } >&2
  exit 69
}

find_jdk
