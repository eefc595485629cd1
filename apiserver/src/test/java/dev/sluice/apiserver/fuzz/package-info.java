/// Requests that no honest client sends, by the thousand. Read [MalformedRequestsTest] first.
@org.jspecify.annotations.NullMarked
package dev.sluice.apiserver.fuzz;
