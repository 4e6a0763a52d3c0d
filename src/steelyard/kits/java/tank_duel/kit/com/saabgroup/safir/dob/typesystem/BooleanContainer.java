package com.saabgroup.safir.dob.typesystem;

public final class BooleanContainer extends ContainerBase {
    private boolean value;

    public boolean getVal() {
        requireValue();
        return value;
    }

    public void setVal(boolean value) {
        this.value = value;
        fill();
    }
}
