//! Ablation: what each technique is worth, found by taking it out of the full engine (or of the last stage before a
//! change of all its numbers) and by adding it to the engine as the chapter before left it.
//!
//! This decides who plays whom; [`lines`](crate::lines) plays, and [`ablate_tables`](crate::ablate_tables) writes down
//! what came out. Both sides of every match run with switches read at run time (`lab=on`): were one of them the engine as
//! it is compiled for play, the difference in speed would be measured along with the technique.

use crate::families::{FAMILIES, Family};
use crate::lines::{FIRST_DRIVEN_STAGE, Line};
use crate::spec::{PlayerSpec, SpecError};
use crate::time_control::Budget;
use cutaway_search::{Kind, Question, STAGES, Technique};

/// What is taken out or added: a technique or a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The name of the technique or the family.
    pub name: &'static str,
    /// The kind of the technique in one word, or `family`.
    pub kind: &'static str,
    /// The techniques.
    pub members: Vec<Technique>,
}

impl Subject {
    /// A technique by itself.
    pub fn technique(technique: Technique) -> Subject {
        Subject {
            name: technique.name(),
            kind: technique.row().kind.word(),
            members: vec![technique],
        }
    }

    /// A family.
    pub fn family(family: &Family) -> Subject {
        Subject {
            name: family.name,
            kind: "family",
            members: family.members.to_vec(),
        }
    }

    /// The technique or family of that name, however it is written.
    pub fn from_name(name: &str) -> Option<Subject> {
        let plain = cutaway_search::plain_name(name);
        let family = || {
            FAMILIES
                .iter()
                .find(|family| cutaway_search::plain_name(family.name) == plain)
        };
        Technique::from_name(name)
            .map(Subject::technique)
            .or_else(|| family().map(Subject::family))
    }

    /// Whether it is a family, whatever it takes out.
    pub fn is_family(&self) -> bool {
        Technique::from_name(self.name).is_none()
    }

    /// The chapter that brings it: of a family, the last one that brings a member.
    pub fn chapter(&self) -> u8 {
        let stages = self.members.iter().map(|member| member.row().stage);
        stages.max().unwrap_or(0)
    }
}

/// One question about one subject.
#[derive(Clone, Debug)]
pub struct Case {
    /// What it is about.
    pub subject: Subject,
    /// What is compared.
    pub question: Question,
    /// Techniques that go off or on with it.
    pub along: Vec<Technique>,
    /// The match, or why there is none.
    pub line: Result<Line, &'static str>,
}

impl Case {
    /// The match that answers the question under that budget. `base` is the stage that the technique is removed from;
    /// `None` for the engine that plays.
    ///
    /// # Errors
    /// [`SpecError`] if the engine does not know its own names; this would be a fault of the engine.
    pub fn new(
        subject: Subject,
        question: Question,
        budget: Budget,
        base: Option<u8>,
    ) -> Result<Case, SpecError> {
        let [with, without] = match question {
            Question::Removed => {
                let off = assignments(&subject.members, "off");
                let base = base.map_or_else(String::new, |stage| format!("stage={stage},"));
                [
                    format!("self:{base}lab=on"),
                    format!("self:{base}{off},lab=on"),
                ]
            }
            Question::Added => {
                let chapter = first_chapter(&subject);
                let before = STAGES.iter().rfind(|&&stage| stage < chapter);
                let before = before.copied().unwrap_or(STAGES[0]);
                let on = assignments(&subject.members, "on");
                let bases = assignments(&bases(&subject), "on");
                let bases = if bases.is_empty() { bases } else { bases + "," };
                [
                    format!("self:stage={before},{bases}{on},lab=on"),
                    format!("self:stage={before},{bases}lab=on"),
                ]
            }
        };
        let players: [PlayerSpec; 2] = [with.parse()?, without.parse()?];
        let along = differing(&players)
            .filter(|technique| !subject.members.contains(technique))
            .collect();
        let name = format!("{} {}", subject.name, question.word());
        let line = match why_not(&subject, question, budget, base) {
            Some(reason) => Err(reason),
            None => Ok(Line { name, players }),
        };
        Ok(Case {
            subject,
            question,
            along,
            line,
        })
    }
}

// ANCHOR: why_not
/// Why a question is not answered by a match; `None` if it is.
fn why_not(
    subject: &Subject,
    question: Question,
    budget: Budget,
    base: Option<u8>,
) -> Option<&'static str> {
    let is_about_time = |technique: &Technique| technique.row().kind == Kind::Time;
    let is_clock = matches!(budget, Budget::Clock(_));
    if subject.members.iter().any(is_about_time) && !is_clock {
        return Some("it shares out time, and here no time is shared out");
    }
    if subject.members == [Technique::Tablebases] {
        return Some("it looks up tables, and neither side is given any");
    }
    if subject.members == [Technique::ThreadVoting] {
        return Some("it counts the votes of several threads, and each side has one");
    }
    let is_retired = |technique: &Technique| {
        let retired = technique.row().retired;
        retired.is_some_and(|chapter| base.is_none_or(|stage| stage >= chapter))
    };
    if question == Question::Removed && subject.members.iter().all(is_retired) {
        return Some("it is retired by then: ask with an earlier --stage");
    }
    if question == Question::Removed && base.is_some_and(|stage| stage < subject.chapter()) {
        return Some("the stage does not have it yet");
    }
    if question == Question::Added && first_chapter(subject) <= FIRST_DRIVEN_STAGE {
        return Some("the stage before it knows neither clock nor nodes, only a fixed depth");
    }
    None
}
// ANCHOR_END: why_not

