/// Everything that reconciles queues, workloads and jobs.
@NullMarked
package dev.sluice.controllers;

import org.jspecify.annotations.NullMarked;
