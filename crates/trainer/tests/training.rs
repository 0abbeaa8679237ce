//! Whole trainings on small files: they learn, go on bit for bit where they were, and bear any file.

use cutaway_chess::{MoveList, Position};
use cutaway_trainer::*;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// A folder of its own for each test, empty.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// Records of random games, their scores the material on the board: something that can be learnt.
fn records(count: usize, seed: u64) -> Vec<Record> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut records = Vec::new();
    while records.len() < count {
        let mut position = Position::startpos();
        for ply in 0..random.usize(10..120) {
            let moves: MoveList = position.legal_moves();
            let all: Vec<_> = moves.iter().collect();
            let Some(&mv) = random.choice(&all) else {
                break;
            };
            position.play(mv);
            if ply > 8 && random.bool() {
                let score = material(&position);
                records.push(Record::new(&position, score, (score.signum() + 1) as u8));
            }
        }
    }
    records.truncate(count);
    records
}

fn material(position: &Position) -> i16 {
    position
        .occupied()
        .into_iter()
        .map(|square| {
            let letter = position.piece_on(square).unwrap().letter();
            let value = match letter.to_ascii_lowercase() {
                'p' => 100,
                'n' | 'b' => 300,
                'r' => 500,
                'q' => 900,
                _ => 0,
            };
            if letter.is_ascii_uppercase() {
                value
            } else {
                -value
            }
        })
        .sum()
}

fn write(path: &Path, records: &[Record]) {
    let bytes: Vec<u8> = records.iter().flat_map(|record| *record.bytes()).collect();
    std::fs::write(path, bytes).unwrap();
}

fn settings(files: Vec<PathBuf>) -> Settings {
    Settings {
        data: DataSettings {
            files,
            validation: Vec::new(),
            shuffled: false,
            games: GameFilter::default(),
            max_score: 10_000,
            holdout: 10,
            most_validation: 1000,
            seed: 5,
        },
        hidden: 32,
        batch: 100,
        passes: 2.0,
        schedule: Schedule {
            rate: 0.003,
            last: 0.05,
            warm_up: 5,
        },
        decay: 0.01,
        target: Target {
            k: 270.0,
            result_weight: 0.0,
        },
        loss: Loss { power: 2.0 },
        seed: 9,
    }
}

/// Trains to the end.
fn run(settings: &Settings, threads: usize, folder: &Path) -> Result<Trained, TrainError> {
    train(
        settings,
        threads,
        folder,
        &mut |_| ControlFlow::Continue(()),
    )
}

#[test]
fn a_network_learns() {
    let folder = folder("learns");
    let file = folder.join("a.bf");
    write(&file, &records(8000, 1));
    let mut settings = settings(vec![file]);
    settings.passes = 8.0;
    let trained = run(&settings, 2, &folder.join("run")).unwrap();
    assert!(trained.finished);
    let validation = |point: &Point| point.validation.unwrap();
    let [first, .., last] = &trained.points[..] else {
        panic!("{:?}", trained.points)
    };
    assert!(
        validation(last) < 0.01 && validation(last) < 0.5 * validation(first),
        "{first:?} {last:?}"
    );
    assert!(last.training < 0.01, "{last:?}");
    let table = std::fs::read_to_string(folder.join("run").join(CURVE)).unwrap();
    assert_eq!(table.lines().count(), trained.points.len() + 1);
    // The network that plays says the same, but for rounding.
    let network = quantize(&trained.parameters, settings.target.k).unwrap();
    let queen_up: Position = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
        .parse()
        .unwrap();
    assert!(
        network.evaluate(&queen_up) > 300,
        "{}",
        network.evaluate(&queen_up)
    );
    let target = settings.target;
    let mut batch = Batch::default();
    let data = records(500, 3);
    batch.fill(&data, &target);
    let sigma = |cp: f64| 1.0 / (1.0 + (-cp / 270.0).exp());
    // Positions of other games: much better than a network that calls everything even.
    let fresh = mean_square_error(&trained.parameters, &batch);
    let even = mean_square_error(&Parameters::zero(32), &batch);
    assert!(fresh < 0.5 * even, "{fresh} {even}");
    assert!((sigma(f64::from(network.evaluate(&queen_up))) - sigma(900.0)).abs() < 0.2);
}

#[test]
fn a_training_goes_on_bit_for_bit() {
    let folder = folder("goes-on");
    let files = [folder.join("a.bf"), folder.join("b.bf")];
    write(&files[0], &records(5000, 1));
    write(&files[1], &records(4000, 2));
    for (shuffled, threads) in [(false, 1), (false, 3), (true, 2)] {
        let mut settings = settings(files.to_vec());
        settings.data.shuffled = shuffled;
        let name = |what: &str| folder.join(format!("{what}-{shuffled}-{threads}"));
        let whole = run(&settings, threads, &name("whole")).unwrap();
        // Stopped at several batches, checkpoint or not, as a killed one would be.
        let mut stops = [3u64, 64, 70, 100, 128].into_iter();
        loop {
            let stop = stops.next().unwrap_or(u64::MAX);
            let part = train(
                &settings,
                threads,
                &name("parts"),
                &mut |progress| match progress {
                    Progress::Batch { done, .. } if done >= stop => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                },
            );
            let part = part.unwrap();
            if part.finished {
                assert!(part.parameters == whole.parameters);
                assert_eq!(part.points, whole.points);
                break;
            }
        }
        // A third call has nothing to do, and gives the same.
        assert!(run(&settings, threads, &name("parts")).unwrap().parameters == whole.parameters);
    }
}

