//! On what machine something was measured, as far as it can be told without asking more than the system offers.

use serde::{Deserialize, Serialize};

/// A machine, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor's model, or its family where the system does not tell.
    pub cpu: String,
    /// How many threads the system lets us run at a time.
    pub cores: usize,
    /// The operating system.
    pub os: String,
}

impl Machine {
    /// The machine that runs this.
    pub fn here() -> Machine {
        let cpu_info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let family = std::env::consts::ARCH;
        Machine {
            cpu: model(&cpu_info).unwrap_or(family).to_string(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            os: std::env::consts::OS.to_string(),
        }
    }
}

impl std::fmt::Display for Machine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let cores = crate::report_text::count(self.cores as u64, "core");
        write!(f, "{}, {cores}, {}", self.cpu, self.os)
    }
}

/// The first model that Linux names.
fn model(cpu_info: &str) -> Option<&str> {
    let line = cpu_info
        .lines()
        .find(|line| line.starts_with("model name"))?;
    let name = line.split_once(':')?.1.trim();
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_is_found() {
        let text = "processor\t: 0\nmodel\t\t: 1\nmodel name\t: A Processor @ 2 GHz\n";
        assert_eq!(model(text), Some("A Processor @ 2 GHz"));
        assert_eq!(model("model name\t:\n"), None);
        assert_eq!(model(""), None);
    }

    #[test]
    fn there_is_a_machine() {
        let machine = Machine::here();
        assert!(machine.cores > 0 && !machine.cpu.is_empty(), "{machine}");
    }
}
