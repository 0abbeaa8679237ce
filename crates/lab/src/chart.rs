//! Charts of what was measured, as SVG text: bars with error bars, a line with error bars, courses over iterations.
//!
//! The last step of an experiment: numbers come in, a text goes out, and the caller writes it wherever it likes. Nothing
//! here measures or rounds, and no font is needed: the viewer of the chart chooses one, so widths of texts are guesses,
//! and margins are wide.

use plotters::coord::Shift;
use plotters::prelude::*;
use std::ops::Range;

const WIDTH: u32 = 800;
/// The height of charts other than bars, whose height grows with their number.
const HEIGHT: u32 = 440;
const BAR_HEIGHT: u32 = 22;
/// Sizes of letters, a little less than pixels.
const TITLE: u32 = 21;
const LETTERS: u32 = 15;
/// How many letters a line below a chart has at most, and how high it is.
const LETTERS_BELOW: usize = 100;
const LINE_HEIGHT: u32 = 20;
/// Room beside the vertical axis for values.
const VALUE_LABELS: u32 = 64;
const BLUE: RGBColor = RGBColor(46, 108, 164);
const GREY: RGBColor = RGBColor(90, 90, 90);
const COLORS: [RGBColor; 6] = [
    BLUE,
    RGBColor(200, 90, 40),
    RGBColor(60, 140, 70),
    RGBColor(140, 70, 150),
    RGBColor(120, 120, 40),
    GREY,
];

/// A measured value with its interval, to be drawn with a whisker. Ends that are not finite are drawn to the chart's edge.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// What was measured.
    pub label: String,
    /// The value; one that is not finite is not drawn, and its label stands below the chart.
    pub value: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end of its interval.
    pub high: f64,
}

/// A course: points from left to right under one name.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What the legend calls it.
    pub name: String,
    /// The points, x ascending. Those that are not finite are left out.
    pub points: Vec<(f64, f64)>,
}

/// What is written around a chart.
#[derive(Clone, Copy, Debug)]
pub struct Labels<'a> {
    /// Above it.
    pub title: &'a str,
    /// Below the horizontal axis, with the unit.
    pub x: &'a str,
    /// Beside the vertical axis, with the unit; empty for bars, whose labels stand there.
    pub y: &'a str,
    /// From what and under which conditions it was drawn: not shown, but kept in the file.
    pub about: &'a str,
}

/// Horizontal bars from zero, the first on top, each with its label and its interval as a whisker.
pub fn bars(labels: Labels, bars: &[Bar]) -> String {
    let missing = undrawn("no bar", bars);
    let bars: Vec<&Bar> = bars.iter().filter(|bar| bar.value.is_finite()).collect();
    let height = 110 + BAR_HEIGHT * bars.len().max(1) as u32;
    let across = range_with_zero(bars.iter().flat_map(|bar| [bar.value, bar.low, bar.high]));
    let label_width = 20 + 8 * bars.iter().map(|bar| bar.label.len()).max().unwrap_or(0) as u32;
    draw(height, labels.about, &missing, |root| {
        let count = bars.len().max(1) as i32;
        let mut chart = framed(root, labels.title, label_width)
            .build_cartesian_2d(across.clone(), (0..count).into_segmented())?;
        // The axis counts upwards, and the first bar shall stand on top.
        let bar_at = |row: i32| bars.get((count - 1 - row) as usize);
        let name = |row: &SegmentValue<i32>| match row {
            SegmentValue::CenterOf(row) => bar_at(*row).map_or("", |bar| &bar.label).to_string(),
            _ => String::new(),
        };
        chart
            .configure_mesh()
            .disable_y_mesh()
            .label_style(("sans-serif", LETTERS))
            .x_desc(labels.x)
            .x_label_formatter(&short)
            .y_labels(bars.len() + 1)
            .y_label_formatter(&name)
            .draw()?;
        for (row, bar) in (0..count).filter_map(|row| Some((row, bar_at(row)?))) {
            let (bottom, top) = (SegmentValue::Exact(row), SegmentValue::Exact(row + 1));
            let mut shape =
                Rectangle::new([(0.0, bottom), (bar.value, top)], BLUE.mix(0.6).filled());
            shape.set_margin(4, 4, 0, 0);
            chart.draw_series([shape])?;
            let middle = SegmentValue::CenterOf(row);
            let whisker = ErrorBar::new_horizontal(
                middle,
                bar.low.max(across.start),
                bar.value,
                bar.high.min(across.end),
                GREY.filled(),
                6,
            );
            chart.draw_series([whisker])?;
        }
        let zero = [
            (0.0, SegmentValue::Exact(0)),
            (0.0, SegmentValue::Exact(count)),
        ];
        chart.draw_series([PathElement::new(zero, GREY)])?;
        root.present()
    })
}

