//! The option `--off NAME` of the subcommands that search. Which techniques there are is for the search
//! to say.

use crate::output;
use anyhow::{Result, anyhow};
use cutaway_search::{Switches, Technique};

/// Switches the techniques of those names off, and says on standard error which others went off with them, and which were
/// not on to begin with. `stage` is the one whose switches these are, if it is not the engine that plays.
pub fn switch_off(names: &[String], switches: &mut Switches, stage: Option<u8>) -> Result<()> {
    let at_first = *switches;
    for name in names {
        let technique = Technique::from_name(name).ok_or_else(|| {
            anyhow!("no technique is named {name}; `set` in the console lists them")
        })?;
        if !at_first.on(technique) {
            let where_so = stage.map_or_else(String::new, |stage| format!(" at stage {stage}"));
            output::note(&format!("{} is off already{where_so}", technique.name()));
        }
        for other in switches.set(technique, false) {
            output::note(&format!(
                "{} is off too, since it needs {}",
                other.name(),
                technique.name()
            ));
        }
    }
    Ok(())
}
