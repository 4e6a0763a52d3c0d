package com.saabgroup.safir.dob.typesystem;

public final class Int32Container extends ContainerBase {
    private int value;

    public Integer getVal() {
        requireValue();
        return value;
    }

    public void setVal(int value) {
        this.value = value;
        fill();
    }
}
