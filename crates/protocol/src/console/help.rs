//! `help`: what can be typed.

use crate::session::Session;
use crate::uci::options::{self, Kind, Opt};
use cutaway_search::{Param, Technique, plain_name};

/// A command, how it is written, and what it does; the first line of the last is the short form.
struct Entry(&'static str, &'static str, &'static str);

const COMMANDS: [Entry; 23] = [
    Entry(
        "help",
        "help [word]",
        "this list, or more about a command, technique or parameter",
    ),
    Entry(
        "new",
        "new",
        "the start position, and nothing remembered of earlier searches",
    ),
    Entry("fen", "fen F", "set up the position of a FEN"),
    Entry(
        "moves",
        "moves e4 e5 ..",
        "play moves, in algebraic or UCI notation; a bare move works too",
    ),
    Entry(
        "undo",
        "undo",
        "take back a move, in a game against you one of each side",
    ),
    Entry("board", "board", "show the position"),
    Entry("flip", "flip", "turn the board round"),
    Entry(
        "set",
        "set [name [value]]",
        "list all switches, or set one\n\
         set NAME on, set NAME off   a technique; case, blanks, _ and - do not matter\n\
         set stage N, set stage full the engine as chapter N leaves it, the engine that plays\n\
         set depth N, set nodes N, set movetime MS   how far `go` searches; off takes the limit away\n\
         set record nothing, statistics or tree      what a search writes down for `stats` and `tree`\n\
         set tuning on               list the parameters too; set NAME N changes one\n\
         set hash N, set threads N, set multipv N    as the options of UCI; without N: tell the value in force\n\
         set evalfile FILE           judge by the network in that file; <built-in> for the one of the program,\n\
         \x20                           <empty> for the piece-square tables; alone: tell which network judges\n\
         set syzygypath FOLDERS      look positions of few men up in the tablebases of those folders, separated by `:`,\n\
         \x20                           on Windows by `;`; <empty> gives them back; alone: tell which are in force",
    ),
    Entry(
        "go",
        "go [limits]",
        "search\n\
         without limits: what `set depth`, `set nodes` and `set movetime` say, or two seconds\n\
         limits: depth N, nodes N, movetime MS, mate N, infinite, wtime MS, btime MS, winc MS, binc MS,\n\
         movestogo N, searchmoves M ..; several hold together, the first that is reached ends the search",
    ),
    Entry(
        "stop",
        "stop",
        "end a search at once, as Control-C does; `go infinite` ends at any other command too",
    ),
    Entry(
        "eval",
        "eval",
        "the value of the position, term by term, or what the network would say without each man",
    ),
    Entry(
        "export_net",
        "export_net [FILE]",
        "write the network in force to a file, cutaway.nnue if none is named",
    ),
    Entry(
        "see",
        "see MOVE",
        "the exchange that a move begins, capture by capture",
    ),
    Entry(
        "order",
        "order",
        "the moves in the order of the search, each with the reason",
    ),
    Entry(
        "stats",
        "stats",
        "what each technique did in the last search\n\
         tried: its conditions held; acted: it cut, pruned, reduced or ordered; nodes: what it searched for itself",
    ),
    Entry(
        "tree",
        "tree [MOVE ..]",
        "walk the tree of the last iteration\n\
         one line a visit below the node that the moves lead to; `null` is a null move. Scores and windows are those\n\
         of the side that makes the move.",
    ),
    Entry(
        "explain",
        "explain",
        "why this move: the main line, the best others and what refutes the tempting ones\n\
         It searches anew, to the depth of the last search, and remembers nothing of it: scores may differ from those\n\
         that were shown.",
    ),
    Entry("perft", "perft N", "count the move sequences of N plies"),
    Entry(
        "bench",
        "bench",
        "the nodes and the speed of a fixed set of searches, with the switches as set",
    ),
    Entry(
        "compare",
        "compare NAME",
        "the same search with one switch flipped, side by side\n\
         Both are searched anew and remember nothing of earlier searches.",
    ),
    Entry(
        "play",
        "play white|black",
        "a game against you: type your moves; `play off` ends it",
    ),
    Entry("quit", "quit", "leave"),
    Entry(
        "uci",
        "uci",
        "speak UCI from now on; the other commands of UCI work here as they are",
    ),
];

/// Commands of UCI that the console leaves to the session.
const OF_UCI: [&str; 10] = [
    "isready",
    "ucinewgame",
    "setoption",
    "position",
    "ponderhit",
    "debug",
    "register",
    "d",
    "compiler",
    "exit",
];

/// Words after `set` that are no technique, parameter or option of UCI.
const OF_SET: [&str; 6] = ["stage", "depth", "nodes", "movetime", "record", "tuning"];

/// What an option of UCI is for.
fn purpose(option: Opt) -> &'static str {
    match option {
        Opt::Hash => "size of the transposition table in MiB",
        Opt::ClearHash => "forget everything remembered from searches",
        Opt::Threads => "searching threads",
        Opt::MultiPv => "how many best moves to report",
        Opt::Ponder => "tells the engine that the GUI ponders; nothing depends on it",
        Opt::MoveOverhead => "milliseconds lost between the engine and the clock on each move",
        Opt::Chess960 => "castling is written as king takes rook",
        Opt::ShowWdl => "the chances of win, draw and loss beside each score, in UCI",
        Opt::SyzygyPath => "the folders of Syzygy tablebases, separated by `:`, on Windows by `;`",
        Opt::SyzygyProbeDepth => {
            "from how many plies on positions of as many men as the tablebases have are looked up"
        }
        Opt::SyzygyProbeLimit => "no position of more men is looked up in the tablebases",
        Opt::Syzygy50MoveRule => "a win by tablebases that the 50-move rule ends is a draw",
        Opt::EvalFile => {
            "the file of the network that judges; <built-in> is the one of the program, <empty> the piece-square tables"
        }
        Opt::NodesTime => "time is counted in nodes, so many to the millisecond; 0 is off",
        Opt::DebugLogFile => "all input and output is copied to this file",
        Opt::Minimal => "one info line a search, the last, in UCI",
        Opt::ShowTechniques => "`uci` lists an option for each technique",
        Opt::ShowParameters => {
            "`uci` lists an option for each number of the search that can be tuned"
        }
    }
}

