//! The numbers of the tapered piece-square values, read by `piece_square`. They are tuned by us; change them by tuning anew.
//!
//! Data: 7.57 million quiet positions of 106,000 games that Stockfish 15.1 played against itself, 110 to 165 nodes a move,
//! with the score of each search. Neither side in check, the move played no capture and no promotion.
//!
//! Recipe: all values start from bare material and are fitted together by Adam (mini-batches of 16,384, 12 passes, step 2
//! centipawns falling to 0.02 by a cosine) so that the squared difference of sigma(value / 270) and sigma(score / 270) is
//! least, sigma being the logistic function; a very slight decay (2e-8) keeps squares that are hardly visited near the mean.
//! The game's result is not used. All values were then multiplied by 1.16, the factor at which deep scores of positions
//! that the tuning never saw are met best, so that a centipawn here is one of the teacher's: a hundred of them win half of
//! the games. Each kind's mean over the positions, weighted by phase, is its material; what is left is the square's.
//!
//! Figures: loss 0.01220, on positions of other games 0.01212. Mean squared error (K = 270) against 20,000-node scores of
//! 5,000 positions, half from games, half one or two random moves off them: 0.01388; by-hand values 0.01566. Against those
//! by-hand values, in a plain alpha-beta search of 4,000 nodes a move: +545 =189 -466, 23 Elo (6 to 40).

/// What a pawn, knight, bishop, rook, queen and king are worth wherever they stand, centipawns: opening, endgame.
#[rustfmt::skip]
pub(crate) const MATERIAL: [[i16; 2]; 6] = [
    [  63,  137], // pawn
    [ 287,  365], // knight
    [ 311,  382], // bishop
    [ 345,  634], // rook
    [ 832, 1065], // queen
    [   0,    0], // king
];

