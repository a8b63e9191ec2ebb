//! Arrays of the caller.

use numpy::{Element, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::errors::BufferError;

/// Borrows an array for writing, which no other argument may share.
pub(crate) fn writable_array<'py, T: Element>(
    name: &str,
    array: &Bound<'py, PyAny>,
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    let typed = array.cast::<PyArrayDyn<T>>().map_err(|_| {
        let expected = T::get_dtype(array.py());
        let found = array
            .getattr("dtype")
            .map_or_else(|_| array.get_type().to_string(), |dtype| format!("an array of {dtype}"));
        BufferError::new_err(format!("`{name}` must be an array of {expected}, not {found}"))
    })?;
    typed.try_readwrite().map_err(|error| BufferError::new_err(format!("`{name}`: {error}")))
}

/// Returns the memory of an array, which must have this shape and lie in one piece in C order.
pub(crate) fn checked_slice<'a, T: Element>(
    name: &str,
    array: &'a mut PyReadwriteArrayDyn<'_, T>,
    shape: &[usize],
) -> PyResult<&'a mut [T]> {
    if array.shape() != shape {
        return Err(BufferError::new_err(format!(
            "`{name}` has the shape {:?}; expected {shape:?}",
            array.shape()
        )));
    }
    if !array.is_c_contiguous() {
        return Err(BufferError::new_err(format!("`{name}` must be contiguous in C order")));
    }
    array.as_slice_mut().map_err(|error| BufferError::new_err(format!("`{name}`: {error}")))
}
