//! The directories of the workspace.

use std::env::consts::EXE_EXTENSION;
use std::path::PathBuf;

use anyhow::{Context, Result};
use cargo_metadata::MetadataCommand;

/// The directories of the workspace.
pub(crate) struct Workspace {
    /// The directory of the root manifest.
    pub(crate) root: PathBuf,
    /// The directory of build outputs.
    pub(crate) target: PathBuf,
}

impl Workspace {
    /// Asks cargo. No dependency is resolved, so neither network nor lock file is needed.
    pub(crate) fn read() -> Result<Workspace> {
        let metadata = MetadataCommand::new().no_deps().exec().context("cargo cannot read this workspace")?;
        Ok(Workspace {
            root: metadata.workspace_root.into_std_path_buf(),
            target: metadata.target_directory.into_std_path_buf(),
        })
    }

    /// Returns the path of a compiled program. The directory is that of its profile.
    pub(crate) fn program(&self, directory: &str, name: &str) -> PathBuf {
        self.target.join(directory).join(name).with_extension(EXE_EXTENSION)
    }
}
