//! A UCI engine that plays the first legal move and misbehaves at a given move, for the tests of the match runner.
//!
//! `fake-engine FAULT N`: at the Nth `go` of a process (from 1) it commits the fault; see `misbehave`. It is no chess
//! player and not meant for anybody.

use cutaway_chess::{Game, Position};
use std::io::{BufRead, Write};
use std::time::Duration;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let fault = arguments.next().unwrap_or_default();
    let at: u32 = arguments
        .next()
        .and_then(|text| text.parse().ok())
        .unwrap_or(u32::MAX);
    let mut gos = 0;
    let mut game = Game::new(Position::startpos());
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        match line.split_whitespace().next() {
            Some("uci") if fault == "deaf" => {}
            Some("uci") => {
                if fault != "classical" {
                    say("option name UCI_Chess960 type check default false");
                }
                say("id name Fake\noption name Hash type spin default 1 min 1 max 9\nuciok");
            }
            Some("isready") => say("readyok"),
            Some("position") => game = read_position(&line),
            Some("go") => {
                gos += 1;
                if gos == at {
                    misbehave(&fault, &game);
                } else {
                    say(&format!(
                        "info depth 1 score cp 0 pv {0}\nbestmove {0}",
                        first_move(&game)
                    ));
                }
            }
            Some("quit") if fault == "stubborn" => sleep_for_ever(),
            Some("quit") if fault != "hang" => return,
            _ => {}
        }
    }
}

fn say(text: &str) {
    let mut output = std::io::stdout();
    let _ = writeln!(output, "{text}").and_then(|()| output.flush());
}

fn misbehave(fault: &str, game: &Game) {
    let mv = first_move(game);
    match fault {
        "illegal" => say("bestmove a1a1"),
        "none" => say("bestmove (none)"),
        "die" => std::process::exit(3),
        "hang" => sleep_for_ever(),
        "flood-without-end" => loop {
            // One line that never ends.
            let _ = std::io::stdout().write_all(&[b'x'; 4096]);
        },
        "flood-of-long-lines" => loop {
            say(&format!("info string {}", "x".repeat(100_000)));
        },
        "close-output" => become_shell("exec 1>&-"),
        "close-input" => become_shell("exec 0<&-"),
        "close-both" => become_shell("exec 0<&- 1>&-"),
        // Only at `quit`.
        "stubborn" => say(&format!("bestmove {mv}")),
        "flood" => loop {
            say("info depth 1 score cp 0 pv a1a1");
        },
        "late" => {
            std::thread::sleep(Duration::from_millis(1600));
            say(&format!("bestmove {mv}"));
        }
        "close" => {
            say(&format!("info depth 1 score mate 5 pv {mv}\nbestmove {mv}"));
            std::process::exit(0);
        }
        "lie" => say(&format!("info depth 1 score mate 5 pv {mv}\nbestmove {mv}")),
        "other" => {
            let legal = game.position().legal_moves();
            let second = legal
                .get(1)
                .or(legal.get(0))
                .expect("a game under way has moves");
            say(&format!(
                "info depth 1 score cp 0 pv {mv}\nbestmove {}",
                game.position().to_uci(second, false)
            ));
        }
        _ => panic!("no such fault: {fault}"),
    }
}

fn sleep_for_ever() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(1));
    }
}

/// Goes on as a shell that does this and lives on: it can close what this program cannot without unsafe code.
#[cfg(unix)]
fn become_shell(script: &str) {
    use std::os::unix::process::CommandExt;
    let script = format!("{script}; exec sleep 1000");
    let error = std::process::Command::new("sh")
        .args(["-c", &script])
        .exec();
    panic!("no shell: {error}");
}

#[cfg(not(unix))]
fn become_shell(_: &str) {
    std::process::exit(0);
}

fn first_move(game: &Game) -> String {
    let mv = game
        .position()
        .legal_moves()
        .get(0)
        .expect("a game under way has moves");
    game.position().to_uci(mv, false)
}

fn read_position(line: &str) -> Game {
    let words: Vec<&str> = line.split_whitespace().skip(1).collect();
    let moves = words
        .iter()
        .position(|word| *word == "moves")
        .unwrap_or(words.len());
    let start = match words[0] {
        "startpos" => Position::startpos(),
        _ => {
            Position::from_fen(&words[1..moves].join(" ")).expect("the runner sends good positions")
        }
    };
    let mut game = Game::new(start);
    for uci in words.iter().skip(moves + 1) {
        let mv = game
            .position()
            .parse_uci(uci)
            .expect("the runner sends legal moves");
        game.play(mv).expect("it was just read as legal");
    }
    game
}
