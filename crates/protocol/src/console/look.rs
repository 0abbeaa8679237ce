//! Looking into a position: `eval`, `see`, `order`, `stats`.

use crate::job::Job;
use crate::session::{Purpose, Session, network};
use crate::text::{self, pawns};
use cutaway_chess::{Color, Move, PieceType, Position};
use cutaway_eval::nnue::{BUCKETS, NetworkTrace};
use cutaway_eval::{Evaluator, MAX_PHASE, Tapered, Terms, Trace, ending, trace};
use cutaway_search::{OrderedMove, Settings, Stats, Technique};

fn name(piece_type: PieceType) -> &'static str {
    match piece_type {
        PieceType::Pawn => "pawn",
        PieceType::Knight => "knight",
        PieceType::Bishop => "bishop",
        PieceType::Rook => "rook",
        PieceType::Queen => "queen",
        PieceType::King => "king",
    }
}

impl Session {
    /// `eval`: the value of the position, term by term.
    pub(crate) fn show_evaluation(&mut self) {
        if let Some(fault) = &self.refused {
            let words = format!("no position: the last one was refused: {fault}");
            return self.say(&words);
        }
        let lines = evaluation_lines(&self.settings, self.game.position());
        self.write_all(lines);
    }

    pub(super) fn show_exchange(&mut self, word: &str) {
        if word.is_empty() {
            return self.say("see: which move?");
        }
        match text::find_move(self.game.position(), word) {
            Ok(mv) => {
                let lines = exchange_lines(self.game.position(), mv);
                self.write_all(lines);
            }
            Err(why) => self.say(&why),
        }
    }

    pub(super) fn order(&mut self) {
        let position = Box::new(self.game.position().clone());
        let settings = Box::new(self.settings.clone());
        self.start(
            Job::Order {
                position: position.clone(),
                settings,
            },
            Purpose::Order(position),
        );
    }

    pub(super) fn statistics(&mut self) {
        self.start(Job::Statistics, Purpose::Statistics);
    }
}

fn evaluation_lines(settings: &Settings, position: &Position) -> Vec<String> {
    let evaluator = &settings.evaluator;
    let trace = trace(evaluator, position);
    let mut lines = match &trace {
        Trace::Terms(terms) => term_lines(terms),
        Trace::Network(trace) => network_lines(trace, evaluator),
    };
    let side = position.side_to_move();
    let mut total = trace.total();
    let knows = settings.on(Technique::EndingKnowledge);
    if let Some(known) = knows.then(|| ending(position)).flatten() {
        lines.push(format!("  overruled by ending_knowledge: {}", known.words));
        total = if side == Color::White {
            known.score
        } else {
            -known.score
        };
    }
    let total = evaluator.centipawns(total);
    let own = if side == Color::White { total } else { -total };
    lines.push(format!(
        "{} seen from White, {} from the side to move ({side})",
        pawns(total),
        pawns(own)
    ));
    lines
}

/// Of a network each man tells what the score would be without it, and so what it is worth where it stands.
fn network_lines(trace: &NetworkTrace, evaluator: &Evaluator) -> Vec<String> {
    let total = evaluator.centipawns(trace.total);
    let mut lines = vec![format!(
        "  {:<13} {:<6} {:>11} {:>7}   (seen from White)",
        "man", "square", "without it", "worth"
    )];
    let mut men = trace.men.clone();
    // White's before Black's, the queen first: the order of the pieces turned round, side by side.
    men.sort_by_key(|man| {
        (
            man.piece.color() as u8,
            std::cmp::Reverse(man.piece.piece_type()),
        )
    });
    for man in men {
        let title = format!("{} {}", man.piece.color(), name(man.piece.piece_type()));
        let worth = match man.without {
            Some(without) => {
                let without = evaluator.centipawns(without);
                format!("{:>11} {:>7}", pawns(without), pawns(total - without))
            }
            None => format!("{:>11} {:>7}", "-", "-"),
        };
        lines.push(format!(
            "  {title:<13} {:<6} {worth}",
            man.square.to_string()
        ));
    }
    lines.push(format!(
        "  {}, output bucket {} of {BUCKETS} by {} men",
        network::name(evaluator),
        trace.bucket + 1,
        trace.men.len()
    ));
    lines
}

fn term_lines(trace: &Terms) -> Vec<String> {
    let tapered =
        |value: Tapered| format!("{:>8} {:>8}", pawns(value.middlegame), pawns(value.endgame));
    let mut lines = vec![
        "             white  black    material           squares".to_string(),
        "                           opening   ending  opening   ending   (white less black)"
            .to_string(),
    ];
    for terms in trace.pieces.iter().filter(|terms| terms.count != [0, 0]) {
        lines.push(format!(
            "  {:<9} {:>6} {:>6} {} {}",
            name(terms.piece_type),
            terms.count[0],
            terms.count[1],
            tapered(terms.material[0] - terms.material[1]),
            tapered(terms.piece_square[0] - terms.piece_square[1])
        ));
    }
    lines.push(format!(
        "  sum                      {}",
        tapered(trace.tapered)
    ));
    lines.push(format!(
        "  of the opening is left   {} of {MAX_PHASE}",
        trace.phase
    ));
    lines
}