/// A line from value to value in the order given, each with its label on the horizontal axis and its interval.
pub fn curve(labels: Labels, points: &[Bar]) -> String {
    let ends = points.iter().flat_map(|bar| [bar.value, bar.low, bar.high]);
    let up = padded(range_of(ends));
    draw(HEIGHT, labels.about, &undrawn("no point", points), |root| {
        let count = points.len().max(1) as i32;
        let mut chart = framed(root, labels.title, VALUE_LABELS)
            .build_cartesian_2d((0..count).into_segmented(), up.clone())?;
        let name = |place: &SegmentValue<i32>| match place {
            SegmentValue::CenterOf(place) => {
                let point = points.get(*place as usize);
                point.map_or("", |point| &point.label).to_string()
            }
            _ => String::new(),
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .label_style(("sans-serif", LETTERS))
            .x_desc(labels.x)
            .y_desc(labels.y)
            .y_label_formatter(&short)
            .x_labels(points.len() + 1)
            .x_label_formatter(&name)
            .draw()?;
        let finite = || (0..).zip(points).filter(|(_, bar)| bar.value.is_finite());
        let line = finite().map(|(place, bar)| (SegmentValue::CenterOf(place), bar.value));
        chart.draw_series(LineSeries::new(line, BLUE.stroke_width(2)))?;
        chart.draw_series(finite().map(|(place, bar)| {
            ErrorBar::new_vertical(
                SegmentValue::CenterOf(place),
                bar.low.max(up.start),
                bar.value,
                bar.high.min(up.end),
                GREY.filled(),
                8,
            )
        }))?;
        root.present()
    })
}

/// Several courses over a common horizontal axis (iterations, games), with a legend.
pub fn course(labels: Labels, series: &[Series]) -> String {
    let finite = |series: &Series| -> Vec<(f64, f64)> {
        let points = series.points.iter().copied();
        points
            .filter(|(x, y)| x.is_finite() && y.is_finite())
            .collect()
    };
    let all: Vec<Vec<(f64, f64)>> = series.iter().map(finite).collect();
    let across = range_of(all.iter().flatten().map(|point| point.0));
    let up = padded(range_of(all.iter().flatten().map(|point| point.1)));
    draw(HEIGHT, labels.about, "", |root| {
        let mut chart = framed(root, labels.title, VALUE_LABELS)
            .build_cartesian_2d(across.clone(), up.clone())?;
        chart
            .configure_mesh()
            .label_style(("sans-serif", LETTERS))
            .x_desc(labels.x)
            .y_desc(labels.y)
            .x_label_formatter(&short)
            .y_label_formatter(&short)
            .draw()?;
        for ((series, points), color) in series.iter().zip(&all).zip(COLORS.iter().cycle()) {
            let color = *color;
            chart
                .draw_series(LineSeries::new(
                    points.iter().copied(),
                    color.stroke_width(2),
                ))?
                .label(&series.name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color));
        }
        chart
            .configure_series_labels()
            // The right end of the curves is where they have come to.
            .position(SeriesLabelPosition::UpperLeft)
            .label_font(("sans-serif", LETTERS))
            .background_style(WHITE.mix(0.8))
            .border_style(GREY)
            .draw()?;
        root.present()
    })
}

