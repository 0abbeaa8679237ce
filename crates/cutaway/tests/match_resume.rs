//! A match that is killed at any moment, again and again, ends with the totals of one that was left alone; so does one
//! whose players run in processes of their own.

use cutaway_eval::nnue::{Network, Parts};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const OPENINGS: &str = "\
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
rnbqkb1r/pppppppp/5n2/8/2P5/8/PP1PPPPP/RNBQKBNR w KQkq - 1 2
rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2
4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1
";

/// A folder of its own for one match.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("resume-{name}"));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        std::fs::write(path.join("openings.epd"), OPENINGS).unwrap();
        Folder(path)
    }

    fn start(&self, games: usize, more: &[&str]) -> Child {
        self.start_players(["self:hash=1", "self:stage=12,hash=1"], games, more)
    }

    fn start_players(&self, players: [&str; 2], games: usize, more: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_cutaway"))
            .current_dir(&self.0)
            .arg("match")
            .args(players)
            .args(["--nodes", "300"])
            .args(["--openings", "openings.epd", "--concurrency", "2"])
            .args([
                "--resume",
                "journal",
                "--pgn",
                "games.pgn",
                "--json",
                "report.json",
            ])
            .args(["--games", &games.to_string()])
            .args(more)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    fn finish(&self, games: usize, more: &[&str]) -> Result<(), String> {
        let output = self.start(games, more).wait_with_output().unwrap();
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        output.status.success().then_some(()).ok_or(words)
    }

    /// What was counted, and the games, both without times.
    fn results(&self) -> (serde_json::Value, String) {
        let read = |name: &str| std::fs::read_to_string(self.0.join(name)).unwrap();
        let mut report: serde_json::Value = serde_json::from_str(&read("report.json")).unwrap();
        for player in report["players"].as_array_mut().unwrap() {
            player["longest_move_ms"] = 0.into();
            // Nobody is started where nothing is left to play.
            player["name"] = "".into();
        }
        let mut games = String::new();
        let pgn = read("games.pgn");
        // It may be played around midnight.
        let dates = |line: &&str| !line.starts_with("[Date ");
        let pgn = pgn.lines().filter(dates).collect::<Vec<_>>().join("\n");
        for (index, piece) in pgn.split('{').enumerate() {
            let after = piece.split_once('}').map_or("", |(_, after)| after);
            games.push_str(if index == 0 { piece } else { after });
        }
        let words: Vec<&str> = games.split_whitespace().collect();
        (report, words.join(" "))
    }

    /// What the players thought of their moves, as the PGN tells it.
    fn scores(&self) -> Vec<String> {
        let pgn = std::fs::read_to_string(self.0.join("games.pgn")).unwrap();
        let comments = pgn.split('{').skip(1);
        let score = |comment: &str| comment.split('/').next().unwrap().to_string();
        comments.map(score).collect()
    }

    fn pairs(&self) -> usize {
        let journal = std::fs::read_to_string(self.0.join("journal")).unwrap_or_default();
        journal.matches("{\"pair\":{").count()
    }
}

#[test]
fn a_match_killed_at_ten_random_moments_ends_with_the_same_totals() {
    const GAMES: usize = 100;
    let whole = Folder::new("whole");
    whole.finish(GAMES, &[]).unwrap();
    let killed = Folder::new("killed");
    let mut random = fastrand::Rng::new();
    for _ in 0..10 {
        // A moment at random, but late enough that something was done, however busy the machine is.
        let pairs = killed.pairs() + random.usize(0..4);
        let mut child = killed.start(GAMES, &[]);
        while killed.pairs() < pairs && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_micros(random.u64(0..100_000)));
        // On Unix this is SIGKILL: nothing can be put in order before the end.
        child.kill().unwrap();
        child.wait().unwrap();
    }
    println!(
        "{} of {} pairs before the last start",
        killed.pairs(),
        GAMES / 2
    );
    assert!(
        killed.pairs() > 0,
        "no piece was long enough to test anything"
    );
    killed.finish(GAMES, &[]).unwrap();
    assert_eq!(killed.pairs(), GAMES / 2);
    let (expected, expected_games) = whole.results();
    let (report, games) = killed.results();
    assert_eq!(report, expected);
    assert_eq!(games, expected_games);
    assert_eq!(games.matches("[Round ").count(), GAMES);
}

