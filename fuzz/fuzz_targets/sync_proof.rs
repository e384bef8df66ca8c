#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| statesync_fuzz_targets::run("sync_proof", bytes));
