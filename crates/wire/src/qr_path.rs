/// The most bytes of the path of a page whose link is drawn as a QR code. A longer link would be too dense to scan.
pub const MAX_QR_PATH_BYTES: usize = 800;
