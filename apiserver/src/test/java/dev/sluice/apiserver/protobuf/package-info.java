@NullMarked
package dev.sluice.apiserver.protobuf;

import org.jspecify.annotations.NullMarked;