type DrawingResult<'a> =
    Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>>;

/// What is to be told of the bars that are not drawn; nothing if all are.
fn undrawn(what: &str, bars: &[Bar]) -> String {
    let missing = bars.iter().filter(|bar| !bar.value.is_finite());
    let labels: Vec<&str> = missing.map(|bar| bar.label.as_str()).collect();
    match labels.is_empty() {
        true => String::new(),
        false => format!("{what}, since nothing bounds it: {}", labels.join(", ")),
    }
}

/// Breaks a text between words into lines that fit below a chart.
fn lines_below(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= LETTERS_BELOW => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// Draws into a text, with a description in front and a note below.
fn draw(
    height: u32,
    about: &str,
    note: &str,
    picture: impl for<'a> Fn(&DrawingArea<SVGBackend<'a>, Shift>) -> DrawingResult<'a>,
) -> String {
    let mut text = String::new();
    {
        let note = lines_below(note);
        let below = LINE_HEIGHT * note.len() as u32;
        let root = SVGBackend::with_string(&mut text, (WIDTH, height + below)).into_drawing_area();
        let (upper, lower) = root.split_vertically(height);
        let told = || {
            note.iter().zip(0..).try_for_each(|(line, number)| {
                let at = (12, number * LINE_HEIGHT as i32);
                lower.draw(&Text::new(line.as_str(), at, ("sans-serif", LETTERS)))
            })
        };
        root.fill(&WHITE)
            .and_then(|()| told())
            .and_then(|()| picture(&upper))
            .expect("writing to a text cannot fail");
    }
    let about = about.replace('&', "&amp;").replace('<', "&lt;");
    text.replacen('>', &format!(">\n<desc>{about}</desc>"), 1)
}

/// A chart with its title above and room for the labels of both axes.
fn framed<'a, 'b>(
    root: &'a DrawingArea<SVGBackend<'b>, Shift>,
    title: &str,
    label_width: u32,
) -> ChartBuilder<'a, 'static, SVGBackend<'b>> {
    let mut chart = ChartBuilder::on(root);
    chart
        .caption(title, ("sans-serif", TITLE))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(label_width);
    chart
}

/// A number as an axis shows it: with no more decimals than it needs, and two at most.
fn short(value: &f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    // Adding zero takes the sign off a zero.
    (rounded + 0.0).to_string()
}

/// The smallest range that holds all finite values; never empty.
fn range_of(values: impl Iterator<Item = f64>) -> Range<f64> {
    let finite = values.filter(|value| value.is_finite());
    let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    match low.partial_cmp(&high) {
        Some(std::cmp::Ordering::Less) => low..high,
        Some(std::cmp::Ordering::Equal) => low - 1.0..high + 1.0,
        _ => 0.0..1.0,
    }
}

/// The same range with some room at both ends.
fn padded(range: Range<f64>) -> Range<f64> {
    let room = 0.06 * (range.end - range.start);
    range.start - room..range.end + room
}

