//! Time management: how long a move may take, from the clock.
//!
//! Idea: a soft limit, after which no new iteration begins, and a hard one, at which the search is broken off. The soft
//! limit stretches while the best move is unsure - few of the root's nodes went to it, or it has just changed, or its
//! score falls - and shrinks when all is settled.
//! Why it is only a guess: how long the game will last and what the next iteration costs is not known.
//! When it applies: with a clock; `movetime` alone is a hard limit.
//! Numbers: in thousandths of the time left after the overhead and a reserve, plus a share of the increment; the soft
//! limit is scaled in thousandths. See the parameters.
//! First source: R. Hyatt 1984. *Using time wisely*. Chapter 6.

use crate::mode::Mode;
use crate::searcher::HardLimits;
use crate::{ClockLimits, Limits, MAX_PLY, Param, Score, Settings, Technique};
use std::time::Duration;

/// What the limits come to for one search.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub max_depth: i32,
    /// No iteration begins after this time, once it is scaled by how sure the best move is.
    pub soft: Option<Duration>,
    /// No iteration begins after so many nodes of all threads.
    pub soft_nodes: Option<u64>,
    pub hard: HardLimits,
    pub mate: Option<u32>,
    /// Nobody waits for more once a mate is proved: neither a depth nor a number of nodes was asked for.
    pub ends_on_proved_mate: bool,
    pub multi_pv: usize,
}

impl Plan {
    pub(crate) fn new(limits: &Limits, settings: &Settings, root_moves: usize) -> Plan {
        let clock = limits.clock.map(|clock| Allotment::new(&clock, settings));
        let by_clock = settings.on(Technique::TimeManagement);
        let soft = clock
            .as_ref()
            .filter(|_| by_clock)
            .map(|allotment| match root_moves {
                // There is nothing to decide.
                1 => Duration::ZERO,
                _ => allotment.soft,
            });
        let hard_time = match (limits.move_time, clock) {
            (Some(time), Some(allotment)) => Some(time.min(allotment.hard)),
            (Some(time), None) => Some(time),
            (None, allotment) => allotment.map(|allotment| allotment.hard),
        };
        let deepest = MAX_PLY as i32 - 1;
        let max_depth = match limits.depth {
            Some(depth) => i32::try_from(depth).unwrap_or(deepest).clamp(1, deepest),
            None if !by_clock => settings.param(Param::FixedDepth),
            None => deepest,
        };
        Plan {
            max_depth,
            soft,
            soft_nodes: limits.soft_nodes,
            hard: HardLimits {
                nodes: limits.nodes,
                time: hard_time,
                nodes_per_ms: limits.clock.and_then(|clock| clock.nodes_per_ms),
            },
            mate: limits.mate,
            ends_on_proved_mate: limits.depth.is_none()
                && limits.nodes.is_none()
                && limits.mate.is_none(),
            multi_pv: settings.multi_pv.clamp(1, root_moves.max(1)),
        }
    }
}

/// What one move gets of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Allotment {
    soft: Duration,
    hard: Duration,
}

impl Allotment {
    fn new(clock: &ClockLimits, settings: &Settings) -> Allotment {
        // A game on the increment comes down to a few moves' worth of time; a machine that stalls for one of them must
        // not lose it.
        let left = clock.remaining.saturating_sub(clock.overhead);
        let reserve = Duration::from_millis(settings.param(Param::ClockReserve) as u64);
        // Even with nothing left some move must be made; a millisecond is the least that can be planned for.
        let available = (left - reserve.min(left / 2)).max(Duration::from_millis(1));
        let share = |of: Duration, param| of * settings.param(param) as u32 / 1000;
        let increment = share(clock.increment, Param::IncrementShare);
        let (soft, most) = match clock.moves_to_go {
            Some(moves @ 1..) => {
                let moves = moves.min(settings.param(Param::MovesToGoMax) as u32);
                let soft = share(available, Param::MovesToGoShare) / moves + increment;
                // The last move before the control may use nearly all that is left.
                let most = match moves {
                    1 => share(available, Param::LastMoveShare),
                    _ => share(available, Param::MovesToGoHardShare),
                };
                (soft, most)
            }
            _ => (
                share(available, Param::TimeShare) + increment,
                share(available, Param::HardShare),
            ),
        };
        let hard = (soft * settings.param(Param::HardFactor) as u32 / 1000).min(most);
        Allotment {
            soft: soft.min(hard),
            hard,
        }
    }
}

