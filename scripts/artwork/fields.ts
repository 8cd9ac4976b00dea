/** The colours of one flag; `ink` is the darkest, for lines and holes. */
export interface Palette {
  ground: string;
  second: string;
  main: string;
  accent: string;
  ink: string;
}

/** A divided field of 1280 × 720 with the centre and width of its charge. */
export interface Field {
  draw: (colours: Palette) => string;
  x: number;
  y: number;
  size: number;
}

const rect = (x: number, y: number, width: number, height: number, fill: string) =>
  `<path fill="${fill}" d="M${x} ${y}h${width}v${height}h${-width}z"/>`;
const disc = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
const shape = (path: string, fill: string) => `<path fill="${fill}" d="${path}"/>`;
const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const round = (value: number) => Math.round(value * 10) / 10;

/** Divisions of the field, named in heraldic terms. */
export const FIELDS: readonly Field[] = [
  {
    // A sun of rays behind the charge.
    draw: ({ ground, second }) =>
      rect(0, 0, 1280, 720, ground) +
      range(12)
        .map((ray) => {
          const at = (angle: number) => `${round(640 + 900 * Math.cos(angle))} ${round(360 + 900 * Math.sin(angle))}`;
          const from = (ray * Math.PI) / 6;
          return shape(`M640 360 ${at(from)} ${at(from + Math.PI / 12)}z`, second);
        })
        .join("") +
      disc(640, 360, 262, ground),
    x: 640,
    y: 360,
    size: 440,
  },
  {
    // A triangle at the hoist, the charge in the fly.
    draw: ({ ground, second, accent }) =>
      rect(0, 0, 1280, 720, ground) +
      shape("M0 0 520 360 0 720z", second) +
      shape("M0 120 347 360 0 600z", accent) +
      shape("M0 240 173 360 0 480z", ground),
    x: 860,
    y: 360,
    size: 540,
  },
  {
    // Per bend: two halves along the diagonal.
    draw: ({ ground, second, accent }) =>
      rect(0, 0, 1280, 720, ground) + shape("M0 720 1280 0v720z", second) + shape("M0 720 1280 0v90L160 720z", accent),
    x: 640,
    y: 350,
    size: 500,
  },
  {
    // A large roundel, off the centre.
    draw: ({ ground, second }) => rect(0, 0, 1280, 720, ground) + disc(540, 360, 430, second),
    x: 540,
    y: 360,
    size: 560,
  },
  {
    // Summits, the charge rising behind them like a sun.
    draw: ({ ground, second, accent }) =>
      rect(0, 0, 1280, 720, ground) +
      disc(640, 330, 290, second) +
      shape("M0 720v-70l230-190 160 120 130-70 210 210z", accent) +
      shape("M560 720l240-150 120 60 190-180 170 140v130z", accent),
    x: 640,
    y: 320,
    size: 430,
  },
  {
    // Waves below.
    draw: ({ ground, second, accent }) => {
      const wave = (y: number) => `M0 ${y}${"q40 -44 80 0t80 0".repeat(8)}V720H0z`;
      return (
        rect(0, 0, 1280, 720, ground) + shape(wave(500), second) + shape(wave(570), accent) + shape(wave(640), second)
      );
    },
    x: 640,
    y: 290,
    size: 480,
  },
  {
    // A swallowtail pennant across the field.
    draw: ({ ground, second, accent }) =>
      rect(0, 0, 1280, 720, ground) +
      shape("M0 70h1210l-190 290 190 290H0z", second) +
      shape("M0 70h46v580H0z", accent),
    x: 560,
    y: 360,
    size: 500,
  },
  {
    // A chequered half.
    draw: ({ ground, second, accent }) =>
      rect(0, 0, 1280, 720, ground) +
      range(18)
        .map((cell) =>
          rect(
            800 + (cell % 3) * 160,
            Math.floor(cell / 3) * 120,
            160,
            120,
            ((cell % 3) + Math.floor(cell / 3)) % 2 ? second : accent,
          ),
        )
        .join(""),
    x: 420,
    y: 360,
    size: 540,
  },
  {
    // Pales: upright stripes, a banner hanging in the middle.
    draw: ({ ground, second, accent }) =>
      rect(0, 0, 1280, 720, ground) +
      range(4)
        .map((stripe) => rect(80 + stripe * 320, 0, 160, 720, accent))
        .join("") +
      shape("M350 0h580v640L640 560 350 640z", second),
    x: 640,
    y: 290,
    size: 440,
  },
  {
    // Chevrons pointing up.
    draw: ({ ground, second, accent }) =>
      rect(0, 0, 1280, 720, ground) +
      shape("M0 560 640 60l640 500v160H0z", second) +
      shape("M0 720v-40l640-480 640 480v40h-90L640 310 90 720z", accent),
    x: 640,
    y: 470,
    size: 400,
  },
];