/// What each square adds, centipawns: by kind, opening and endgame, and square. Each board is written as White looks at
/// it, with a8 first and h1 last.
#[rustfmt::skip]
pub(crate) const TABLES: [[[i16; 64]; 2]; 6] = [
    // Pawn: opening, then endgame.
    [
        [
               0,    0,    0,    0,    0,    0,    0,    0,
              44,   52,   61,   64,   73,   48,   40,   21,
             -10,   41,   51,   73,   58,   80,   37,    1,
             -21,   14,   14,   33,   38,   29,   26,  -18,
             -27,    2,    6,   16,   20,   13,   13,  -18,
             -24,   -2,   -1,   -6,    1,    5,   22,  -17,
             -33,   -3,   -7,  -19,  -14,   18,   18,  -22,
               0,    0,    0,    0,    0,    0,    0,    0,
        ],
        [
               0,    0,    0,    0,    0,    0,    0,    0,
             174,  167,  132,  125,  117,  128,  133,  138,
              64,   59,   54,   33,   35,   28,   50,   38,
              18,   18,    3,   -9,  -10,   -2,   11,    7,
              -3,   -7,  -17,  -20,  -25,  -17,  -11,   -9,
             -12,   -2,  -17,   -5,   -9,  -12,   -9,  -21,
               6,    8,   11,   15,   11,    6,    3,   -9,
               0,    0,    0,    0,    0,    0,    0,    0,
        ],
    ],
    // Knight: opening, then endgame.
    [
        [
             -87,  -31,  -76,  -39,   52, -134,  -61,  -48,
              -7,   -3,   52,   46,   43,   97,    7,   21,
               9,   58,   55,   94,  110,   90,   76,   35,
              24,    9,   38,   42,   34,   62,   20,   39,
              -3,    2,   13,   15,   16,   20,   19,    9,
             -20,   -3,    4,   10,   11,    8,    8,  -10,
             -39,  -21,  -11,  -14,  -10,    6,  -14,  -26,
             -58,  -20,  -44,  -30,  -29,  -38,  -14,  -43,
        ],
        [
            -139,  -59,  -23,  -39,  -54,  -30,  -56, -117,
             -66,  -38,  -31,  -11,  -12,  -46,  -34,  -68,
             -38,  -14,   11,   -1,   -7,    1,  -10,  -39,
             -27,   26,   32,   46,   45,   28,   30,  -23,
             -19,    8,   33,   39,   39,   39,    5,  -12,
             -41,   -2,   14,   30,   32,   15,   -1,  -32,
             -43,  -29,   -5,    0,    2,   -9,  -37,  -47,
             -43,  -81,  -21,  -11,  -14,  -21,  -70,  -51,
        ],
    ],
    // Bishop: opening, then endgame.
    [
        [
             -16,  -34,  -43,  -76,  -42, -125,  -12,  -13,
             -17,   16,   19,    2,    6,   34,   28,    7,
              -5,   41,   39,   69,   72,   72,   60,   26,
               6,   14,   30,   46,   37,   47,   16,   19,
               1,    3,   16,   25,   24,   16,    8,    7,
               1,    7,    8,    8,    6,    8,    5,    1,
              13,   11,    8,   -7,   -4,    8,   13,    4,
              -3,    0,  -11,  -24,  -28,  -13,  -15,  -19,
        ],
        [
             -23,   -2,  -19,   -3,  -21,   -2,  -21,  -28,
             -27,   -8,  -12,  -17,  -16,  -32,  -27,  -45,
              -9,  -16,    0,  -23,  -14,  -11,  -30,   -9,
             -15,   20,    2,   17,   21,   -3,   22,  -20,
             -10,    8,   22,   18,   18,   23,    0,   -8,
               0,   13,   25,   22,   22,   22,   15,   -1,
             -15,   -2,   -3,    5,    7,    0,   -1,  -33,
               7,   -2,  -37,    0,   -2,  -25,   -3,   11,
        ],
    ],
    // Rook: opening, then endgame.
    [
        [
              77,   97,   85,   80,   86,   89,   89,  113,
              46,   52,   76,   86,   93,  107,   59,   88,
              33,   56,   45,   86,   87,   85,   86,   68,
               2,    5,   20,   29,   38,   37,   28,   26,
              -9,  -14,   -8,  -11,    0,   -6,    6,    0,
             -21,  -10,  -24,  -21,   -8,  -14,    4,   -7,
             -22,  -17,  -16,  -10,    2,   -1,    1,  -20,
              -8,   -4,    4,   12,   20,    5,    2,   -1,
        ],
        [
              19,    9,   16,   13,    3,    5,    9,    1,
              33,   25,   20,   21,    9,    8,   24,    5,
              11,    1,   10,  -12,   -9,   -8,  -13,   -9,
               9,   18,   13,    7,    7,    7,    7,  -10,
               2,    4,    9,    9,    8,    8,   -9,  -13,
              -1,    0,   16,   18,    7,   10,   -4,  -12,
             -11,   -4,    9,    2,    3,   -6,  -20,  -17,
             -10,    9,    8,    5,    4,   11,    5,  -32,
        ],
    ],
    // Queen: opening, then endgame.
    [
        [
             -10,   10,   42,   47,   56,   97,   47,   39,
               0,  -13,   -3,   -3,   15,   43,   42,   42,
             -21,   -5,   -1,   23,   41,   39,   37,   21,
             -14,  -29,  -18,  -10,   -6,   17,  -12,   14,
              -7,  -22,  -20,  -12,  -11,  -17,    0,  -10,
             -17,   -2,  -15,   -9,  -15,   -5,   -3,  -10,
              -9,  -12,    6,   -3,    0,    1,    2,   -7,
             -11,  -17,  -14,    2,   -4,  -24,   -7,    2,
        ],
        [
             -20,   -5,   -1,   14,   20,  -16,   -4,  -17,
              24,   62,   75,   81,   82,   64,   49,   42,
              30,   43,   68,   62,   58,   81,   78,   43,
               6,   57,   53,   88,   86,   65,   84,   45,
             -32,   15,   49,   53,   49,   50,   44,   29,
             -13,  -24,   29,   -1,   28,   28,    1,    2,
             -50,  -30,  -59,  -43,  -32,  -47,  -55,  -52,
             -43,  -71,  -64,  -78,  -85,  -82,  -83,  -81,
        ],
    ],
    // King: opening, then endgame.
    [
        [
             -55,  -30,  -24,  -50,  -54,  -29,  -20,  -41,
               1,   -5,    2,  -56,  -63,  -17,  -26,  -23,
             -36,  -33,  -78,  -91,  -98, -100,  -65,  -26,
             -52,  -92, -126, -159, -136, -108, -109,  -57,
             -87, -109, -141, -190, -202, -150, -116, -124,
             -31,  -23,  -81, -130, -130, -105,  -39,  -35,
              40,   21,  -16,  -48,  -56,  -23,    1,   17,
              30,   62,   33,  -27,   -3,  -24,   39,   42,
        ],
        [
             -67,  -23,  -11,  -27,  -21,  -15,  -23,  -48,
             -27,   58,   45,   50,   51,   60,   66,  -26,
              12,   75,   67,   63,   71,   81,   83,   12,
               4,   58,   65,   58,   58,   65,   59,    5,
             -10,   30,   40,   57,   63,   43,   32,    3,
             -18,    3,   23,   41,   41,   33,    7,  -13,
             -33,   -9,    2,   11,   17,    5,   -5,  -22,
             -19,  -34,  -30,  -42,  -52,  -23,  -25,  -32,
        ],
    ],
];
