//! Rules about the crates, checked from `cargo metadata`: who may import whom, and what nobody may import.

use serde_json::Value;

use super::Finding;

/// The house, bottom up: each package of the project with those it may import. A package that is not listed here has no
/// place in the house yet.
const HOUSE: &[(&str, &[&str])] = &[
    ("cutaway-chess", &[]),
    ("cutaway-eval", &["cutaway-chess"]),
    ("cutaway-search", &["cutaway-eval", "cutaway-chess"]),
    (
        "cutaway-protocol",
        &["cutaway-search", "cutaway-eval", "cutaway-chess"],
    ),
    (
        "cutaway-lab",
        &[
            "cutaway-protocol",
            "cutaway-search",
            "cutaway-eval",
            "cutaway-chess",
        ],
    ),
    ("cutaway-trainer", &["cutaway-eval", "cutaway-chess"]),
    (
        "cutaway-wasm",
        &[
            "cutaway-protocol",
            "cutaway-search",
            "cutaway-eval",
            "cutaway-chess",
        ],
    ),
    (
        "cutaway",
        &[
            "cutaway-lab",
            "cutaway-trainer",
            "cutaway-protocol",
            "cutaway-search",
            "cutaway-eval",
            "cutaway-chess",
        ],
    ),
    ("cutaway-launcher", &[]),
    ("xtask", &[]),
];

/// Crates from outside that only tests may import, wherever they are: they check our answers.
const FOR_TESTS: &[&str] = &[
    "shakmaty",
    "shakmaty-syzygy",
    "pyrrhic-rs",
    "cozy-chess",
    "proptest",
    "trycmd",
    "divan",
];

/// The room that may import some of them all the same, to read tablebases.
const READS_TABLES: (&str, &[&str]) = ("cutaway-lab", &["shakmaty", "shakmaty-syzygy"]);

/// Settings files and their formats are no business of what plays.
const FOR_SETTINGS: &[&str] = &["serde", "serde_json", "toml"];

/// Project crates import each other only as the house allows, in tests too.
pub fn edges(metadata: &Value) -> Vec<Finding> {
    let mut findings = Vec::new();
    for package in packages(metadata) {
        let name = text(package, "name");
        let Some((_, allowed)) = HOUSE.iter().find(|(room, _)| *room == name) else {
            findings.push(Finding::new(
                name,
                0,
                "has no place in the house (see HOUSE in xtask/src/tidy/crates.rs)",
            ));
            continue;
        };
        for (import, _) in imports(package) {
            if HOUSE.iter().any(|(room, _)| *room == import) && !allowed.contains(&import) {
                findings.push(Finding::new(
                    name,
                    0,
                    format!("must not import {import}: it lies above or beside"),
                ));
            }
        }
    }
    findings
}

/// `chess` imports nothing; what plays imports no settings formats; oracles and test tools stay in tests.
pub fn outside(metadata: &Value) -> Vec<Finding> {
    let mut findings = Vec::new();
    for package in packages(metadata) {
        let name = text(package, "name");
        for (import, kind) in imports(package).filter(|(_, kind)| *kind != "dev") {
            let why = if name == "cutaway-chess" {
                "the rules of chess need no other crate"
            } else if READS_TABLES.0 == name && READS_TABLES.1.contains(&import) {
                continue;
            } else if FOR_TESTS.contains(&import) {
                "it belongs under [dev-dependencies]"
            } else if FOR_SETTINGS.contains(&import)
                && ["cutaway-eval", "cutaway-search"].contains(&name)
            {
                "settings are read above the search"
            } else {
                continue;
            };
            findings.push(Finding::new(
                name,
                0,
                format!("must not have {import} as {kind} dependency: {why}"),
            ));
        }
    }
    findings
}

/// No package has features, not even the one that an optional dependency makes: each would double the programs that
/// nobody tests. Behaviour is switched at run time.
pub fn features(metadata: &Value) -> Vec<Finding> {
    let mut findings = Vec::new();
    for package in packages(metadata) {
        for feature in package["features"].as_object().into_iter().flatten() {
            let words = format!(
                "has the feature {:?}: behaviour is switched at run time",
                feature.0
            );
            findings.push(Finding::new(text(package, "name"), 0, words));
        }
    }
    findings
}

fn packages(metadata: &Value) -> impl Iterator<Item = &Value> {
    metadata["packages"].as_array().into_iter().flatten()
}

/// Name and kind (normal, dev, build) of each dependency of `package`.
fn imports(package: &Value) -> impl Iterator<Item = (&str, &str)> {
    let all = package["dependencies"].as_array().into_iter().flatten();
    all.map(|import| {
        (
            text(import, "name"),
            import["kind"].as_str().unwrap_or("normal"),
        )
    })
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn package(name: &str, imports: &[(&str, Option<&str>)]) -> Value {
        let imports: Vec<Value> = imports
            .iter()
            .map(|(name, kind)| json!({ "name": name, "kind": kind }))
            .collect();
        json!({ "packages": [{ "name": name, "dependencies": imports, "features": {} }] })
    }

    #[test]
    fn downward_edges_pass() {
        let search = package(
            "cutaway-search",
            &[
                ("cutaway-eval", None),
                ("cutaway-chess", None),
                ("anything", None),
            ],
        );
        assert_eq!(edges(&search), []);
    }

    #[test]
    fn upward_edges_fail_in_tests_too() {
        assert_eq!(
            edges(&package("cutaway-search", &[("cutaway-protocol", None)])).len(),
            1
        );
        assert_eq!(
            edges(&package(
                "cutaway-chess",
                &[("cutaway-search", Some("dev"))]
            ))
            .len(),
            1
        );
        assert_eq!(
            edges(&package("xtask", &[("cutaway-chess", None)])).len(),
            1
        );
        assert_eq!(
            edges(&package("cutaway-protocol", &[("cutaway-lab", None)])).len(),
            1
        );
    }

    #[test]
    fn a_stranger_has_no_place() {
        assert_eq!(edges(&package("cutaway-attic", &[])).len(), 1);
    }

    #[test]
    fn chess_imports_nothing_but_for_its_tests() {
        assert_eq!(
            outside(&package("cutaway-chess", &[("proptest", Some("dev"))])),
            []
        );
        assert_eq!(
            outside(&package("cutaway-chess", &[("fastrand", None)])).len(),
            1
        );
        assert_eq!(
            outside(&package("cutaway-chess", &[("cc", Some("build"))])).len(),
            1
        );
    }

    #[test]
    fn oracles_and_settings_stay_where_they_belong() {
        assert_eq!(
            outside(&package(
                "cutaway-lab",
                &[
                    ("serde_json", None),
                    ("shakmaty", None),
                    ("cozy-chess", Some("dev"))
                ]
            )),
            []
        );
        assert_eq!(
            outside(&package("cutaway-protocol", &[("shakmaty", None)])).len(),
            1
        );
        assert_eq!(
            outside(&package("cutaway-lab", &[("cozy-chess", None)])).len(),
            1
        );
        assert_eq!(
            outside(&package("cutaway-search", &[("serde", None)])).len(),
            1
        );
    }

    #[test]
    fn a_feature_is_found() {
        let mut metadata = package("cutaway-eval", &[]);
        assert_eq!(features(&metadata), []);
        metadata["packages"][0]["features"]["fast"] = json!([]);
        assert_eq!(features(&metadata).len(), 1);
    }
}