/// How the soft limit is scaled, in thousandths: with the default parameters and an even score 432 for a move that was
/// never in doubt, up to 2160.
///
/// `best_share` is the part of the search's nodes, in thousandths, that went to the best move; `stable_iterations` how
/// many iterations in a row it has been the best, `score_drop` how far its score lies below the average of the iterations
/// before.
pub(crate) fn soft_scale(
    mode: &impl Mode,
    best_share: u64,
    stable_iterations: u32,
    score_drop: Score,
) -> u32 {
    let best_share = best_share.min(1000) as i32;
    let by_share =
        mode.param(Param::ShareScaleBase) - best_share * mode.param(Param::ShareScaleFactor) / 1000;
    let stable = (stable_iterations as i32).min(mode.param(Param::StabilityScaleMax));
    let by_stability =
        mode.param(Param::StabilityScaleBase) - mode.param(Param::StabilityScaleStep) * stable;
    let by_trend = (1000 + mode.param(Param::ScoreScaleStep) * score_drop.clamp(-1000, 1000))
        .clamp(
            mode.param(Param::ScoreScaleLeast),
            mode.param(Param::ScoreScaleMost),
        );
    // The ranges let the first two become 0 or less.
    (by_share.max(0) * by_stability.max(0) / 1000 * by_trend / 1000) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::Production;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>, overhead: u64) -> Limits {
        let ms = Duration::from_millis;
        let clock = ClockLimits {
            remaining: ms(remaining),
            increment: ms(increment),
            moves_to_go,
            overhead: ms(overhead),
            nodes_per_ms: None,
        };
        Limits {
            clock: Some(clock),
            ..Limits::default()
        }
    }

    fn plan(limits: &Limits) -> Plan {
        Plan::new(limits, &Settings::default(), 30)
    }

    #[test]
    fn a_clock_sets_limits_only_with_time_management() {
        let limits = clock(60_000, 0, None, 10);
        assert!(plan(&limits).soft.is_some());
        assert_eq!(plan(&limits).max_depth, MAX_PLY as i32 - 1);
        let mut settings = Settings::default();
        settings.switches.set(Technique::TimeManagement, false);
        let fixed = Plan::new(&limits, &settings, 30);
        assert_eq!(
            (fixed.soft, fixed.max_depth),
            (None, settings.param(Param::FixedDepth))
        );
    }

    #[test]
    fn the_hard_limit_leaves_the_overhead_whatever_the_clock() {
        for remaining in [0, 1, 5, 10, 11, 20, 100, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 1000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    for overhead in [0, 10, 100] {
                        let plan = plan(&clock(remaining, increment, moves_to_go, overhead));
                        let (soft, hard) =
                            (plan.soft.expect("soft"), plan.hard.time.expect("hard"));
                        assert!(soft <= hard);
                        let latest = remaining.saturating_sub(overhead).max(1);
                        assert!(
                            hard <= Duration::from_millis(latest),
                            "{remaining} {increment} {moves_to_go:?} {hard:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_game_on_the_increment_keeps_a_reserve() {
        // The clock before each move when every one takes as long as a move that is half in doubt.
        let increment = 10;
        let mut remaining = Duration::from_millis(200);
        for _ in 0..100 {
            let plan = plan(&clock(remaining.as_millis() as u64, increment, None, 10));
            let scaled = plan.soft.expect("soft") * soft_scale(&Production, 500, 2, 0) / 1000;
            let used = scaled.min(plan.hard.time.expect("hard"));
            remaining = remaining - used + Duration::from_millis(increment);
        }
        assert!(
            remaining > Duration::from_millis(50),
            "{remaining:?} are left"
        );
    }

    #[test]
    fn the_earlier_of_move_time_and_clock_counts() {
        let limits = Limits {
            move_time: Some(Duration::from_millis(50)),
            ..clock(60_000, 0, None, 10)
        };
        assert_eq!(plan(&limits).hard.time, Some(Duration::from_millis(50)));
    }

    #[test]
    fn a_forced_move_takes_no_time() {
        assert_eq!(
            Plan::new(&clock(60_000, 0, None, 10), &Settings::default(), 1).soft,
            Some(Duration::ZERO)
        );
    }

    #[test]
    fn an_unsure_move_gets_more_time() {
        let scale = |best_share, stable| soft_scale(&Production, best_share, stable, 0);
        assert!(scale(300, 0) > scale(900, 0));
        assert!(scale(600, 0) > scale(600, 6));
        assert_eq!((scale(1000, 20), scale(0, 0)), (432, 2160));
    }

    #[test]
    fn a_falling_score_gets_more_time_and_a_rising_one_less() {
        let scale = |drop| soft_scale(&Production, 500, 2, drop);
        assert!(scale(20) > scale(0) && scale(0) > scale(-20));
        // However far it falls, there are limits.
        assert_eq!(scale(60_000), scale(1000));
        assert!(scale(1000) < 2 * scale(0) && 2 * scale(-1000) > scale(0));
    }
}
