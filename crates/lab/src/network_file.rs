//! Networks from files. What is in them is for `cutaway_eval` to judge.

use cutaway_eval::Evaluator;
use cutaway_eval::nnue::{MAX_FILE_BYTES, Network};
use std::fs::File;
use std::io::Read;
use std::sync::Arc;

/// The bytes of a file that may be a network's.
///
/// # Errors
/// In words, if it cannot be read, is no plain file (to open a named pipe could take forever), or is longer than any
/// network.
pub fn read(path: &str) -> Result<Vec<u8>, String> {
    let metadata = std::fs::metadata(path).map_err(|error| error.to_string())?;
    if !metadata.is_file() {
        return Err("it is no plain file".to_string());
    }
    let file = File::open(path).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    let most = MAX_FILE_BYTES as u64;
    let read = file.take(most + 1).read_to_end(&mut bytes);
    read.map_err(|error| error.to_string())?;
    if bytes.len() as u64 > most {
        return Err(format!(
            "it is longer than the {most} bytes of the largest network"
        ));
    }
    Ok(bytes)
}

/// The network in a file.
///
/// # Errors
/// In words, if there is none.
pub fn load(path: &str) -> Result<Network, String> {
    Network::from_bytes(&read(path)?).map_err(|error| error.to_string())
}

/// What `EvalFile` means: the network in a file, or what its name stands for ([`Evaluator::from_name`]).
///
/// # Errors
/// In words, if there is no network.
pub fn evaluator(path: &str) -> Result<Evaluator, String> {
    match Evaluator::from_name(path) {
        Some(evaluator) => Ok(evaluator),
        None => load(path).map(|network| Evaluator::Network(Arc::new(network))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{PlayerSpec, SpecError};

    #[test]
    fn what_is_no_network_is_told_in_words() {
        assert!(load("/nowhere/at/all").is_err());
        assert_eq!(load("/").unwrap_err(), "it is no plain file");
        let path = std::env::temp_dir().join(format!("cutaway-no-network-{}", std::process::id()));
        let name = path.to_str().unwrap();
        std::fs::write(&path, "no network").unwrap();
        assert_eq!(load(name).unwrap_err(), "it is no network of this engine");
        // A file with a hole in it takes no space.
        File::create(&path).unwrap().set_len(1 << 40).unwrap();
        let error = load(name).unwrap_err();
        std::fs::remove_file(&path).unwrap();
        assert!(error.starts_with("it is longer than"), "{error}");
    }

    #[test]
    fn a_network_is_read_when_the_player_is_named() {
        use cutaway_eval::nnue::{BUCKETS, FEATURES, Network, Parts};
        let network = Network::from_parts(Parts {
            feature_weights: vec![1; FEATURES * 16],
            output_weights: vec![1; BUCKETS * 32],
            ..Parts::zeroed(16)
        })
        .unwrap();
        let path = std::env::temp_dir().join(format!("cutaway-spec-{}.net", std::process::id()));
        std::fs::write(&path, network.to_bytes("flat")).unwrap();
        let text = format!("self:EvalFile={},stage=12", path.display());
        let spec: Result<PlayerSpec, _> = text.parse();
        std::fs::remove_file(&path).unwrap();
        let Ok(PlayerSpec::Own(own)) = spec else {
            panic!("{spec:?}")
        };
        assert_eq!(
            own.settings.evaluator,
            Evaluator::Network(Arc::new(network))
        );
        assert!(matches!(
            text.parse::<PlayerSpec>(),
            Err(SpecError::Network { .. })
        ));
        let Ok(PlayerSpec::Own(own)) = "self:evalfile=<empty>".parse() else {
            panic!("the piece-square evaluation needs no file")
        };
        assert_eq!(own.settings.evaluator, Evaluator::PieceSquare);
        let Ok(PlayerSpec::Own(own)) = "self:stage=14,EvalFile=<built-in>".parse() else {
            panic!("the network that is built in needs no file")
        };
        assert_eq!(own.settings.evaluator, Evaluator::built_in());
    }
}