/// A range with room that reaches zero.
fn range_with_zero(values: impl Iterator<Item = f64>) -> Range<f64> {
    padded(range_of(values.chain([0.0])))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LABELS: Labels = Labels {
        title: "What it is worth",
        x: "across",
        y: "up",
        about: "a < b & c",
    };

    fn bar(label: &str, value: f64, low: f64, high: f64) -> Bar {
        Bar {
            label: label.to_string(),
            value,
            low,
            high,
        }
    }

    /// The texts of a chart, wherever they stand.
    fn texts(svg: &str) -> Vec<&str> {
        let after = svg.split("<text").skip(1);
        after
            .filter_map(|rest| Some(rest.split_once('>')?.1.split_once("</text>")?.0.trim()))
            .collect()
    }

    /// The height at which a text of a chart stands, pixels from above.
    fn height(svg: &str, text: &str) -> i32 {
        let element = svg.split("<text").find(|rest| rest.contains(text));
        let y = element.and_then(|rest| rest.split(" y=\"").nth(1)?.split('"').next());
        y.and_then(|y| y.parse().ok()).expect("the text is there")
    }

    #[test]
    fn bars_tell_their_names_from_top_to_bottom() {
        let svg = bars(
            LABELS,
            &[
                bar("null_move", 80.0, 70.0, 90.0),
                bar("killers", -3.0, -9.0, 3.0),
            ],
        );
        for text in ["What it is worth", "across", "null_move", "killers"] {
            assert!(texts(&svg).contains(&text), "{text}: {:?}", texts(&svg));
        }
        assert!(height(&svg, "null_move") < height(&svg, "killers"));
        assert!(svg.contains("\n<desc>a &lt; b &amp; c</desc>\n"), "{svg}");
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    }

    #[test]
    fn what_has_no_finite_value_is_named_below_instead() {
        let unbounded: Vec<Bar> = (0..12)
            .map(|i| bar(&format!("technique_{i}"), f64::NAN, f64::NAN, f64::NAN))
            .collect();
        let drawn = [bar("a", 5.0, 1.0, 9.0), bar("b", 4.0, 1.0, 9.0)];
        let rectangles = |svg: &str| svg.matches("<rect").count();
        let [with, without] = [
            bars(LABELS, &[&unbounded[..], &drawn[..]].concat()),
            bars(LABELS, &drawn),
        ];
        assert_eq!(rectangles(&with), rectangles(&without));
        let told: Vec<&str> = texts(&with)
            .into_iter()
            .filter(|text| text.contains("technique_"))
            .collect();
        assert!(
            told.len() > 1 && told[0].starts_with("no bar, since nothing bounds it: technique_0, "),
            "{told:?}"
        );
        assert!(told.concat().ends_with("technique_11"), "{told:?}");
        assert!(height(&with, "no bar") > height(&with, "across"));
        assert!(!without.contains("no bar"));
        let svg = curve(LABELS, &[&drawn[..], &unbounded[..1]].concat());
        assert!(texts(&svg).contains(&"no point, since nothing bounds it: technique_0"));
        let open = bars(LABELS, &[bar("a", 5.0, f64::NEG_INFINITY, 9.0)]);
        assert!(!open.contains("inf") && !open.contains("NaN"), "{open}");
    }

    #[test]
    fn a_curve_has_its_points_on_the_axis() {
        let points: Vec<Bar> = (6..15)
            .map(|stage| {
                let rating = 100.0 * f64::from(stage);
                bar(&stage.to_string(), rating, rating - 20.0, rating + 20.0)
            })
            .collect();
        let svg = curve(LABELS, &points);
        for stage in 6..15 {
            assert!(texts(&svg).contains(&stage.to_string().as_str()), "{stage}");
        }
        assert!(svg.contains("<polyline"));
    }

    #[test]
    fn a_course_names_every_series_and_stands_gaps() {
        let series: Vec<Series> = ["base", "divisor"]
            .iter()
            .enumerate()
            .map(|(i, name)| Series {
                name: name.to_string(),
                points: vec![(0.0, i as f64), (1.0, f64::NAN), (2.0, 3.0)],
            })
            .collect();
        let svg = course(LABELS, &series);
        assert!(texts(&svg).contains(&"base") && texts(&svg).contains(&"divisor"));
        assert!(!svg.contains("NaN"));
    }

    #[test]
    fn numbers_on_an_axis_are_short() {
        let shown = [150.0, -0.5, 0.25, -0.0001, 0.30000000000000004].map(|value| short(&value));
        assert_eq!(shown, ["150", "-0.5", "0.25", "0", "0.3"]);
    }

    #[test]
    fn nothing_to_draw_is_still_a_chart() {
        for svg in [bars(LABELS, &[]), curve(LABELS, &[]), course(LABELS, &[])] {
            assert!(svg.contains("What it is worth") && !svg.contains("NaN"));
        }
    }
}
