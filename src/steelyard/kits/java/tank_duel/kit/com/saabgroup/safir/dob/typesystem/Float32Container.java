package com.saabgroup.safir.dob.typesystem;

public final class Float32Container extends ContainerBase {
    private float value;

    public Float getVal() {
        requireValue();
        return value;
    }

    public void setVal(float value) {
        this.value = value;
        fill();
    }
}
