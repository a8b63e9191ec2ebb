//! Arrays of the caller.

use numpy::{Element, PyReadwriteArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::errors::BufferError;

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
