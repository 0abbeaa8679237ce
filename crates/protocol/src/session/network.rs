//! `EvalFile` and `export_net`: networks come and go. The files themselves are the program's to read and write.

use super::{Purpose, Session};
use crate::job::Job;
use crate::text::one_line;
use cutaway_eval::Evaluator;
use cutaway_eval::nnue::{FEATURES, Network};
use std::sync::Arc;

/// Where `export_net` writes if no file is named.
const EXPORTED: &str = "cutaway.nnue";

impl Session {
    /// `EvalFile`: a network from a file, `<built-in>`, or with no name (`<empty>`) the piece-square evaluation.
    pub(crate) fn set_eval_file(&mut self, path: &str) {
        if let Some(evaluator) = Evaluator::from_name(path) {
            self.say(&format!("EvalFile: {}", name(&evaluator)));
            self.judge_by(evaluator);
            return;
        }
        let purpose = Purpose::EvalFile(path.to_string());
        self.start(Job::Read(path.to_string()), purpose);
    }

    pub(super) fn finish_eval_file(&mut self, path: &str, bytes: Result<Vec<u8>, String>) {
        let read =
            bytes.and_then(|bytes| Network::from_bytes(&bytes).map_err(|error| error.to_string()));
        match read {
            Err(why) => self.say(&format!("EvalFile stays as it was: {path}: {why}")),
            Ok(network) => {
                self.say(&format!("EvalFile {path}: {}", title(&network)));
                self.judge_by(Evaluator::Network(Arc::new(network)));
            }
        }
    }

    fn judge_by(&mut self, evaluator: Evaluator) {
        self.options.evaluator = evaluator.clone();
        self.settings.evaluator = evaluator;
    }

    /// Says which evaluation is in force.
    pub(crate) fn tell_eval_file(&mut self) {
        let words = match &self.settings.evaluator {
            Evaluator::Network(network) => title(network),
            other => format!("no network is in force, but {}", name(other)),
        };
        self.say(&words);
    }

    pub(super) fn export_network(&mut self, path: &str) {
        let Evaluator::Network(network) = &self.settings.evaluator else {
            return self.say("export_net: no network is in force");
        };
        let path = if path.is_empty() { EXPORTED } else { path };
        let bytes = network.to_bytes(network.description());
        let purpose = Purpose::ExportNet(path.to_string());
        self.start(Job::Write(path.to_string(), bytes), purpose);
    }
}

/// An evaluation by name: of a network its shape, and whether it is the one that is built in.
pub(crate) fn name(evaluator: &Evaluator) -> String {
    match evaluator {
        Evaluator::Network(network) => shape(network),
        Evaluator::PieceSquare => "piece-square tables".to_string(),
        Evaluator::Material => "material".to_string(),
    }
}

fn shape(network: &Network) -> String {
    let built_in = match network.is_built_in() {
        true => " (built in)",
        false => "",
    };
    format!("network {FEATURES} -> {}{built_in}", network.hidden())
}

/// The shape of a network and what its file says of it.
fn title(network: &Network) -> String {
    match one_line(network.description()) {
        words if words.is_empty() => shape(network),
        words => format!("{}, {words}", shape(network)),
    }
}
