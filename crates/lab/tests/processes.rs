//! What is left of opponents that do not end by themselves: nothing. In a file of its own, since it looks at all
//! children of this process.
#![cfg(target_os = "linux")]

use cutaway_lab::runner::Match;
use cutaway_lab::time_control::Budget;
use std::time::Duration;

/// The states of the children of this process, `Z` for a zombie.
fn children() -> Vec<String> {
    let own = std::process::id().to_string();
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let stats = entries.filter_map(|entry| std::fs::read_to_string(entry.path().join("stat")).ok());
    // The name stands in parentheses and may hold anything; state and parent come after it.
    let fields = stats.filter_map(|stat| {
        let (_, after) = stat.rsplit_once(") ")?;
        let mut words = after.split(' ').map(str::to_string);
        Some((words.next()?, words.next()?))
    });
    fields
        .filter(|(_, parent)| *parent == own)
        .map(|(state, _)| state)
        .collect()
}

/// The most memory that this process has used, MiB.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmHWM:"))
        .unwrap();
    let kib = line.split_whitespace().nth(1).unwrap();
    kib.parse::<u64>().unwrap() / 1024
}

#[test]
fn no_process_and_little_memory_is_left() {
    for fault in ["stubborn", "flood-without-end", "flood", "close-both"] {
        let player = format!("cmd:\"{}\" {fault} 2", env!("CARGO_BIN_EXE_fake-engine"));
        let mut of = Match::between(
            "self:hash=1".parse().unwrap(),
            player.parse().unwrap(),
            Budget::Nodes(20),
        );
        of.rules.hang = Duration::from_millis(1000);
        (of.games, of.concurrency) = (4, 2);
        let report = of.run(&[], &mut |_, _| true).unwrap();
        assert_eq!(report.games(), 4, "{fault}");
        assert_eq!(children(), Vec::<String>::new(), "{fault}");
    }
    let peak = peak_memory();
    println!("{peak} MiB at most");
    assert!(peak < 200, "{peak} MiB");
}
