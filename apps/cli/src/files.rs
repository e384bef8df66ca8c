//! Files: read whole, written whole or not at all.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use tempfile::NamedTempFile;

use crate::failure::{Blame, Failure, Fault};
use crate::records::Source;

/// The first bytes of a gzip file.
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The longest proof, request, opening or statement that is read: far above the longest that exists.
const MAX_BYTES: u64 = 1 << 20;

/// The longest sync proof that is read: it grows with its changes, by up to 64 bytes for each.
pub const MAX_SYNC_BYTES: u64 = 1 << 28;

/// Whether standard input was opened: it can be read once.
static STDIN_IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Reads a proof, request, opening or statement.
pub fn read(source: &Source) -> Result<Vec<u8>, Failure> {
    read_at_most(source, MAX_BYTES)
}

/// Reads what has at most so many bytes.
pub fn read_at_most(source: &Source, most: u64) -> Result<Vec<u8>, Failure> {
    let name = source.name();
    let mut bytes = Vec::new();
    open(source)?.take(most + 1).read_to_end(&mut bytes).blame(Fault::Io, format_args!("cannot read {name}"))?;
    if bytes.len() as u64 > most {
        let failure = Failure::new(Fault::Usage, format_args!("{name} is longer than {most} bytes"));
        return Err(failure.next("see whether this is the right file: nothing that belongs here is so long"));
    }
    Ok(bytes)
}

/// Opens a table or list of any length, plain or compressed with gzip whatever its name.
pub fn open_text(source: &Source) -> Result<Box<dyn Read>, Failure> {
    decompressed(open(source)?).blame(Fault::Io, format_args!("cannot read {}", source.name()))
}

fn open(source: &Source) -> Result<Box<dyn Read>, Failure> {
    match source {
        Source::File(path) => {
            let file = fs::File::open(path).blame(Fault::Io, format_args!("cannot read {}", path.display()))?;
            Ok(Box::new(file))
        }
        Source::Stdin if STDIN_IS_TAKEN.swap(true, Ordering::Relaxed) => {
            let failure = Failure::new(Fault::Usage, "`-` is given twice, and standard input can be read once");
            Err(failure.next("put one of the two into a file"))
        }
        Source::Stdin => Ok(Box::new(io::stdin())),
    }
}

/// A failure of reading. Damaged gzip arrives as one, but the file is what is wrong.
pub fn unreadable(error: io::Error) -> Failure {
    use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    match error.kind() {
        InvalidData | InvalidInput | UnexpectedEof => {
            Failure::of(Fault::Usage, error).next("the compressed file is damaged or cut short: get it anew")
        }
        _ => Failure::of(Fault::Io, error),
    }
}

/// The text of a source, whether it is compressed or plain.
pub fn decompressed(mut source: impl Read + 'static) -> io::Result<Box<dyn Read>> {
    let mut head = Vec::new();
    source.by_ref().take(GZIP_MAGIC.len() as u64).read_to_end(&mut head)?;
    let is_compressed = head == GZIP_MAGIC;
    let whole = io::Cursor::new(head).chain(source);
    Ok(if is_compressed { Box::new(MultiGzDecoder::new(whole)) } else { Box::new(whole) })
}

/// Text as a file of this name has it: compressed, if the name ends in `.gz`.
pub fn packed<'a>(path: &Path, text: &'a [u8]) -> Cow<'a, [u8]> {
    if !path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gz")) {
        return text.into();
    }
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(text).and_then(|()| packer.finish()).expect("memory takes what is written").into()
}

/// Writes a list, as [`packed`] has it.
pub fn write_text(path: &Path, text: &str) -> Result<(), Failure> {
    write(path, &packed(path, text.as_bytes()))
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
        let file = written.map_err(unnamed).blame(Fault::Io, format_args!("cannot write {}", path.display()))?;
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
        named.map_err(unnamed).blame(Fault::Io, format_args!("cannot write {}", self.path.display()))
    }
}

/// The error without the name of the nameless file, which means nothing to anyone.
fn unnamed(error: io::Error) -> io::Error {
    if error.raw_os_error().is_some() { error } else { error.kind().into() }
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

/// Refuses a folder in which something is to be made, if other things are in it.
///
/// One that holds some of its `own` files is no matter of strangers: there is such a thing already, or was begun.
pub fn check_free(place: &Path, own: &[&str]) -> Result<(), Failure> {
    let names: io::Result<Vec<OsString>> = match fs::read_dir(place) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries.and_then(|entries| entries.map(|entry| Ok(entry?.file_name())).collect()),
    };
    let names = names.blame(Fault::Io, format_args!("cannot read {}", place.display()))?;
    match names.iter().min() {
        Some(name) if !names.iter().any(|name| own.iter().any(|own| name == own)) => {
            let message = format!("{} is not empty: it holds `{}`", place.display(), name.display());
            Err(Failure::new(Fault::Io, message).next("name an empty folder, or one that is not there yet"))
        }
        _ => Ok(()),
    }
}
