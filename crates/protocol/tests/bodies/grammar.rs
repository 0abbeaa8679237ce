//! Lines for the fuzz tests of the session and of the program, made from bytes: commands as they should be, commands
//! with letters changed, and whatever else the bytes say.

use cutaway_chess::Position;

const PLAIN: [&str; 16] = [
    "isready",
    "stop",
    "ponderhit",
    "uci",
    "ucinewgame",
    "d",
    "eval",
    "flip",
    "debug on",
    "debug off",
    "compiler",
    "help",
    "register later",
    "",
    "# a remark",
    "isready\r",
];
const FENS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1",
    "1r2k3/P7/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "8/8/8/8/8/8/4k3/4K2R w K -",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "rnb1kbnr/pppp1ppp/4p3/8/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "8/8/8/8/8/2k5/8/2K4R w - - 99 150",
    "4k3/8/8/8/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K2q b - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP",
];
const NUMBERS: [&str; 16] = [
    "0",
    "1",
    "2",
    "3",
    "5",
    "10",
    "100",
    "1000",
    "-1",
    "-1000",
    "2147483648",
    "18446744073709551616",
    "x",
    "",
    "1.5",
    "256",
];
const LIMITS: [&str; 16] = [
    "infinite",
    "ponder",
    "searchmoves",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "depth",
    "infinite",
    "nodes",
    "Depth",
];
const OPTIONS: [&str; 24] = [
    "Hash",
    "Threads",
    "MultiPV",
    "Ponder",
    "Clear Hash",
    "Move Overhead",
    "UCI_Chess960",
    "UCI_ShowWDL",
    "SyzygyPath",
    "SyzygyProbeDepth",
    "SyzygyProbeLimit",
    "Syzygy50MoveRule",
    "EvalFile",
    "nodestime",
    "Minimal",
    "Show Techniques",
    "Show Parameters",
    "Technique null move",
    "Technique Alpha Beta",
    "Technique transposition_table",
    "Technique quiescence",
    "Parameter null move reduction",
    "No Such Option",
    "",
];
const VALUES: [&str; 12] = [
    "true",
    "false",
    "1",
    "2",
    "0",
    "-5",
    "300",
    "on",
    "<empty>",
    "/nowhere",
    "999999999999999999999",
    "eins zwei",
];
const SETTINGS: [&str; 12] = [
    "stage 7",
    "stage 4",
    "stage full",
    "stage 99",
    "depth 2",
    "depth off",
    "nodes 50",
    "record tree",
    "record nothing",
    "tuning on",
    "quiescence off",
    "multipv 3",
];
const CONSOLE: [&str; 24] = [
    "new",
    "undo",
    "board",
    "flip",
    "go",
    "go depth 2",
    "stats",
    "order",
    "tree",
    "tree e4",
    "explain",
    "compare null move",
    "compare quiescence",
    "compare nothing",
    "play white",
    "play black",
    "play off",
    "see e2e4",
    "moves e4 e5 Nf3",
    "help go",
    "help null move",
    "perft 2",
    "e4",
    "set",
];

/// Bytes that are used up one after the other; noughts follow the last.
pub struct Input<'a> {
    rest: &'a [u8],
}

impl<'a> Input<'a> {
    pub fn new(data: &'a [u8]) -> Input<'a> {
        Input { rest: data }
    }

    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        match self.rest.split_first() {
            Some((&first, rest)) => {
                self.rest = rest;
                first
            }
            None => 0,
        }
    }

    pub fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count
    }

    fn pick(&mut self, words: &[&str]) -> String {
        words[self.below(words.len())].to_string()
    }

    /// A line without a line feed in it.
    pub fn line(&mut self) -> String {
        let mut line = match self.below(16) {
            0..3 => self.pick(&PLAIN),
            3..6 => self.go(),
            6..9 => self.position(),
            9 => format!(
                "setoption name {} value {}",
                self.pick(&OPTIONS),
                self.pick(&VALUES)
            ),
            10 => format!("set {}", self.pick(&SETTINGS)),
            11..14 => self.pick(&CONSOLE),
            14 => self.pick(&[
                "go perft 1",
                "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
                "stop",
                "quit",
            ]),
            _ => self.bytes(),
        };
        if self.below(8) == 7 {
            line = self.edited(&line);
        }
        line.replace('\n', " ")
    }

    /// A `go` with any limits.
    fn go(&mut self) -> String {
        let mut line = "go".to_string();
        for _ in 0..self.below(4) {
            let word = self.pick(&LIMITS);
            line = format!("{line} {word}");
            match word.as_str() {
                "infinite" | "ponder" => {}
                "searchmoves" => line += [" e2e4", " d2d4 e2e4", " e2e5", ""][self.below(4)],
                _ => line = format!("{line} {}", self.pick(&NUMBERS)),
            }
        }
        line
    }

    /// A `position` with legal moves that the bytes choose, and now and then one that is not.
    fn position(&mut self) -> String {
        let fen = self.pick(&FENS);
        let (mut line, start) = match self.below(3) {
            0 => ("position startpos".to_string(), Ok(Position::startpos())),
            _ => (format!("position fen {fen}"), Position::from_fen(&fen)),
        };
        let count = self.below(6);
        if count > 0 {
            line += " moves";
        }
        let Ok(mut position) = start else { return line };
        for _ in 0..count {
            let moves = position.legal_moves();
            let choice = self.byte();
            if choice == 255 {
                return line + " e2e5";
            }
            if moves.is_empty() {
                break;
            }
            let mv = moves
                .get(usize::from(choice) % moves.len())
                .expect("the index is in range");
            line = format!("{line} {}", position.to_uci(mv, choice > 127));
            position.play(mv);
        }
        line
    }

    fn bytes(&mut self) -> String {
        let count = self.below(24).min(self.rest.len());
        let (text, rest) = self.rest.split_at(count);
        self.rest = rest;
        String::from_utf8_lossy(text).into_owned()
    }

    fn edited(&mut self, text: &str) -> String {
        let mut letters: Vec<char> = text.chars().collect();
        for _ in 0..1 + self.below(3) {
            let (at, letter) = (self.below(letters.len() + 1), self.byte() as char);
            match self.below(3) {
                0 if at < letters.len() => letters[at] = letter,
                1 if at < letters.len() => drop(letters.remove(at)),
                _ => letters.insert(at, letter),
            }
        }
        letters.into_iter().collect()
    }
}

/// The first word of a line as the session sees it, in lower case.
pub fn command(line: &str) -> String {
    let trimmed = line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}' || c == '\0');
    trimmed
        .split_whitespace()
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase()
}

/// Whether the line begins a search, which owes a `bestmove` in UCI.
pub fn is_search(line: &str) -> bool {
    let is_perft = |word: &str| word.eq_ignore_ascii_case("perft");
    command(line) == "go" && !line.split_whitespace().any(is_perft)
}

/// Whether the line ends the conversation.
pub fn is_quit(line: &str) -> bool {
    matches!(command(line).as_str(), "quit" | "exit")
}
