package dev.sluice.apiserver.cel;

import java.math.BigInteger;

/// A value of type `uint`, 64 bits.
record UInt(BigInteger value) {
    static UInt of(BigInteger value) {
        if (value.signum() < 0 || value.bitLength() > 64) {
            throw new CelFailure("unsigned integer overflow");
        }
        return new UInt(value);
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