/// The exchange step by step: what takes what, what it brings, what has come together so far.
fn exchange_lines(position: &Position, mv: Move) -> Vec<String> {
    let steps = position.see_trace(mv);
    let san = position.to_san(mv);
    let Some(first) = steps.first() else {
        return vec![format!("{san} begins no exchange")];
    };
    let mut lines = vec![format!(
        "{san} is worth {} in the exchange on {}",
        pawns(first.value),
        mv.to()
    )];
    for (number, step) in steps.iter().enumerate() {
        let action = match step.captured {
            Some(captured) => format!("takes the {}", name(captured)),
            None => "moves".to_string(),
        };
        let promotion = step.promotion.map_or(String::new(), |piece| {
            format!(", becomes a {}", name(piece))
        });
        let man = format!("{} {} {}", step.color, name(step.piece_type), step.from);
        lines.push(format!(
            "  {:>2}. {:<16} {:<28} {:>7}   so far {:>7}{}",
            number + 1,
            man,
            format!("{action}{promotion}"),
            pawns(step.gain),
            pawns(step.balance),
            if step.played {
                ""
            } else {
                "   not played: it does not pay"
            }
        ));
    }
    lines.push(format!(
        "  as a threshold: {} holds and no more; by static batteries: {}",
        pawns(largest_threshold(position, mv)),
        pawns(position.see_battery(mv))
    ));
    lines
}

/// The largest threshold that the exchange reaches, in centipawns, asked for by nothing but the threshold form itself.
fn largest_threshold(position: &Position, mv: Move) -> i32 {
    // No single exchange wins or loses as much as four queens.
    let (mut holds, mut fails) = (-3600, 3600);
    while fails - holds > 1 {
        let middle = (holds + fails) / 2;
        if position.see_ge(mv, middle) {
            holds = middle;
        } else {
            fails = middle;
        }
    }
    holds
}

pub(super) fn order_lines(position: &Position, moves: &[OrderedMove]) -> Vec<String> {
    if moves.is_empty() {
        return vec!["there is no legal move".to_string()];
    }
    moves
        .iter()
        .enumerate()
        .map(|(number, ordered)| {
            let san = position.to_san(ordered.mv);
            format!(
                "  {:>3}. {san:<8} {:<14} key {}",
                number + 1,
                ordered.reason.words(),
                ordered.key
            )
        })
        .collect()
}

/// One line for each technique that was on or did something.
pub(super) fn statistics_lines(stats: &Stats, settings: &Settings) -> Vec<String> {
    let mut lines =
        vec!["  technique                       tried        acted        nodes".to_string()];
    let counted = |technique: &Technique| *stats.of(*technique) != Default::default();
    if !Technique::all().any(|technique| counted(&technique)) {
        return vec![
            "nothing was counted: search first (and not with `set record nothing`)".to_string(),
        ];
    }
    for technique in
        Technique::all().filter(|technique| settings.on(*technique) || counted(technique))
    {
        let counts = stats.of(technique);
        lines.push(format!(
            "  {:<28} {:>8} {:>12} {:>12}",
            technique.name(),
            counts.tried,
            counts.acted,
            counts.spent
        ));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exchange_is_told_step_by_step() {
        let position: Position = "4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1".parse().unwrap();
        let lines = exchange_lines(&position, position.parse_san("Qxd5").unwrap());
        assert_eq!(lines.len(), 4);
        assert_eq!(lines[0], "Qxd5 is worth -8.00 in the exchange on d5");
        assert!(
            lines[1].contains("white queen d1") && lines[1].contains("takes the pawn"),
            "{}",
            lines[1]
        );
        assert!(lines[2].ends_with("so far   -8.00"), "{}", lines[2]);
        assert_eq!(
            lines[3],
            "  as a threshold: -8.00 holds and no more; by static batteries: -8.00"
        );
    }

    #[test]
    fn the_forms_of_an_exchange_may_differ() {
        let position: Position = "1k6/8/8/2R1r3/8/8/8/Q6K w - - 0 1".parse().unwrap();
        let lines = exchange_lines(&position, position.parse_san("Qa5").unwrap());
        assert_eq!(
            lines.last().unwrap(),
            "  as a threshold: +0.00 holds and no more; by static batteries: -4.00"
        );
    }

    #[test]
    fn an_evaluation_ends_with_both_views() {
        let position: Position = "4k3/8/4p3/3p4/8/8/8/3QK3 b - - 0 1".parse().unwrap();
        let mut settings = Settings {
            evaluator: Evaluator::Material,
            ..Settings::default()
        };
        let lines = evaluation_lines(&settings, &position);
        assert_eq!(
            lines.last().unwrap(),
            "+7.00 seen from White, -7.00 from the side to move (black)"
        );

        // A drawn king and pawn against king, with what is known of it and without.
        let position: Position = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1".parse().unwrap();
        let lines = evaluation_lines(&settings, &position);
        let [.., known, last] = lines.as_slice() else {
            panic!("two lines and more")
        };
        assert_eq!(
            known,
            "  overruled by ending_knowledge: a lone king against a pawn, which it holds"
        );
        assert!(last.starts_with("+0.00 seen from White"), "{last}");
        settings.switches.set(Technique::EndingKnowledge, false);
        let lines = evaluation_lines(&settings, &position);
        assert!(lines.last().unwrap().starts_with("+1.00 seen from White"));
    }
}
