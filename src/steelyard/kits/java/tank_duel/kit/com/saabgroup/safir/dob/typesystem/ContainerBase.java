package com.saabgroup.safir.dob.typesystem;

/** The members of the contest's entities are containers: a value, or null. */
public abstract class ContainerBase {
    private boolean filled;

    public boolean isNull() {
        return !filled;
    }

    public void setNull() {
        filled = false;
    }

    protected void fill() {
        filled = true;
    }

    protected void requireValue() {
        if (!filled) throw new IllegalStateException("this member is null: ask isNull() first");
    }
}
