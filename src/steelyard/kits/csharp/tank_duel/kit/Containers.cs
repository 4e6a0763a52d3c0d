using System;
using System.Collections;
using System.Collections.Generic;

// The members of the contest's entities are containers: a value, or null.
namespace Safir.Dob.Typesystem
{
    public class ValueContainer<T>
    {
        T value;
        bool set;

        public virtual T Val
        {
            get { return set ? value : throw new InvalidOperationException("this member is null: ask IsNull() first"); }
            set
            {
                this.value = value;
                set = true;
            }
        }

        public bool IsNull()
        {
            return !set;
        }

        public void SetNull()
        {
            value = default(T);
            set = false;
        }
    }

    public sealed class Int32Container : ValueContainer<int>
    {
    }

    public sealed class Float32Container : ValueContainer<float>
    {
    }

    public sealed class BooleanContainer : ValueContainer<bool>
    {
    }

    public sealed class BinaryContainer : ValueContainer<byte[]>
    {
    }

    public sealed class ObjectContainer<T> where T : class
    {
        T value;

        public T Obj
        {
            get { return value ?? throw new InvalidOperationException("this member is null: ask IsNull() first"); }
            set { this.value = value; }
        }

        public bool IsNull()
        {
            return value == null;
        }

        public void SetNull()
        {
            value = null;
        }
    }

    public sealed class ObjectArray<T> : IEnumerable<ObjectContainer<T>> where T : class
    {
        readonly ObjectContainer<T>[] containers;

        public ObjectArray(int count)
        {
            containers = new ObjectContainer<T>[count];
            for (int i = 0; i < count; i++) containers[i] = new ObjectContainer<T>();
        }

        public int Count => containers.Length;

        public ObjectContainer<T> this[int index] => containers[index];

        public IEnumerator<ObjectContainer<T>> GetEnumerator()
        {
            return ((IEnumerable<ObjectContainer<T>>)containers).GetEnumerator();
        }

        IEnumerator IEnumerable.GetEnumerator()
        {
            return GetEnumerator();
        }
    }
}
