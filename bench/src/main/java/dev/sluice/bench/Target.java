package dev.sluice.bench;

import java.nio.file.Path;

/// An API server to measure: where it listens and how to get in.
///
/// @param url for example `https://127.0.0.1:6443`
/// @param token bearer token of an administrator
/// @param authority PEM file of the certificate authority
record Target(String url, String token, Path authority) {}
