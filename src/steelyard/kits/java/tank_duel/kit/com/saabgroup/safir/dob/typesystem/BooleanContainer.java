package com.saabgroup.safir.dob.typesystem;

public final class BooleanContainer extends ContainerBase {
    private boolean value;

    public Boolean getVal() {
        requireValue();
        return value;
    }

    public void setVal(boolean value) {
        this.value = value;
        fill();
    }
}
