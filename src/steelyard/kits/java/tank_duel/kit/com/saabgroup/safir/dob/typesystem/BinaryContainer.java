package com.saabgroup.safir.dob.typesystem;

public final class BinaryContainer extends ContainerBase {
    private byte[] value;

    public byte[] getVal() {
        requireValue();
        return value;
    }

    public void setVal(byte[] value) {
        this.value = value;
        fill();
    }
}