fn first_chapter(subject: &Subject) -> u8 {
    let stages = subject.members.iter().map(|member| member.row().stage);
    stages.min().unwrap_or(0)
}

/// What the members require, directly or not, and are not themselves.
fn bases(subject: &Subject) -> Vec<Technique> {
    let mut pending = subject.members.clone();
    let mut found = Vec::new();
    while let Some(technique) = pending.pop() {
        for &base in technique.row().requires {
            if !found.contains(&base) && !subject.members.contains(&base) {
                found.push(base);
                pending.push(base);
            }
        }
    }
    found.sort();
    found
}

fn assignments(techniques: &[Technique], state: &str) -> String {
    let each = techniques.iter().map(|t| format!("{}={state}", t.name()));
    each.collect::<Vec<_>>().join(",")
}

/// In which techniques two players of this engine differ.
fn differing(players: &[PlayerSpec; 2]) -> impl Iterator<Item = Technique> {
    let switches = players.each_ref().map(|player| match player {
        PlayerSpec::Own(spec) => Some(spec.settings.switches),
        PlayerSpec::Process(_) => None,
    });
    Technique::all().filter(move |&technique| {
        let [a, b] = switches.map(|switches| switches.is_some_and(|on| on.on(technique)));
        a != b
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NODES: Budget = Budget::Nodes(5_000);

    fn case(name: &str, question: Question, budget: Budget) -> Case {
        let subject = Subject::from_name(name).unwrap_or_else(|| panic!("{name} is a subject"));
        Case::new(subject, question, budget, None).expect("the engine knows its names")
    }

    fn texts(case: &Case) -> [&str; 2] {
        let line = case.line.as_ref().expect("it is measured");
        line.players.each_ref().map(PlayerSpec::text)
    }

    #[test]
    fn both_sides_run_in_lab_mode_and_differ_in_the_subject() {
        for question in [Question::Removed, Question::Added] {
            for technique in Technique::all() {
                let case = case(technique.name(), question, NODES);
                let Ok(line) = &case.line else { continue };
                for player in &line.players {
                    assert!(player.text().contains("lab=on"), "{}", player.text());
                }
                assert!(differing(&line.players).any(|other| other == technique));
            }
        }
    }

    #[test]
    fn what_goes_off_along_is_told() {
        let case = case("null move", Question::Removed, NODES);
        assert_eq!(texts(&case), ["self:lab=on", "self:null_move=off,lab=on"]);
        let followers = [Technique::NullMoveVerification, Technique::NullMoveCutNode];
        assert_eq!(case.along, followers);
    }

    #[test]
    fn it_can_be_removed_from_an_earlier_stage() {
        let from = |base: u8| {
            let subject = Subject::technique(Technique::LateMoveReductions);
            Case::new(subject, Question::Removed, NODES, Some(base)).expect("known names")
        };
        assert_eq!(
            texts(&from(14)),
            [
                "self:stage=14,lab=on",
                "self:stage=14,late_move_reductions=off,lab=on"
            ]
        );
        assert_eq!(from(12).line.unwrap_err(), "the stage does not have it yet");
    }

    #[test]
    fn what_is_required_is_on_on_both_sides() {
        let case = case("null_move_verification", Question::Added, NODES);
        assert_eq!(
            texts(&case),
            [
                "self:stage=11,alpha_beta=on,null_move=on,null_move_verification=on,lab=on",
                "self:stage=11,alpha_beta=on,null_move=on,lab=on"
            ]
        );
        assert!(case.along.is_empty(), "{:?}", case.along);
    }

    #[test]
    fn only_the_clock_can_tell_what_sharing_out_time_is_worth() {
        let clock: Budget = "8+0.08".parse().map(Budget::Clock).expect("a time control");
        for name in ["time_management", "iterative_deepening"] {
            assert!(case(name, Question::Removed, NODES).line.is_err());
            assert!(case(name, Question::Removed, clock).line.is_ok());
            assert!(case(name, Question::Added, clock).line.is_err());
        }
        assert!(case("alpha_beta", Question::Added, NODES).line.is_err());
        assert!(case("alpha_beta", Question::Removed, NODES).line.is_ok());
    }

    #[test]
    fn without_tables_there_is_no_match_about_tables() {
        for question in [Question::Removed, Question::Added] {
            let reason = case("tablebases", question, NODES).line.unwrap_err();
            assert!(reason.starts_with("it looks up tables"), "{reason}");
        }
    }

    #[test]
    fn what_requires_a_technique_goes_off_along_and_nothing_else_differs() {
        for stage in [Some(20), Some(23), None] {
            for technique in Technique::all() {
                let subject = Subject::technique(technique);
                let case = Case::new(subject, Question::Removed, NODES, stage);
                let case = case.expect("the engine knows its names");
                let Ok(line) = &case.line else { continue };
                let needs = |other: Technique| bases(&Subject::technique(other));
                let [with, mut without] = line.players.each_ref().map(|player| match player {
                    PlayerSpec::Own(spec) => spec.settings.clone(),
                    PlayerSpec::Process(_) => panic!("it is in this process"),
                });
                // What is retired is off already.
                let wanted = Technique::all()
                    .filter(|&other| with.on(other) && needs(other).contains(&technique));
                assert!(case.along.iter().copied().eq(wanted), "{:?}", case.along);
                assert!(with.on(technique) && with.evaluator == without.evaluator);
                without.switches.set(technique, true);
                assert_eq!(with, without);
            }
        }
    }
}
