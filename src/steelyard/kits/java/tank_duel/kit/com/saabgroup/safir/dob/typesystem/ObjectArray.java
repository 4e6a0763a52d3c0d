package com.saabgroup.safir.dob.typesystem;

import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** A row of containers; each may be null. */
public final class ObjectArray<T> implements Iterable<ObjectContainer<T>> {
    private final List<ObjectContainer<T>> containers;

    public ObjectArray(int size) {
        containers = Stream.generate(ObjectContainer<T>::new).limit(size).toList();
    }

    public int size() {
        return containers.size();
    }

    public ObjectContainer<T> get(int index) {
        return containers.get(index);
    }

    @Override
    public Iterator<ObjectContainer<T>> iterator() {
        return containers.iterator();
    }
}
