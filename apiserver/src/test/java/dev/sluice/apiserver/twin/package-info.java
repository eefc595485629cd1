/// The API against a model of it: a map of objects with the rules of revisions, generations and finalizers. Read [ModelTest] first.
@org.jspecify.annotations.NullMarked
package dev.sluice.apiserver.twin;