#[test]
fn a_folder_is_for_one_training_at_a_time() {
    let folder = folder("locked");
    let file = folder.join("a.bf");
    write(&file, &records(500, 1));
    let (settings, run_folder) = (settings(vec![file]), folder.join("run"));
    let mut second = None;
    let first = train(&settings, 1, &run_folder, &mut |progress| {
        if let Progress::Batch { done: 1, .. } = progress {
            second = Some(run(&settings, 1, &run_folder));
        }
        ControlFlow::Continue(())
    });
    assert!(first.unwrap().finished);
    let error = second.unwrap().unwrap_err();
    assert!(
        error.to_string().contains("another training is under way"),
        "{error}"
    );
    assert!(run(&settings, 1, &run_folder).is_ok());
}

#[test]
fn another_training_s_checkpoint_is_left_alone() {
    let folder = folder("other");
    let file = folder.join("a.bf");
    write(&file, &records(2000, 1));
    let mut settings = settings(vec![file.clone()]);
    let run_folder = folder.join("run");
    run(&settings, 1, &run_folder).unwrap();
    settings.decay = 0.02;
    let error = run(&settings, 1, &run_folder).unwrap_err();
    assert!(error.to_string().contains("`decay` was 0.01"), "{error}");
    settings.decay = 0.01;
    let path = run_folder.join(CHECKPOINT);
    let good = std::fs::read(&path).unwrap();
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..200 {
        let mut bytes = good.clone();
        match random.bool() {
            true => bytes.truncate(random.usize(..good.len())),
            false => bytes[random.usize(..good.len())] ^= 1 << random.u8(0..8),
        }
        std::fs::write(&path, bytes).unwrap();
        let error = run(&settings, 1, &run_folder).unwrap_err();
        assert!(matches!(error, TrainError::Checkpoint { .. }), "{error}");
    }
}

#[test]
fn data_that_has_changed_is_noticed() {
    let folder = folder("changed");
    let file = folder.join("a.bf");
    let mut all = records(2000, 1);
    for shuffled in [false, true] {
        let mut settings = settings(vec![file.clone()]);
        settings.data.shuffled = shuffled;
        let run_folder = folder.join(format!("run-{shuffled}"));
        let told = || run(&settings, 1, &run_folder).unwrap_err().to_string();
        write(&file, &all);
        run(&settings, 1, &run_folder).unwrap();
        write(&file, &all[1..]);
        assert!(
            told().contains("had [64000] bytes and have [63968] now"),
            "{}",
            told()
        );
        // As long as before, with one position fewer to learn from.
        if shuffled {
            all[0] = Record::new(&Position::startpos(), 15_000, 2);
            write(&file, &all);
            assert!(told().contains("positions to learn from"), "{}", told());
        }
    }
}

#[test]
fn every_record_is_seen_once_a_pass() {
    let folder = folder("once");
    let files = [folder.join("a.bf"), folder.join("b.bf")];
    let mut all = records(3000, 4);
    all.sort_unstable_by_key(|record| *record.bytes());
    all.dedup();
    write(&files[0], &all[..1100]);
    write(&files[1], &all[1100..]);
    let data = DataSet::prepare(
        &settings(files.to_vec()).data,
        &folder.join("work"),
        &mut |_, _| {},
    )
    .unwrap();
    let mut again = DataSettings {
        shuffled: true,
        ..settings(files.to_vec()).data
    };
    let direct = DataSet::prepare(&again, &folder.join("none"), &mut |_, _| {}).unwrap();
    assert_eq!(data.training, direct.training);
    assert_eq!(data.validation.len(), direct.validation.len());
    assert_eq!(data.training as usize + data.validation.len(), all.len());
    assert!(
        (200..400).contains(&data.validation.len()),
        "{}",
        data.validation.len()
    );
    // Equal positions are on one side.
    let mut bucket = std::fs::read(folder.join("work/bucket-000.bf")).unwrap();
    let (scattered, []) = bucket.as_chunks_mut::<32>() else {
        panic!()
    };
    scattered.sort_unstable();
    assert!(
        data.validation
            .iter()
            .all(|record| scattered.binary_search(record.bytes()).is_err())
    );
    assert!(scattered.iter().all(|bytes| {
        all.binary_search_by_key(bytes, |record| *record.bytes())
            .is_ok()
    }));
    again.max_score = 50;
    let limited = DataSet::prepare(&again, &folder.join("none"), &mut |_, _| {}).unwrap();
    let decided = all
        .iter()
        .filter(|record| record.score().abs() > 50)
        .count();
    assert_eq!(limited.left_out.total() as usize, decided);
    assert_eq!(limited.left_out.score as usize, decided);
}

