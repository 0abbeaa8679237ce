//! What a player may use for its moves, and the clock that keeps account of it.

use std::str::FromStr;
use std::time::Duration;

/// What a player may use for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// A clock.
    Clock(TimeControl),
    /// So many nodes.
    Nodes(u64),
    /// So many plies.
    Depth(u32),
    /// So long for each move.
    MoveTime(Duration),
}

impl std::fmt::Display for Budget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Budget::Clock(control) => write!(f, "tc {control}"),
            Budget::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Budget::Depth(depth) => write!(f, "depth {depth}"),
            Budget::MoveTime(time) => write!(f, "{} ms a move", time.as_millis()),
        }
    }
}

/// What is wrong with what a move may use, as written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` says not what a move may use: write 8+0.08, 40/60, st=1.5, nodes=5000 or depth=8")]
pub struct BudgetError(String);

impl FromStr for Budget {
    type Err = BudgetError;

    /// Reads a time control, or one of `st=SECONDS`, `nodes=N`, `depth=N` and `tc=TIME CONTROL`.
    ///
    /// ```
    /// use cutaway_lab::time_control::Budget;
    /// assert_eq!("nodes=5000".parse(), Ok(Budget::Nodes(5000)));
    /// assert_eq!("tc=40/60".parse::<Budget>(), "40/60".parse());
    /// assert!("nodes=0".parse::<Budget>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Budget, BudgetError> {
        let error = || BudgetError(text.to_string());
        let clock = |text: &str| text.parse().map(Budget::Clock).map_err(|_| error());
        let Some((name, value)) = text.split_once('=') else {
            return clock(text);
        };
        match name {
            "tc" => clock(value),
            "st" => {
                let time = seconds(value).ok_or_else(error)?;
                // Engines are told whole milliseconds.
                let is_told = time >= Duration::from_millis(1);
                is_told.then_some(Budget::MoveTime(time)).ok_or_else(error)
            }
            "nodes" => match value.parse() {
                Ok(nodes) if nodes > 0 => Ok(Budget::Nodes(nodes)),
                _ => Err(error()),
            },
            "depth" => match value.parse() {
                Ok(depth) if depth > 0 => Ok(Budget::Depth(depth)),
                _ => Err(error()),
            },
            _ => Err(error()),
        }
    }
}

/// The most that a time may be, seconds: some thirty years. Sums of such times are far from overflowing.
const LONGEST: f64 = 1e9;

/// A number of seconds, with decimals; `None` if it is none, negative or beyond all measure.
fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok().filter(|&seconds| seconds <= LONGEST)?;
    Duration::try_from_secs_f64(seconds).ok()
}

impl Budget {
    /// As the tag TimeControl of PGN has it: `40/60`, `8+0.08`, `-` where no clock runs. A time for each move is one move
    /// a period.
    pub fn pgn(&self) -> String {
        match self {
            Budget::Nodes(_) | Budget::Depth(_) => "-".to_string(),
            Budget::MoveTime(time) => format!("1/{}", time.as_secs_f64()),
            // Without an increment there is no sign for it.
            Budget::Clock(control) => {
                let text = control.to_string();
                text.strip_suffix("+0").unwrap_or(&text).to_string()
            }
        }
    }

    /// Whether [`Budget::from_str`] knows this name before a `=`.
    pub(crate) fn is_name(name: &str) -> bool {
        ["tc", "st", "nodes", "depth"].contains(&name)
    }
}

/// A time control: `2+0.02` (seconds and increment), `40/60` (moves in seconds, again and again), `40/60+0.5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The moves after which the base time is added again; `None`: the base is for the whole game.
    pub moves: Option<u32>,
    /// The time at the start.
    pub base: Duration,
    /// What each move adds, after it was made.
    pub increment: Duration,
}

/// What is wrong with a time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no time control: write 2+0.02, 40/60 or 40/60+0.5, in seconds")]
pub struct TimeControlError(String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let error = || TimeControlError(text.to_string());
        let (moves, times) = match text.split_once('/') {
            Some((moves, times)) => (Some(moves.parse().map_err(|_| error())?), times),
            None => (None, text),
        };
        let (base, increment) = times.split_once('+').unwrap_or((times, "0"));
        let seconds = |text: &str| seconds(text).ok_or_else(error);
        let control = TimeControl {
            moves,
            base: seconds(base)?,
            increment: seconds(increment)?,
        };
        if control.moves == Some(0) || control.base.is_zero() {
            return Err(error());
        }
        Ok(control)
    }
}

impl std::fmt::Display for TimeControl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(
            f,
            "{}+{}",
            self.base.as_secs_f64(),
            self.increment.as_secs_f64()
        )
    }
}

/// One player's clock during a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerClock {
    control: TimeControl,
    remaining: Duration,
    made: u32,
}

