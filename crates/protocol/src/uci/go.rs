//! The words after `go`, read into limits. Limits combine, in any order; a number that cannot be read is complained of
//! and, if nothing else would end the search, the search is kept to one ply rather than left without an end.

use crate::text::{parse_number, quoted};
use core::time::Duration;
use cutaway_chess::{Color, Move, Position};
use cutaway_search::{ClockLimits, Limits, MAX_PLY};

/// What was asked for, before the position has its say.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct GoText<'a> {
    /// `go perft N`.
    pub perft: Option<u32>,
    /// The moves after `searchmoves`; `None` without the word.
    pub search_moves: Option<Vec<&'a str>>,
    /// Time left and increment by colour, milliseconds, as sent.
    time: [Option<i64>; 2],
    increment: [Option<i64>; 2],
    moves_to_go: Option<u32>,
    depth: Option<u32>,
    nodes: Option<u64>,
    mate: Option<u32>,
    move_time: Option<i64>,
    pub infinite: bool,
    pub ponder: bool,
    /// What could not be read, in words.
    pub complaints: Vec<String>,
}

/// What the options add to the limits.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TimeOptions {
    pub overhead: Duration,
    pub nodes_per_ms: Option<u64>,
}

/// No more complaints than these are kept: a line of a megabyte is not answered by ten of them.
const MOST_COMPLAINTS: usize = 8;

/// Whether a word has the form of a UCI move.
pub(crate) fn looks_like_a_move(word: &str) -> bool {
    let is_square =
        |file: u8, rank: u8| (b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank);
    match *word.to_ascii_lowercase().as_bytes() {
        [b'0', b'0', b'0', b'0'] => true,
        [f, r, g, s] => is_square(f, r) && is_square(g, s),
        [f, r, g, s, p] => is_square(f, r) && is_square(g, s) && b"nbrqpk".contains(&p),
        _ => false,
    }
}

fn clamped(number: i64) -> u32 {
    number.clamp(0, u32::MAX.into()) as u32
}

/// Reads the words after `go`.
pub(crate) fn parse_go(rest: &str) -> GoText<'_> {
    let mut go = GoText::default();
    let mut words = rest.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match Keyword::of(word) {
            Some(Keyword::Infinite) => go.infinite = true,
            Some(Keyword::Ponder) => go.ponder = true,
            Some(Keyword::SearchMoves) => {
                let moves = go.search_moves.get_or_insert_default();
                while let Some(mv) = words.next_if(|word| looks_like_a_move(word)) {
                    moves.push(mv);
                }
            }
            Some(keyword) => match words.peek().and_then(|word| parse_number(word)) {
                Some(value) => {
                    words.next();
                    go.set(keyword, value);
                }
                None => {
                    // A word that is no number is eaten, one that begins the next limit is not.
                    let value = words
                        .next_if(|word| Keyword::of(word).is_none())
                        .unwrap_or("nothing");
                    let (name, value) = (word.to_ascii_lowercase(), quoted(value));
                    go.complain(format!("{name} needs a number and got {value}"));
                }
            },
            None => go.complain(format!("unknown word {}", quoted(word))),
        }
    }
    go
}

/// Whether the words after `go` ask for a count of moves, be it with a number that cannot be read, and not for a search.
pub(crate) fn asks_for_perft(rest: &str) -> bool {
    rest.split_whitespace()
        .any(|word| Keyword::of(word) == Some(Keyword::Perft))
}

/// A word that means something after `go`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keyword {
    Infinite,
    Ponder,
    SearchMoves,
    WhiteTime,
    BlackTime,
    WhiteIncrement,
    BlackIncrement,
    MovesToGo,
    Depth,
    Nodes,
    Mate,
    MoveTime,
    Perft,
}

