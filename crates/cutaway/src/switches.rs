//! The option `--off NAME` of the subcommands that search. Which techniques there are is for the search
//! to say.

use crate::output;
use anyhow::{Result, anyhow};
use cutaway_search::{Switches, Technique};

/// Switches the techniques of those names off, and says on standard error which others went off with them.
pub fn switch_off(names: &[String], switches: &mut Switches) -> Result<()> {
    for name in names {
        let technique = Technique::from_name(name).ok_or_else(|| {
            anyhow!("no technique is named {name}; `set` in the console lists them")
        })?;
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
