package com.saabgroup.safir.dob.typesystem;

/** A word of an enumeration. */
public class EnumerationContainer<E extends Enum<E>> extends ContainerBase {
    private E value;

    public E getVal() {
        requireValue();
        return value;
    }

    public void setVal(E value) {
        this.value = value;
        fill();
    }
}