impl Keyword {
    /// Reads one, whatever its case.
    fn of(word: &str) -> Option<Keyword> {
        Some(match word.to_ascii_lowercase().as_str() {
            "infinite" => Keyword::Infinite,
            "ponder" => Keyword::Ponder,
            "searchmoves" => Keyword::SearchMoves,
            "wtime" => Keyword::WhiteTime,
            "btime" => Keyword::BlackTime,
            "winc" => Keyword::WhiteIncrement,
            "binc" => Keyword::BlackIncrement,
            "movestogo" => Keyword::MovesToGo,
            "depth" => Keyword::Depth,
            "nodes" => Keyword::Nodes,
            "mate" => Keyword::Mate,
            "movetime" => Keyword::MoveTime,
            "perft" => Keyword::Perft,
            _ => return None,
        })
    }
}

impl GoText<'_> {
    fn complain(&mut self, what: String) {
        if self.complaints.len() < MOST_COMPLAINTS {
            self.complaints.push(format!("go: {what}"));
        }
    }

    fn set(&mut self, keyword: Keyword, value: i64) {
        match keyword {
            Keyword::WhiteTime => self.time[0] = Some(value),
            Keyword::BlackTime => self.time[1] = Some(value),
            Keyword::WhiteIncrement => self.increment[0] = Some(value),
            Keyword::BlackIncrement => self.increment[1] = Some(value),
            // Zero moves to the next control says nothing; it is as good as not sent.
            Keyword::MovesToGo => {
                self.moves_to_go = Some(clamped(value)).filter(|&moves| moves > 0);
            }
            Keyword::Depth => self.depth = Some(clamped(value).min(MAX_PLY as u32)),
            Keyword::Nodes => self.nodes = Some(value.max(0) as u64),
            Keyword::Mate => self.mate = Some(clamped(value)),
            Keyword::MoveTime => self.move_time = Some(value),
            Keyword::Perft => self.perft = Some(clamped(value)),
            Keyword::Infinite | Keyword::Ponder | Keyword::SearchMoves => {
                debug_assert!(false, "{keyword:?} takes no number");
            }
        }
    }

    /// Whether anything but `infinite` and `ponder` bounds the search.
    pub(crate) fn has_limit(&self) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.move_time.is_some()
            || self.has_clock()
    }

    fn has_clock(&self) -> bool {
        self.time.iter().chain(&self.increment).any(Option::is_some)
    }

    /// The moves of `searchmoves` that are legal, and the words that are not.
    pub(crate) fn allowed_moves(&self, position: &Position) -> (Vec<Move>, Vec<&str>) {
        let (mut legal, mut refused) = (Vec::new(), Vec::new());
        for &word in self.search_moves.iter().flatten() {
            match position.parse_uci(&word.to_ascii_lowercase()) {
                Ok(mv) if legal.contains(&mv) => {}
                Ok(mv) => legal.push(mv),
                Err(_) => refused.push(word),
            }
        }
        (legal, refused)
    }

    /// The limits for the side to move. Without any, `endless_without` decides whether the search waits for `stop`.
    pub(crate) fn limits(&self, side: Color, options: TimeOptions) -> Limits {
        let mut limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.move_time.map(milliseconds),
            mate: self.mate,
            clock: self.has_clock().then(|| self.clock(side, options)),
            infinite: self.infinite,
            ponder: self.ponder,
            search_moves: Vec::new(),
            ..Limits::default()
        };
        if !self.has_limit() && !self.infinite {
            match self.complaints.is_empty() {
                true => limits.infinite = true,
                false => limits.depth = Some(1),
            }
        }
        limits
    }

    /// The clock of the side to move; where only the other side's was sent, that one counts.
    fn clock(&self, side: Color, options: TimeOptions) -> ClockLimits {
        let (own, other) = (side.index(), (!side).index());
        let (time, increment) = match self.time[own] {
            Some(time) => (time, self.increment[own]),
            None => (
                self.time[other].unwrap_or(0),
                self.increment[own].or(self.increment[other]),
            ),
        };
        ClockLimits {
            remaining: milliseconds(time),
            increment: milliseconds(increment.unwrap_or(0)),
            moves_to_go: self.moves_to_go,
            overhead: options.overhead,
            nodes_per_ms: options.nodes_per_ms,
        }
    }
}

