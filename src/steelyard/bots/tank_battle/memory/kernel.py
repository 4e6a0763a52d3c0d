"""Raw memory for the search: copying rows, and the hash table, whose address several trees can share."""

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_WORD = ir.IntType(64)


@intrinsic
def address_of(_context, record):
    """The address of a record."""

    def emit(_context, builder, _signature, arguments):
        return builder.ptrtoint(arguments[0], _WORD)

    return types.int64(record), emit


@intrinsic
def load(_context, _address):
    """The 64-bit word at an address."""

    def emit(_context, builder, _signature, arguments):
        return builder.load(builder.inttoptr(arguments[0], _WORD.as_pointer()), align=8)

    return types.uint64(types.int64), emit


@intrinsic
def store(_context, _address, _word):
    """Store a 64-bit word at an address."""

    def emit(_context, builder, _signature, arguments):
        builder.store(arguments[1], builder.inttoptr(arguments[0], _WORD.as_pointer()), align=8)
        return ir.Constant(_WORD, 0)

    return types.int64(types.int64, types.uint64), emit


@intrinsic
def prefetch(_context, _address):
    """Have the cache line of an address loaded: it is needed soon."""

    def emit(_context, builder, _signature, arguments):
        byte = ir.IntType(8).as_pointer()
        number = ir.IntType(32)
        function = cgutils.get_or_insert_function(
            builder.module,
            ir.FunctionType(ir.VoidType(), [byte, number, number, number]),
            "llvm.prefetch.p0",
        )
        hints = [ir.Constant(number, hint) for hint in (0, 3, 1)]  # to read, keep it, data
        builder.call(function, [builder.inttoptr(arguments[0], byte), *hints])
        return ir.Constant(_WORD, 0)

    return types.int64(types.int64), emit


def copier(size):
    """A function that copies `size` bytes inside a record, from one offset to another that is no nearer."""
    whole = ir.VectorType(ir.IntType(8), size)

    @intrinsic
    def copy(_context, record, _target, _source):
        def emit(_context, builder, _signature, arguments):
            record, target, source = arguments
            there, here = (
                cgutils.pointer_add(builder, record, offset, whole.as_pointer())
                for offset in (target, source)
            )
            builder.store(builder.load(here, align=1), there, align=1)
            return ir.Constant(_WORD, 0)

        return types.int64(record, types.int64, types.int64), emit

    return copy