#[test]
fn a_finished_match_may_be_given_more_games_but_no_other_settings() {
    let folder = Folder::new("more");
    folder.finish(4, &[]).unwrap();
    folder.finish(8, &[]).unwrap();
    let whole = Folder::new("more-at-once");
    whole.finish(8, &[]).unwrap();
    assert_eq!(folder.results(), whole.results());
    // Once more, with nothing left to do.
    folder.finish(8, &[]).unwrap();
    assert_eq!(folder.results(), whole.results());
    for (more, words) in [
        (["--seed", "2"], "its seed is 1, not 2"),
        (["--hang-seconds", "3"], "hang_s"),
    ] {
        let error = folder.finish(8, &more).unwrap_err();
        assert!(error.contains(words), "{error}");
    }
    let error = folder.finish(9, &[]).unwrap_err();
    assert!(error.contains("even"), "{error}");
    let others = OPENINGS.replace("4k3/pppppppp", "4k3/1ppppppp");
    std::fs::write(folder.0.join("openings.epd"), others).unwrap();
    let error = folder.finish(8, &[]).unwrap_err();
    assert!(error.contains("opening_hash"), "{error}");
    assert_eq!(folder.results(), whole.results());
}

#[test]
fn isolated_players_play_the_same_games() {
    let folders = [Folder::new("inside"), Folder::new("isolated")];
    folders[0].finish(6, &[]).unwrap();
    folders[1].finish(6, &["--isolate"]).unwrap();
    let [(inside, games), (isolated, isolated_games)] = folders.each_ref().map(Folder::results);
    assert_eq!(games, isolated_games);
    assert_eq!(inside["tally"], isolated["tally"]);
    let journal = std::fs::read_to_string(folders[1].0.join("journal")).unwrap();
    assert!(journal.contains("\"isolate\":true"), "{journal}");
}

/// A command that came to nothing leaves no file that refuses the corrected one.
#[test]
fn a_match_that_could_not_begin_can_be_corrected() {
    let folder = Folder::new("corrected");
    let run = |players| {
        let child = folder.start_players(players, 2, &[]);
        let output = child.wait_with_output().unwrap();
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        output.status.success().then_some(()).ok_or(words)
    };
    let words = run(["self:hash=1", "cmd:./no-such-program"]).unwrap_err();
    assert!(words.contains("no-such-program"), "{words}");
    assert_eq!(run(["self:hash=1", "self:stage=12,hash=1"]), Ok(()));
    // Once there is a pair, the file is of that match.
    let words = run(["self:hash=1", "self:stage=11,hash=1"]).unwrap_err();
    assert!(words.contains("belongs to another run"), "{words}");
}

/// Whether a score comes through a pipe, as UCI has it, or from the search itself: it is the same number, and so are the
/// games that are called off by it.
#[test]
fn isolated_players_with_a_network_tell_the_same_scores() {
    let mut random = fastrand::Rng::with_seed(11);
    let network = Network::from_parts(Parts::made_up(16, |most| random.i16(-most..=most)));
    let bytes = network.unwrap().to_bytes("random");
    let folders = [
        Folder::new("network-inside"),
        Folder::new("network-isolated"),
    ];
    for (folder, more) in folders.iter().zip([&[][..], &["--isolate"]]) {
        std::fs::write(folder.0.join("random.nnue"), &bytes).unwrap();
        let players = [
            "self:hash=1,EvalFile=random.nnue",
            "self:hash=1,EvalFile=<empty>",
        ];
        let more = [&["--adjudicate-win", "150,2"], more].concat();
        let output = folder.start_players(players, 4, &more).wait_with_output();
        let output = output.unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    let [inside, isolated] = folders
        .each_ref()
        .map(|folder| (folder.results().1, folder.scores()));
    assert!(inside.0.contains("adjudication"), "{}", inside.0);
    assert_eq!(inside, isolated);
}