/// A time as sent; one below zero is a clock that has run out, one beyond a thousand years is cut to that.
fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.clamp(0, 31_536_000_000_000) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(line: &str, side: Color) -> Limits {
        parse_go(line).limits(side, TimeOptions::default())
    }

    fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn limits_combine_in_any_order() {
        let limits = limits(
            "movetime 500 wtime 1 depth 7 btime 900 nodes 10 binc 3 mate 4 movestogo 2",
            Color::Black,
        );
        assert_eq!(
            (limits.depth, limits.nodes, limits.mate),
            (Some(7), Some(10), Some(4))
        );
        assert_eq!(limits.move_time, Some(ms(500)));
        let clock = limits.clock.unwrap();
        assert_eq!(
            (clock.remaining, clock.increment, clock.moves_to_go),
            (ms(900), ms(3), Some(2))
        );
        assert!(!limits.infinite);
    }

    #[test]
    fn searchmoves_may_stand_anywhere() {
        for line in [
            "searchmoves e2e4 d2d4 infinite",
            "infinite searchmoves e2e4 d2d4",
        ] {
            let go = parse_go(line);
            assert!(go.infinite, "{line}");
            assert_eq!(go.search_moves, Some(vec!["e2e4", "d2d4"]), "{line}");
        }
        let go = parse_go("searchmoves a1a2 a2a3 nodes 5");
        let (legal, refused) = go.allowed_moves(&Position::startpos());
        assert_eq!((legal.len(), refused), (1, vec!["a1a2"]));
        let go = parse_go("searchmoves 0000 a2a3 nodes 5");
        let (legal, refused) = go.allowed_moves(&Position::startpos());
        assert_eq!((legal.len(), refused), (1, vec!["0000"]));
    }

    #[test]
    fn clocks_are_signed_and_one_alone_serves() {
        assert_eq!(
            limits("wtime 5000 btime -170671", Color::Black)
                .clock
                .unwrap()
                .remaining,
            ms(0)
        );
        assert_eq!(
            limits("wtime 100", Color::Black).clock.unwrap().remaining,
            ms(100)
        );
        assert_eq!(
            limits("wtime 100 btime 50", Color::Black)
                .clock
                .unwrap()
                .remaining,
            ms(50)
        );
        assert_eq!(
            limits("wtime 99999999999999999999", Color::White)
                .clock
                .unwrap()
                .moves_to_go,
            None
        );
    }

    #[test]
    fn nothing_at_all_is_infinite() {
        assert!(limits("", Color::White).infinite);
        assert!(limits("ponder", Color::White).infinite);
        assert!(!limits("ponder wtime 1", Color::White).infinite);
        assert!(limits("infinite depth 3", Color::White).infinite);
    }

    #[test]
    fn what_cannot_be_read_never_leaves_a_search_without_end() {
        for line in ["depth", "wtime abc", "nodes depth", "movetime x infinitely"] {
            let go = parse_go(line);
            assert!(!go.complaints.is_empty(), "{line}");
            assert_eq!(
                go.limits(Color::White, TimeOptions::default()).depth,
                Some(1),
                "{line}"
            );
        }
        let long = format!("{} {}", "depth ".repeat(1000), "x".repeat(1000));
        let go = parse_go(&long);
        assert_eq!(go.complaints.len(), MOST_COMPLAINTS);
        let go = parse_go(&long[6 * 999..]);
        assert!(
            go.complaints.iter().all(|complaint| complaint.len() < 200),
            "{:?}",
            go.complaints
        );
        let go = parse_go("depth wtime 100");
        assert_eq!(go.complaints.len(), 1);
        assert!(
            go.limits(Color::White, TimeOptions::default())
                .clock
                .is_some()
        );
    }

    #[test]
    fn zero_and_huge_numbers_are_clamped() {
        assert_eq!(limits("depth -3", Color::White).depth, Some(0));
        assert_eq!(
            limits("depth 1000", Color::White).depth,
            Some(MAX_PLY as u32)
        );
        assert_eq!(
            limits("movestogo 0 wtime 9", Color::White)
                .clock
                .unwrap()
                .moves_to_go,
            None
        );
        assert_eq!(parse_go("perft 3").perft, Some(3));
    }
}
