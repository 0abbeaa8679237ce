//! Everything about a search that can be set and is no limit: switches, parameters, the evaluation.

use crate::params::{DEFAULTS, PARAM_COUNT, TAUGHT};
use crate::stages::{NETWORK_STAGE, PIECE_SQUARE_STAGE, TUNED_STAGE};
use crate::{Param, Switches, Tables, Technique};
use cutaway_eval::Evaluator;

/// What to search with. The default is what the engine plays with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The techniques that are on.
    pub switches: Switches,
    /// The value of each parameter, by its number.
    pub params: [i32; PARAM_COUNT],
    /// How positions are judged.
    pub evaluator: Evaluator,
    /// The tablebases.
    pub tables: Tables,
    /// How many best lines to find, at least 1.
    pub multi_pv: usize,
    /// What to record.
    pub record: Record,
}

/// What a search writes down besides its result. Anything but [`Record::Nothing`] makes it search in lab mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Record {
    /// Nothing.
    #[default]
    Nothing,
    /// What each technique did.
    Statistics,
    /// The same, and the tree of the last iteration.
    Tree,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            switches: Switches::PRODUCTION,
            params: DEFAULTS,
            evaluator: Evaluator::built_in(),
            tables: Tables::default(),
            multi_pv: 1,
            record: Record::Nothing,
        }
    }
}

impl Settings {
    /// The engine as the book has built it by chapter `stage`; of the last chapters it is the engine that plays.
    pub fn stage(stage: u8) -> Settings {
        let evaluator = match stage {
            NETWORK_STAGE.. => Evaluator::built_in(),
            PIECE_SQUARE_STAGE.. => Evaluator::PieceSquare,
            _ => Evaluator::Material,
        };
        Settings {
            switches: Switches::stage(stage),
            params: if stage < TUNED_STAGE {
                TAUGHT
            } else {
                DEFAULTS
            },
            evaluator,
            ..Settings::default()
        }
    }

    /// Whether nothing is switched, tuned or recorded, so that the search can run with everything fixed.
    pub fn is_production(&self) -> bool {
        self.switches == Switches::PRODUCTION
            && self.params == DEFAULTS
            && self.record == Record::Nothing
    }

    /// Whether a technique is on.
    pub fn on(&self, technique: Technique) -> bool {
        self.switches.on(technique)
    }

    /// The value of a parameter.
    pub fn param(&self, param: Param) -> i32 {
        self.params[param as usize]
    }

    /// Sets a parameter within its range.
    ///
    /// # Errors
    /// The range, if the value lies outside.
    pub fn set_param(
        &mut self,
        param: Param,
        value: i32,
    ) -> Result<(), std::ops::RangeInclusive<i32>> {
        let range = param.row().min..=param.row().max;
        if !range.contains(&value) {
            return Err(range);
        }
        self.params[param as usize] = value;
        Ok(())
    }
}
