use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// The records of every test.
const TABLE: &str = "\
package\tversion\tsha256
bash\t5.2.15\t8213
curl\t7.88.1\t0dd9
openssl\t3.0.20\t4d21
";

/// Slots and their values.
const SLOTS: &str = "\
slot\tvalue
0\tfirst
5\tfifth
16777215\tlast
";

/// A folder of its own, with tables in it.
pub struct Desk(TempDir);

/// What a run of the binary left.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Desk {
    pub fn new() -> Self {
        let desk = Self(tempfile::tempdir().unwrap());
        desk.put("packages.tsv", TABLE);
        desk.put("slots.tsv", SLOTS);
        desk
    }

    /// Runs `statesync` with the words of a line.
    pub fn run(&self, line: &str) -> Run {
        Run::of(&self.command(line).output().unwrap())
    }

    /// Runs a command on the registry in `reg`.
    pub fn registry(&self, line: &str) -> Run {
        self.run(&format!("{line} --registry reg"))
    }

    /// Runs a command that reads this from standard input.
    pub fn fed(&self, line: &str, input: &[u8]) -> Run {
        let mut command = self.command(line);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // One that fails may end before it has read all.
        let _ = child.stdin.take().unwrap().write_all(input);
        Run::of(&child.wait_with_output().unwrap())
    }

    /// Proves something of the packages.
    pub fn prove(&self, line: &str) -> Run {
        self.run(&format!("prove --tsv packages.tsv --key package --value version,sha256 {line}"))
    }

    /// Proves something of an array of 2^24 slots.
    pub fn prove_slot(&self, line: &str) -> Run {
        self.run(&format!("prove --tsv slots.tsv --slots 24 --key slot --value value {line}"))
    }

    pub fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_statesync"));
        command.current_dir(self.0.path()).args(line.split_whitespace());
        for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "STATESYNC_REGISTRY"] {
            command.env_remove(variable);
        }
        command
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn put(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).unwrap();
    }

    pub fn get(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    pub fn json(&self, name: &str) -> Value {
        serde_json::from_slice(&self.get(name)).unwrap()
    }

    /// The names of all files, sorted.
    pub fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Run {
    pub fn of(output: &Output) -> Self {
        Self {
            code: output.status.code().expect("the binary ends by itself"),
            stdout: String::from_utf8(output.stdout.clone()).unwrap(),
            stderr: String::from_utf8(output.stderr.clone()).unwrap(),
        }
    }

    /// Exit code 0, nothing on standard error, and these words on standard output.
    #[track_caller]
    pub fn succeeds(&self, words: &[&str]) {
        assert_eq!((self.code, self.stderr.as_str()), (0, ""), "{self:?}");
        for word in words {
            assert!(self.stdout.contains(word), "no `{word}` in {}", self.stdout);
        }
    }

    /// This exit code, nothing on standard output, and on standard error these words and what to do next.
    #[track_caller]
    pub fn fails(&self, code: i32, words: &[&str]) {
        assert_eq!((self.code, self.stdout.as_str()), (code, ""), "{self:?}");
        assert!(
            ["  next: ", "\"next\":"].iter().any(|next| self.stderr.contains(next)),
            "no next step: {}",
            self.stderr
        );
        for word in words {
            assert!(self.stderr.contains(word), "no `{word}` in {}", self.stderr);
        }
    }

    /// Success, with one JSON object on standard output.
    #[track_caller]
    pub fn object(&self) -> Value {
        self.succeeds(&[]);
        serde_json::from_str(&self.stdout).unwrap()
    }
}