/// Nothing that is read may be neither used nor counted.
#[test]
fn every_position_is_accounted_for() {
    let folder = folder("accounted");
    let files = [folder.join("a.bf"), folder.join("b.bf")];
    let all = records(2000, 4);
    write(&files[0], &all[..1500]);
    write(&files[1], &all[1500..]);
    let beyond = |score: u16| {
        all.iter()
            .filter(move |record| record.score().unsigned_abs() > score)
    };
    for shuffled in [false, true] {
        let mut settings = DataSettings {
            shuffled,
            max_score: 300,
            most_validation: 10,
            ..settings(files.to_vec()).data
        };
        let data = DataSet::prepare(&settings, &folder.join("work"), &mut |_, _| {}).unwrap();
        let used = data.training as usize + data.validation.len();
        assert_eq!(used + data.left_out.total() as usize, all.len());
        assert_eq!(data.left_out.score as usize, beyond(300).count());
        assert!(data.left_out.spare > 50, "{}", data.left_out);
        // The same with a file for validation alone.
        settings.validation = vec![settings.files.pop().unwrap()];
        let data = DataSet::prepare(&settings, &folder.join("work"), &mut |_, _| {}).unwrap();
        let used = data.training as usize + data.validation.len();
        assert_eq!(used + data.left_out.total() as usize, all.len());
        assert_eq!(data.left_out.score as usize, beyond(300).count());
    }
}

#[test]
fn what_is_wrong_is_told() {
    let folder = folder("wrong");
    let good = folder.join("good.bf");
    write(&good, &records(500, 1));
    let told = |file: &str, change: &dyn Fn(&mut Settings)| {
        let mut settings = settings(vec![good.clone(), folder.join(file)]);
        change(&mut settings);
        run(&settings, 1, &folder.join("run"))
            .unwrap_err()
            .to_string()
    };
    assert!(told("none.bf", &|_| {}).contains("none.bf"));
    std::fs::write(folder.join("a.txt"), "x").unwrap();
    assert!(told("a.txt", &|_| {}).contains("the name of a file of bulletformat"));
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let name = std::ffi::OsStr::from_bytes(b"\xFF.bf");
        let named = |settings: &mut Settings| settings.data.files[1] = PathBuf::from(name);
        assert!(told("good.bf", &named).contains("a name in UTF-8"));
    }
    std::fs::write(folder.join("cut.bf"), [0; 40]).unwrap();
    assert!(told("cut.bf", &|_| {}).contains("40 bytes are no whole number"));
    std::fs::write(folder.join("zero.bf"), [0; 64]).unwrap();
    assert!(told("zero.bf", &|_| {}).contains("zero.bf, record 1: 0 men"));
    assert!(told("zero.bf", &|settings| settings.data.shuffled = true).contains("record 1"));
    std::fs::write(folder.join("cut.vf"), [0; 40]).unwrap();
    assert!(told("cut.vf", &|_| {}).contains("cut.vf, game 1: its start position"));
    assert!(told("good.bf", &|settings| settings.batch = 5000).contains("a smaller batch"));
    assert!(told("good.bf", &|settings| settings.hidden = 48).contains("multiple of 32"));
    for k in [0.4, 270.5, 10_001.0, f32::NAN] {
        assert!(told("good.bf", &|settings| settings.target.k = k).contains("K must be a whole"));
    }
}

#[test]
fn no_mutation_of_a_file_brings_a_training_down() {
    let folder = folder("mutations");
    let file = folder.join("a.bf");
    let good: Vec<u8> = records(120, 1)
        .iter()
        .flat_map(|record| *record.bytes())
        .collect();
    let mut random = fastrand::Rng::with_seed(8);
    let (mut refused, mut trained) = (0, 0);
    for round in 0..1000 {
        let mut bytes = good.clone();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(..bytes.len());
            match random.u8(0..5) {
                0 | 1 => bytes[at] ^= 1 << random.u8(0..8),
                2 => bytes[at] = random.u8(..),
                3 => drop(bytes.remove(at)),
                _ => bytes.truncate(at.next_multiple_of(32)),
            }
        }
        std::fs::write(&file, bytes).unwrap();
        let mut settings = settings(vec![file.clone()]);
        settings.batch = 16;
        settings.hidden = 32;
        settings.passes = 1.0;
        settings.data.shuffled = round % 2 == 0;
        let run_folder = folder.join("run");
        let _ = std::fs::remove_dir_all(&run_folder);
        match run(&settings, 1, &run_folder) {
            Ok(_) => trained += 1,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
            }
        }
    }
    // A score or a man's square may change unnoticed; most other changes make no position.
    assert!(refused > 300 && trained > 100, "{refused} {trained}");
}
