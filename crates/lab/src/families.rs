//! Families: techniques that an ablation takes out together, so that about twenty-five matches tell of all that the engine
//! has, and what overlaps is not taken for worthless because the rest does its work.
//!
//! This says what belongs together and nothing of matches, which are made in [`ablate`](crate::ablate).

use crate::ablate::Subject;
use cutaway_search::Technique;

/// Techniques that are taken out together, since one of them often does the work of another that is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    /// Its name, which no technique has.
    pub name: &'static str,
    /// Its members, in the order of the book.
    pub members: &'static [Technique],
}

/// The families that no single technique stands for.
///
/// SEE pruning is a member of two: it does the work of other uses of SEE, and that of other pruning in quiescence.
pub const FAMILIES: &[Family] = &[
    Family {
        name: "game_ends",
        members: &[
            Technique::StalemateGuard,
            Technique::UpcomingRepetition,
            Technique::MateDistancePruning,
        ],
    },
    Family {
        name: "quiescence_pruning",
        members: &[
            Technique::DeltaPruning,
            Technique::SeePruning,
            Technique::EvasionPruning,
            Technique::LateCapturePruning,
        ],
    },
    Family {
        name: "quiet_ordering",
        members: &[Technique::Killers, Technique::History],
    },
    Family {
        name: "windows",
        members: &[
            Technique::PrincipalVariationSearch,
            Technique::AspirationWindows,
            Technique::FailHighDepth,
        ],
    },
    Family {
        name: "exchanges",
        members: &[
            Technique::SeeOrdering,
            Technique::SeePruning,
            Technique::SeePruningMain,
        ],
    },
    Family {
        name: "node_futility",
        members: &[Technique::ReverseFutilityPruning, Technique::Razoring],
    },
    Family {
        name: "move_futility",
        members: &[Technique::FutilityPruning, Technique::CaptureFutility],
    },
    Family {
        name: "late_pruning",
        members: &[Technique::LateMovePruning, Technique::HistoryPruning],
    },
    Family {
        name: "prob_cuts",
        members: &[Technique::ProbCut, Technique::SmallProbCut],
    },
    Family {
        name: "score_blending",
        members: &[Technique::FailHighBlending, Technique::QuiescenceBlending],
    },
    Family {
        name: "continuation_histories",
        members: &[
            Technique::ContinuationHistory,
            Technique::ContinuationHistory2,
            Technique::ContinuationHistory4,
            Technique::ContinuationHistory6,
        ],
    },
    Family {
        name: "further_histories",
        members: &[
            Technique::PawnHistory,
            Technique::LowPlyHistory,
            Technique::ThreatHistory,
        ],
    },
    Family {
        name: "history_teachers",
        members: &[
            Technique::TableCutoffHistory,
            Technique::FailLowHistory,
            Technique::EvalHistory,
            Technique::ResearchHistory,
            Technique::PvHistory,
        ],
    },
    Family {
        name: "quiet_bonuses",
        members: &[Technique::CheckOrdering, Technique::ThreatOrdering],
    },
    Family {
        name: "reduction_terms",
        members: &[
            Technique::Hindsight,
            Technique::ReductionImproving,
            Technique::ReductionNoisyTableMove,
            Technique::ReductionCutoffs,
            Technique::ReductionTablePv,
            Technique::ReductionCorrection,
            Technique::ResearchDepth,
        ],
    },
    Family {
        name: "correction_histories",
        members: &[
            Technique::PawnCorrection,
            Technique::NonPawnCorrection,
            Technique::MinorCorrection,
            Technique::ContinuationCorrection,
        ],
    },
];

/// The techniques that stand for a family by themselves: without one of them, whatever requires it is off as well. So the
/// table takes singular extension with it, and quiescence all that prunes and orders there. A few are alone.
pub const HEADS: &[Technique] = &[
    Technique::AlphaBeta,
    Technique::Quiescence,
    Technique::MvvLva,
    Technique::TranspositionTable,
    Technique::NullMove,
    Technique::LateMoveReductions,
    Technique::CheckExtension,
    Technique::Improving,
    Technique::CaptureHistory,
    Technique::SingularExtension,
    Technique::ThreadVoting,
    Technique::Tablebases,
    Technique::EndingKnowledge,
];

/// What is asked about instead of each technique by itself: the techniques that stand for a family, then the families.
/// Each technique that is not about time goes off with one of them at least, even with alpha-beta not counted, with which
/// nearly everything goes off.
pub fn all_families() -> impl Iterator<Item = Subject> {
    let heads = HEADS.iter().copied().map(Subject::technique);
    heads.chain(FAMILIES.iter().map(Subject::family))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ablate::Case;
    use crate::time_control::Budget;
    use cutaway_search::{Kind, Question};

    /// What the engine that plays loses with the subject, in the order of the book.
    fn taken_out(subject: Subject) -> Vec<Technique> {
        let case = Case::new(subject, Question::Removed, Budget::Nodes(5_000), None);
        let case = case.expect("the engine knows its names");
        let mut all = [case.subject.members, case.along].concat();
        all.sort();
        all
    }

    #[test]
    fn the_families_leave_out_nothing_that_is_not_about_time() {
        let but_alpha_beta = all_families().filter(|subject| subject.name != "alpha_beta");
        let mut off: Vec<Technique> = but_alpha_beta.flat_map(taken_out).collect();
        off.push(Technique::AlphaBeta);
        for technique in Technique::all() {
            let is_about_time = technique.row().kind == Kind::Time;
            assert_eq!(
                off.contains(&technique),
                !is_about_time,
                "{}",
                technique.name()
            );
        }
    }

    #[test]
    fn a_technique_is_a_member_of_one_family_unless_it_is_said_why() {
        let mut seen = Vec::new();
        let mut twice = Vec::new();
        for member in all_families().flat_map(|subject| subject.members) {
            let times = if seen.contains(&member) {
                &mut twice
            } else {
                &mut seen
            };
            times.push(member);
        }
        assert_eq!(twice, [Technique::SeePruning]);
    }

    #[test]
    fn no_two_families_are_the_same_match() {
        let mut all: Vec<Vec<Technique>> = all_families().map(taken_out).collect();
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn families_have_names_of_their_own_and_no_single_technique_stands_for_one() {
        for family in FAMILIES {
            assert_eq!(Technique::from_name(family.name), None, "{}", family.name);
            let together = taken_out(Subject::family(family));
            for &member in family.members {
                let alone = taken_out(Subject::technique(member));
                assert_ne!(together, alone, "{} and {}", family.name, member.name());
            }
        }
    }
}
