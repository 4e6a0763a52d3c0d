package com.saabgroup.safir.dob.typesystem;

/** An entity inside another. */
public final class ObjectContainer<T> extends ContainerBase {
    private T object;

    public T getObj() {
        requireValue();
        return object;
    }

    public void setObj(T object) {
        this.object = object;
        fill();
    }
}
