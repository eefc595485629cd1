/// Services: which ready pods stand behind them, as Endpoints and as EndpointSlices.
@NullMarked
package dev.sluice.localcluster.service;

import org.jspecify.annotations.NullMarked;
