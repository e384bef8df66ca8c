//! Files: read whole, written whole or not at all.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use crate::failure::{Blame, Failure, Fault};
use crate::records::{Source, fault_of};

/// The first bytes of a gzip file.
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The longest proof, request, opening or statement that is read: far above the longest that exists.
const MAX_BYTES: u64 = 1 << 20;

/// Reads a proof, request, opening or statement.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let reading = || format!("cannot read {}", path.display());
    let file = fs::File::open(path).blame(Fault::Io, reading())?;
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).blame(Fault::Io, reading())?;
    if bytes.len() as u64 > MAX_BYTES {
        let message = format!("{} is longer than {MAX_BYTES} bytes, and so than any proof", path.display());
        return Err(Failure::new(Fault::Usage, message));
    }
    Ok(bytes)
}

/// Opens a table of any length, which may be compressed with gzip whatever its name.
pub fn open_table(path: &Path) -> Result<Box<dyn Read>, Failure> {
    let opening = || format!("cannot read {}", path.display());
    let file = fs::File::open(path).blame(Fault::Io, opening())?;
    decompressed(file).blame(Fault::Io, opening())
}

/// Reads a file of any length, or standard input, plain or compressed.
pub fn read_all(source: &Source) -> Result<Vec<u8>, Failure> {
    let reading = || format!("cannot read {}", source.name());
    let mut text = match source {
        Source::File(path) => open_table(path)?,
        Source::Stdin => decompressed(io::stdin()).blame(Fault::Io, reading())?,
    };
    let mut bytes = Vec::new();
    text.read_to_end(&mut bytes).map_err(|error| Failure::of(fault_of(&error), error).about(reading()))?;
    Ok(bytes)
}

/// The text of a source, whether it is compressed or plain.
pub fn decompressed(mut source: impl Read + 'static) -> io::Result<Box<dyn Read>> {
    let mut head = Vec::new();
    source.by_ref().take(GZIP_MAGIC.len() as u64).read_to_end(&mut head)?;
    let is_compressed = head == GZIP_MAGIC;
    let whole = io::Cursor::new(head).chain(source);
    Ok(if is_compressed { Box::new(MultiGzDecoder::new(whole)) } else { Box::new(whole) })
}

/// Writes a file so that at no time a part of it stands under its name.
///
/// Pipes and devices cannot be replaced, and are written to.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let written = match fs::metadata(path) {
        Ok(found) if !found.is_file() => fs::write(path, bytes),
        // Through a link to the file itself, so that the link stays.
        Ok(_) => fs::canonicalize(path).and_then(|path| replace(&path, bytes)),
        Err(_) => replace(path, bytes),
    };
    written.blame(Fault::Io, format_args!("cannot write {}", path.display()))
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut file = unfinished(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// A nameless beginning of a file, which goes away unless it is given its name.
fn unfinished(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As for any new file, less what the user's mask takes away.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}