/// How an option of UCI is set in the console.
fn way_to_set(name: &str, kind: Kind) -> String {
    match kind {
        Kind::Spin { default, min, max } => {
            format!("set {name} N: {min} to {max}, {default} by default")
        }
        Kind::Check { default } => {
            let default = if default { "on" } else { "off" };
            format!("set {name} on or off; {default} by default")
        }
        Kind::Text { default } if matches!(name, "EvalFile" | "SyzygyPath") => {
            format!("set {name} TEXT; {default} by default")
        }
        Kind::Text { default } => {
            format!("setoption name {name} value TEXT; {default} by default")
        }
        Kind::Button => format!("set {name}"),
    }
}

/// Whether a word, in lower case, begins a command.
pub(super) fn is_command(word: &str) -> bool {
    COMMANDS.iter().any(|entry| entry.0 == word) || OF_UCI.contains(&word)
}

impl Session {
    /// All commands, or more about one.
    pub(crate) fn help(&mut self, word: &str) {
        if !self.is_console() {
            self.say(
                "this is UCI; `cutaway console` opens the console, and the README tells about both",
            );
            return self
                .say("besides UCI: d, eval, flip, bench, perft N, set NAME VALUE, export_net FILE, help, compiler");
        }
        if word.is_empty() {
            return self.write_all(
                COMMANDS
                    .iter()
                    .map(|Entry(_, usage, text)| short(usage, text))
                    .collect(),
            );
        }
        let plain = plain_name(word);
        let command = if OF_SET.contains(&plain.as_str()) {
            "set"
        } else {
            word
        };
        if let Some(Entry(_, usage, text)) = COMMANDS
            .iter()
            .find(|entry| entry.0.eq_ignore_ascii_case(command))
        {
            let mut lines = vec![short(usage, text)];
            lines.extend(text.lines().skip(1).map(|line| format!("    {line}")));
            self.write_all(lines);
        } else if let Some(technique) = Technique::from_name(word) {
            let row = technique.row();
            let needs: Vec<&str> = row.requires.iter().map(|base| base.name()).collect();
            let mut lines = vec![
                format!("  {}: {}", row.name, row.summary),
                format!(
                    "    {}, chapter {}, first by {}",
                    row.kind.word(),
                    row.stage,
                    row.source
                ),
            ];
            if !needs.is_empty() {
                lines.push(format!("    needs {}", needs.join(", ")));
            }
            self.write_all(lines);
        } else if let Some(param) = Param::from_name(word) {
            let row = param.row();
            self.write_all(vec![
                format!("  {}: {}", row.name, row.doc),
                format!(
                    "    {}, {} to {}, {} by default, of {}",
                    row.unit,
                    row.min,
                    row.max,
                    row.default,
                    row.technique.name()
                ),
            ]);
        } else if let Some((option, name, kind)) = options::named(&plain) {
            self.write_all(vec![
                format!("  {name}: {}", purpose(option)),
                format!("    {}", way_to_set(name, kind)),
            ]);
        } else {
            let word = crate::text::quoted(word);
            self.say(&format!("there is no help for {word}"));
        }
    }
}

fn short(usage: &str, text: &str) -> String {
    format!("  {usage:<18} {}", text.lines().next().unwrap_or_default())
}