impl PlayerClock {
    /// The clock at the start of a game.
    pub fn new(control: TimeControl) -> PlayerClock {
        PlayerClock {
            control,
            remaining: control.base,
            made: 0,
        }
    }

    /// The time left.
    pub fn remaining(&self) -> Duration {
        self.remaining
    }

    /// What each move adds.
    pub fn increment(&self) -> Duration {
        self.control.increment
    }

    /// The moves until the base time is added again.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.control.moves.map(|moves| moves - self.made % moves)
    }

    /// Takes off what a move has used, and adds what it earns. `margin` is what may be used beyond the clock; the clock
    /// never shows less than zero.
    ///
    /// # Errors
    /// If the move used more than there was: by how much, the margin not counted. The clock then stands at zero.
    pub fn spend(&mut self, used: Duration, margin: Duration) -> Result<(), Duration> {
        if used > self.remaining + margin {
            let over = used - self.remaining;
            self.remaining = Duration::ZERO;
            return Err(over);
        }
        self.remaining = self.remaining.saturating_sub(used) + self.control.increment;
        self.made += 1;
        if self
            .control
            .moves
            .is_some_and(|moves| self.made.is_multiple_of(moves))
        {
            self.remaining += self.control.base;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn the_tag_of_pgn_is_spelt_as_the_standard_has_it() {
        for (budget, tag) in [
            ("300", "300"),
            ("8+0.08", "8+0.08"),
            ("60+10", "60+10"),
            ("40/9000", "40/9000"),
            ("st=1.5", "1/1.5"),
            ("nodes=50", "-"),
            ("depth=5", "-"),
        ] {
            assert_eq!(budget.parse::<Budget>().unwrap().pgn(), tag);
        }
    }

    #[test]
    fn times_beyond_all_measure_are_refused() {
        for wrong in ["1e10", "1+1e19", "inf", "nan", "-1", "1+nan", "40/inf"] {
            assert!(wrong.parse::<TimeControl>().is_err(), "{wrong}");
            assert!(format!("st={wrong}").parse::<Budget>().is_err(), "{wrong}");
        }
        assert!("1e9+1e9".parse::<TimeControl>().is_ok());
    }

    #[test]
    fn time_controls_are_read_and_written() {
        let control: TimeControl = "2+0.02".parse().unwrap();
        assert_eq!(
            (control.moves, control.base, control.increment),
            (None, millis(2000), millis(20))
        );
        let control: TimeControl = "40/60".parse().unwrap();
        assert_eq!(
            (control.moves, control.base, control.increment),
            (Some(40), millis(60_000), millis(0))
        );
        assert_eq!(
            "40/60+0.5".parse::<TimeControl>().unwrap().to_string(),
            "40/60+0.5"
        );
        for wrong in [
            "", "x", "-1+0", "0+1", "0/60", "1+-1", "nan", "inf", "1e300", "40/", "/3",
        ] {
            assert!(wrong.parse::<TimeControl>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn budgets_are_read() {
        assert_eq!("st=1.5".parse(), Ok(Budget::MoveTime(millis(1500))));
        assert_eq!("depth=8".parse(), Ok(Budget::Depth(8)));
        let wrong = [
            "",
            "st=0",
            "st=-1",
            "st=nan",
            "st=1e300",
            "depth=0",
            "nodes=",
            "nodes=1.5",
            "tc=",
            "mate=3",
            "depth=-1",
            "st=0.0001",
        ];
        for wrong in wrong {
            assert!(wrong.parse::<Budget>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_increment_comes_after_the_move() {
        let mut clock = PlayerClock::new("1+0.1".parse().unwrap());
        assert_eq!(clock.spend(millis(300), millis(0)), Ok(()));
        assert_eq!(clock.remaining(), millis(800));
        assert_eq!(clock.spend(millis(801), millis(0)), Err(millis(1)));
    }

    #[test]
    fn a_margin_forgives_but_gives_no_time() {
        let mut clock = PlayerClock::new("1".parse().unwrap());
        assert_eq!(clock.spend(millis(1010), millis(10)), Ok(()));
        assert_eq!(clock.remaining(), millis(0));
        assert_eq!(clock.spend(millis(11), millis(10)), Err(millis(11)));
    }

    #[test]
    fn the_base_is_added_at_each_control() {
        let mut clock = PlayerClock::new("2/1".parse().unwrap());
        assert_eq!(clock.moves_to_go(), Some(2));
        clock.spend(millis(400), millis(0)).unwrap();
        assert_eq!(
            (clock.remaining(), clock.moves_to_go()),
            (millis(600), Some(1))
        );
        clock.spend(millis(400), millis(0)).unwrap();
        assert_eq!(
            (clock.remaining(), clock.moves_to_go()),
            (millis(1200), Some(2))
        );
    }
}
