//! The numbers of stages on the command line. What the stages are is told by the search.

use cutaway_search::STAGES;

/// The number of a stage that plays.
///
/// ```
/// use cutaway_lab::stage::parse;
/// assert_eq!(parse("14"), Ok(14));
/// assert!(parse("3").is_err(), "before chapter 4 there is no search");
/// ```
///
/// # Errors
/// What it should have been.
pub fn parse(text: &str) -> Result<u8, String> {
    let number = text.parse().ok();
    number
        .filter(|number| STAGES.contains(number))
        .ok_or_else(|| {
            let numbers: Vec<String> = STAGES.iter().map(u8::to_string).collect();
            format!("one of the stages {}", numbers.join(", "))
        })
}
