/// The slow twin of the engine: the rules of the specification written down as plainly as possible, without any regard
/// for cost, to be compared with the engine on small worlds. It shares no code with it but the data that goes in. Read
/// [dev.sluice.engine.twin.TwinCycle] first.
@NullMarked
package dev.sluice.engine.twin;

import org.jspecify.annotations.NullMarked;
