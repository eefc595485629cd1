/// Manifests as a person writes them: YAML files with several documents, of which every fault is told by file and line.
///
/// Read {@link dev.sluice.cli.manifest.ManifestReader} first.
@NullMarked
package dev.sluice.cli.manifest;

import org.jspecify.annotations.NullMarked;
