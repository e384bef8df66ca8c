//! Files: read whole, written whole or not at all.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use tempfile::NamedTempFile;

use crate::failure::{Blame, Failure, Fault};
use crate::records::{Source, fault_of};

/// The first bytes of a gzip file.
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The longest proof, request, opening or statement that is read: far above the longest that exists.
const MAX_BYTES: u64 = 1 << 20;

/// The longest sync proof that is read: it grows with its changes, by up to 64 bytes for each.
pub const MAX_SYNC_BYTES: u64 = 1 << 28;

/// Reads a proof, request, opening or statement.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    read_at_most(path, MAX_BYTES)
}

/// Reads a file of at most so many bytes.
pub fn read_at_most(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let reading = || format!("cannot read {}", path.display());
    let file = fs::File::open(path).blame(Fault::Io, reading())?;
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).blame(Fault::Io, reading())?;
    if bytes.len() as u64 > most {
        let message = format!("{} is longer than {most} bytes, and so than any proof", path.display());
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
    Unnamed::write(path, bytes)?.name()
}

/// A file that is whole and on disk, and has not got its name yet. Dropped, it goes away.
#[must_use = "the file has no name before `name`"]
pub struct Unnamed<'a> {
    path: &'a Path,
    bytes: &'a [u8],
    /// The file and the name that it gets; nothing for a pipe or device.
    file: Option<(NamedTempFile, PathBuf)>,
}

impl<'a> Unnamed<'a> {
    /// Writes all that can be written before the file gets its name, in the folder where it will stand.
    pub fn write(path: &'a Path, bytes: &'a [u8]) -> Result<Self, Failure> {
        let place = match fs::metadata(path) {
            Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(found) if !found.is_file() => return Ok(Self { path, bytes, file: None }),
            // Through a link to the file itself, so that the link stays.
            Ok(_) => fs::canonicalize(path),
            Err(_) => Ok(path.to_owned()),
        };
        let written = place.and_then(|place| {
            let mut file = unfinished(folder_of(&place))?;
            file.write_all(bytes)?;
            file.as_file().sync_all()?;
            Ok((file, place))
        });
        let file = written.blame(Fault::Io, format_args!("cannot write {}", path.display()))?;
        Ok(Self { path, bytes, file: Some(file) })
    }

    /// Gives the file its name, in place of one that has it.
    pub fn name(self) -> Result<(), Failure> {
        let named = match self.file {
            None => fs::write(self.path, self.bytes),
            Some((file, place)) => {
                file.persist(&place).map_err(io::Error::from).and_then(|_| settle(folder_of(&place)))
            }
        };
        named.blame(Fault::Io, format_args!("cannot write {}", self.path.display()))
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes names that were given in a folder outlast a loss of power, where folders can be opened.
fn settle(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { fs::File::open(folder)?.sync_all() } else { Ok(()) }
}

/// A nameless beginning of a file, which goes away unless it is given its name.
fn unfinished(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As for any new file, less what the user's mask takes away.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}
