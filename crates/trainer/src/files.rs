//! Writing a file so that it is there whole or not at all, whenever the process dies.

use crate::error::{TrainError, at};
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// Writes the parts to a file beside `path`, makes sure that they are on the disk, and puts it in the place of `path`.
pub(crate) fn write_whole(path: &Path, parts: &[&[u8]]) -> Result<(), TrainError> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".new");
    let beside = path.with_file_name(name);
    let mut file = File::create(&beside).map_err(at(&beside))?;
    for part in parts {
        file.write_all(part).map_err(at(&beside))?;
    }
    file.sync_all().map_err(at(&beside))?;
    std::fs::rename(&beside, path).map_err(at(path))
}
