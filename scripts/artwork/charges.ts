import type { Tag } from "@conquest/shared/contracts/tags";
import type { Palette } from "./fields";

/** Draws an emblem in a square of 400 centred on the origin. */
type Charge = (colours: Palette) => string;

const path = (d: string, fill: string, more = "") => `<path fill="${fill}" d="${d}" ${more}/>`;
const line = (d: string, stroke: string, width: number, more = "") =>
  `<path fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${d}" ${more}/>`;
const box = (x: number, y: number, width: number, height: number, fill: string, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;
const disc = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
const turned = (degrees: number, drawing: string) => `<g transform="rotate(${degrees})">${drawing}</g>`;
const moved = (x: number, y: number, drawing: string) => `<g transform="translate(${x} ${y})">${drawing}</g>`;
const pixels = (rows: readonly string[], size: number, fills: Record<string, string>) =>
  rows
    .flatMap((row, y) =>
      Array.from(row, (cell, x) => {
        const fill = fills[cell];
        return fill ? box((x - row.length / 2) * size, (y - rows.length / 2) * size, size, size, fill) : "";
      }),
    )
    .join("");

const pencil = ({ main, accent, ink }: Palette) =>
  box(-38, -120, 76, 230, accent) +
  box(-12, -120, 24, 230, main) +
  path("M-38 110h76L0 190z", main) +
  path("M-16 156h32L0 190z", ink) +
  box(-38, -170, 76, 60, ink, 14);
const brush = ({ main, accent, ink }: Palette) =>
  box(-20, -190, 40, 190, main, 18) +
  box(-30, -10, 60, 60, ink) +
  path("M-30 50h60c18 60-6 100-30 140-24-40-48-80-30-140z", accent);
const star = (radius: number, fill: string) =>
  path(
    `M${Array.from({ length: 10 }, (_, point) => {
      const reach = point % 2 ? radius * 0.42 : radius;
      const angle = (point * Math.PI) / 5 - Math.PI / 2;
      return `${(reach * Math.cos(angle)).toFixed(1)} ${(reach * Math.sin(angle)).toFixed(1)}`;
    }).join(" ")}z`,
    fill,
  );
const book = (width: number, height: number, fill: string, { main, ink }: Palette) =>
  box(-width / 2, -height / 2, width, height, fill, 6) +
  box(-width / 2 + 16, -height / 2, 10, height, ink) +
  box(-width / 4, -height / 4, width / 2.2, 14, main);

export const CHARGES: Record<Tag, readonly Charge[]> = {
  "Image Design Contests": [
    (c) => turned(38, pencil(c)) + turned(-38, brush(c)),
    ({ main, accent, ink }) =>
      line("M-180 110C-150-60-80-130 0-130s150 70 180 240", ink, 12) +
      line("M-170-130h340", ink, 8) +
      [-170, 170].map((x) => disc(x, -130, 22, main) + disc(x, -130, 10, ink)).join("") +
      box(-200, 90, 44, 44, accent) +
      box(156, 90, 44, 44, accent) +
      path("M0-180 62-20 30 110h-60L-62-20z", main) +
      disc(0, -10, 16, ink) +
      line("M0 100V0", ink, 8) +
      box(-34, 110, 68, 40, accent),
    ({ main, accent, ink, second }) =>
      box(-180, -135, 360, 270, ink, 14) +
      box(-158, -113, 316, 226, main) +
      disc(88, -44, 36, accent) +
      path("M-158 113V30l90-90 86 96 50-46 90 90v33z", second) +
      path("M-158 113V64l90-60 130 109z", ink),
    ({ main, accent, ink, second }) =>
      [-60, -30, 0, 30]
        .map((angle, index) =>
          moved(
            0,
            130,
            turned(
              angle,
              box(-48, -300, 96, 320, [ink, second, accent, main][index] ?? main, 14) +
                (index === 3 ? disc(0, -12, 14, ink) + box(-30, -280, 60, 150, accent) : ""),
            ),
          ),
        )
        .join(""),
    ({ second, main, accent, ink }) =>
      disc(0, -78, 118, main) +
      disc(-78, 58, 118, accent) +
      disc(78, 58, 118, ink) +
      turned(45, box(-16, -190, 32, 250, second, 16) + path("M-16 60h32c10 44-4 70-16 92-12-22-26-48-16-92z", second)),
  ],
  "Article Writing": [
    ({ main, accent, ink }) =>
      path("M150-190C20-180-90-90-110 70l40 20c150-10 230-130 220-280z", main) +
      line("M130-170C40-90-40 0-150 180", ink, 12) +
      line("M-60 20 40 10M-10-50 90-60", ink, 8) +
      path("M-170 180h210v16h-210z", accent),
    ({ main, accent, ink }) =>
      box(-130, -190, 260, 380, main, 8) +
      path("M60-190h62l8 8v62z", accent) +
      box(-90, -130, 120, 34, ink) +
      [-66, -26, 14, 54, 94, 134]
        .map((y, index) => box(-90, y, index === 5 ? 90 : 180, 14, index === 2 ? accent : ink, 7))
        .join(""),
    ({ main, accent }) => {
      const quote = (fill: string) =>
        path(
          "M-60 90c-60 0-90-40-90-96 0-90 60-150 140-160l10 44c-46 12-72 44-74 74 50-8 84 24 84 66 0 44-30 72-70 72z",
          fill,
        );
      return moved(-20, 40, quote(main)) + moved(170, 40, quote(accent));
    },
    ({ main, accent, ink }) =>
      box(-120, -200, 240, 150, main) +
      [-160, -125, -90].map((y, i) => box(-90, y, i === 2 ? 90 : 180, 12, ink)).join("") +
      path("M-180-60h360l24 210h-408z", ink) +
      box(-190, -70, 380, 34, accent, 12) +
      [0, 1, 2]
        .map((row) =>
          Array.from({ length: 7 - row }, (_, key) =>
            disc(-126 + row * 21 + key * 42, 4 + row * 46, 15, row === 1 && key === 2 ? accent : main),
          ).join(""),
        )
        .join("") +
      disc(-196, -53, 22, main) +
      disc(196, -53, 22, main),
    ({ main, accent, ink }) =>
      path("M0-200 84-40 40 90h-80L-84-40z", main) +
      disc(0, -30, 22, ink) +
      line("M0 80V-20", ink, 10) +
      box(-56, 90, 112, 56, accent) +
      box(-40, 146, 80, 50, ink),
  ],
  "Marketing Strategy": [
    ({ main, accent, ink, second }) =>
      disc(0, 10, 180, main) +
      disc(0, 10, 134, accent) +
      disc(0, 10, 88, main) +
      disc(0, 10, 42, ink) +
      line("M0 10 170-160", ink, 14) +
      path("M140-190l8 42 42 8 40-42-42-8-8-42z", second),
    ({ main, accent, ink }) =>
      turned(
        -14,
        path("M-150-60 120-160v300L-150 40z", main) +
          box(-190, -62, 60, 104, accent, 16) +
          path("M-110 50h70l26 130h-70z", ink) +
          path("M120-166a20 20 0 0 1 30 0v312a20 20 0 0 1-30 0z", accent),
      ) + line("M180-100 214-130M196-20h44M180 56l34 30", ink, 14),
    ({ main, accent, ink }) =>
      [0, 1, 2, 3]
        .map((bar) => box(-190 + bar * 100, 130 - bar * 70, 74, 60 + bar * 70, bar === 3 ? accent : main))
        .join("") +
      line("M147-80v-120", ink, 10) +
      path("M152-200l90 34-90 34z", ink) +
      box(-210, 190, 420, 14, ink),
    ({ main, accent, ink }) =>
      path(
        "M-70 130c0-80 70-100 70-160-40 20-70 30-100 60l-36-44c30-70 70-120 156-156l-4-40c90 30 126 110 118 200-6 60-20 90-20 140z",
        main,
      ) +
      disc(14, -96, 13, ink) +
      box(-110, 130, 240, 36, accent, 10) +
      box(-130, 166, 280, 34, ink, 8),
    ({ main, accent, ink }) =>
      disc(0, 0, 190, ink) +
      disc(0, 0, 160, main) +
      path("M0-140 40 0 0 140-40 0z", accent) +
      path("M0-140 40 0h-80z", ink) +
      disc(0, 0, 16, main) +
      [0, 90, 180, 270].map((angle) => turned(angle, box(-5, -158, 10, 26, ink))).join(""),
  ],
  "Digital Advertisement Contests": [
    ({ main, accent, ink }) =>
      box(-14, 40, 28, 160, ink) +
      box(-200, -160, 400, 220, ink, 10) +
      box(-180, -140, 360, 180, main) +
      disc(-90, -50, 56, accent) +
      box(-10, -96, 160, 30, ink) +
      box(-10, -50, 110, 18, ink) +
      box(-10, -18, 80, 34, accent, 6) +
      [-140, 0, 140].map((x) => line(`M${x}-160v-30h20`, ink, 8)).join(""),
    ({ main, accent, ink, second }) =>
      box(-105, -200, 210, 400, ink, 34) +
      box(-86, -170, 172, 330, main, 10) +
      box(-66, -146, 132, 130, second, 8) +
      path("M0-40c-70-46-50-90-24-90 14 0 22 10 24 20 2-10 10-20 24-20 26 0 46 44-24 90z", accent) +
      box(-66, 6, 132, 16, ink, 8) +
      box(-66, 36, 90, 16, ink, 8) +
      box(-66, 84, 132, 46, accent, 14),
    ({ main, accent, ink }) =>
      Array.from({ length: 8 }, (_, ray) => turned(ray * 45, box(-9, -190, 18, 70, ray % 2 ? main : accent, 9))).join(
        "",
      ) +
      path(
        "M-50-70 150 20 66 54 130 130l-36 30-62-78-42 66z",
        main,
        `stroke="${ink}" stroke-width="14" stroke-linejoin="round"`,
      ),
    ({ main, accent, ink }) =>
      box(-200, -150, 400, 260, ink, 28) +
      box(-176, -126, 352, 212, main, 8) +
      path("M-46-90 70-20-46 50z", accent) +
      path("M-70 130h140l24 60h-188z", ink) +
      box(-130, 64, 260, 12, ink, 6) +
      box(-130, 64, 110, 12, accent, 6),
    ({ main, accent, ink }) =>
      turned(
        -20,
        path("M-180-90h230l140 90-140 90h-230z", main) +
          disc(110, 0, 22, ink) +
          line("M-130-30h130M-130 30h90", ink, 16),
      ) +
      line("M92-36C150-120 200-120 210-200", accent, 12) +
      moved(-110, 130, star(70, ink)),
  ],
  "Gaming Review": [
    ({ main, accent, ink }) =>
      path(
        "M-120-90h240c70 0 100 110 80 190-10 40-60 44-90 4l-30-40h-160l-30 40c-30 40-80 36-90-4-20-80 10-190 80-190z",
        main,
      ) +
      box(-130, -36, 28, 84, ink, 4) +
      box(-158, -8, 84, 28, ink, 4) +
      disc(100, -26, 18, accent) +
      disc(136, 10, 18, ink) +
      disc(64, 10, 18, ink) +
      disc(100, 46, 18, accent) +
      line("M-20-10h40", ink, 12),
    ({ main, accent, ink }) =>
      pixels(
        [
          "..a.....a..",
          "...a...a...",
          "..mmmmmmm..",
          ".mmkmmmkmm.",
          "mmmmmmmmmmm",
          "m.mmmmmmm.m",
          "m.m.....m.m",
          "...aa.aa...",
        ],
        35,
        { a: accent, m: main, k: ink },
      ),
    ({ main, accent, ink }) =>
      box(-150, 80, 300, 110, ink, 18) +
      path("M-110 80h220l-20-40h-180z", main) +
      box(-14, -120, 28, 170, main) +
      disc(0, -130, 62, accent) +
      disc(-20, -150, 16, "#fff") +
      disc(96, 134, 22, accent) +
      disc(-90, 134, 14, main) +
      disc(-40, 134, 14, main),
    ({ main, accent, ink }) =>
      pixels(
        [
          ".aaa...aaa.",
          "awwaa.aaaaa",
          "awaaaaaaaaa",
          "aaaaaaaaaaa",
          "aaaaaaaaaak",
          ".aaaaaaaak.",
          "..aaaaaak..",
          "...aaaak...",
          "....aak....",
          ".....k.....",
        ],
        36,
        { a: accent, w: main, k: ink },
      ),
    ({ main, accent, ink }) =>
      path("M0-180 170-90v180L0 180-170 90V-90z", ink) +
      path("M0-180 170-90 0 0-170-90z", main) +
      path("M-170-90 0 0v180L-170 90z", accent) +
      path("M0 0 170-90V90L0 180z", main, 'opacity="0.75"') +
      `<g fill="${ink}"><ellipse cx="0" cy="-90" rx="34" ry="18"/><ellipse cx="-115" cy="8" rx="15" ry="24"/><ellipse cx="-55" cy="92" rx="15" ry="24"/><ellipse cx="50" cy="100" rx="14" ry="22"/><ellipse cx="86" cy="44" rx="14" ry="22"/><ellipse cx="122" cy="-12" rx="14" ry="22"/></g>`,
  ],
  "Book Review": [
    ({ main, accent, ink }) =>
      path(
        "M0-110C-60-160-130-160-200-140v260c70-20 140-20 200 30 60-50 130-50 200-30v-260c-70-20-140-20-200 30z",
        ink,
      ) +
      path("M-8-92C-60-136-120-140-180-124v222c60-14 120-8 172 26z", main) +
      path("M8-92C60-136 120-140 180-124v222c-60-14-120-8-172 26z", main) +
      [-70, -30, 10]
        .map((y) => line(`M-150 ${y}q50-8 106 14`, ink, 9) + line(`M150 ${y}q-50-8-106 14`, ink, 9))
        .join("") +
      path("M110-138h50v170l-25-24-25 24z", accent),
    (c) =>
      moved(0, 140, turned(90, book(90, 380, c.ink, c))) +
      moved(-16, 46, turned(90, book(90, 320, c.accent, c))) +
      moved(20, -48, turned(90, book(90, 350, c.main, { ...c, main: c.ink, ink: c.accent }))) +
      moved(0, -128, turned(-8, path("M-60-50H60V30H-60z", c.accent) + disc(0, -10, 22, c.main))),
    (c) =>
      [
        [-150, 300, c.main],
        [-72, 360, c.accent],
        [6, 250, c.ink],
        [84, 330, c.main],
      ]
        .map(([x, height, fill]) =>
          moved(
            Number(x),
            180 - Number(height) / 2,
            box(-34, -Number(height) / 2, 68, Number(height), String(fill), 5) +
              box(-34, -Number(height) / 2 + 34, 68, 12, fill === c.ink ? c.accent : c.ink) +
              box(-34, Number(height) / 2 - 50, 68, 20, fill === c.accent ? c.main : c.accent),
          ),
        )
        .join("") +
      moved(150, 40, turned(14, box(-30, -140, 60, 280, c.accent, 5) + box(-30, -90, 60, 12, c.ink))) +
      box(-210, 180, 420, 18, c.ink, 4),
    ({ main, accent, ink }) =>
      path("M-140-190h250a30 30 0 0 1 30 30v350h-250a30 30 0 0 1-30-30z", ink) +
      path("M-110 130h250v44h-250a22 22 0 0 1 0-44z", main) +
      path("M-110-190h220a30 30 0 0 1 30 30v280h-250z", accent) +
      path("M30-190h70v170l-35-34-35 34z", main) +
      box(-76, 20, 90, 16, ink) +
      box(-76, 52, 130, 16, ink),
    ({ main, accent, ink }) =>
      disc(-104, 0, 92, ink) +
      disc(104, 0, 92, ink) +
      disc(-104, 0, 68, main) +
      disc(104, 0, 68, main) +
      line("M-20-14q20-24 40 0M-196-10l-34-60M196-10l34-60", ink, 18) +
      [-28, 0, 28]
        .map((y) => box(-146, y - 6, 84, 12, accent, 6) + box(62, y - 6, y === 28 ? 50 : 84, 12, accent, 6))
        .join(""),
  ],
  "Business Idea Concerts": [
    ({ main, accent, ink }) =>
      path("M0-190c84 0 136 60 136 130 0 78-66 100-72 166h-128c-6-66-72-88-72-166 0-70 52-130 136-130z", main) +
      line("M-40 90V10l-34-50M40 90V10l34-50M-40 10Q0 40 40 10", ink, 10) +
      box(-60, 112, 120, 26, ink, 10) +
      box(-50, 146, 100, 24, accent, 10) +
      path("M-26 176h52l-26 24z", ink),
    ({ main, accent, ink }) =>
      turned(
        32,
        path("M0-210c70 60 84 150 60 270h-120c-24-120-10-210 60-270z", main) +
          path("M0-210c32 28 50 60 60 96h-120c10-36 28-68 60-96z", accent) +
          disc(0, -50, 32, ink) +
          disc(0, -50, 18, main) +
          path("M-60 0-120 80l56 10zM60 0l60 80-56 10z", accent) +
          path("M-34 70h68L0 180z", ink) +
          path("M-18 70h36L0 130z", accent),
      ),
    ({ main, accent, ink }) =>
      path("M-70-90v-40a24 24 0 0 1 24-24h92a24 24 0 0 1 24 24v40h-32v-30h-76v30z", ink) +
      box(-190, -90, 380, 260, main, 22) +
      path("M-190-10Q0 90 190-10v36Q0 126-190 26z", ink) +
      box(-30, 20, 60, 56, accent, 8),
    ({ main, accent, ink }) =>
      line("M0 120V-40", ink, 14) +
      path("M0-20C-20-120-100-150-170-140-164-60-100-6 0-20z", main) +
      path("M0-60C10-150 80-190 160-190 164-110 100-50 0-60z", accent) +
      `<ellipse cx="0" cy="150" rx="170" ry="44" fill="${ink}"/><ellipse cx="0" cy="128" rx="170" ry="44" fill="${accent}"/><ellipse cx="0" cy="128" rx="120" ry="26" fill="${main}"/>` +
      line("M0 124V60", ink, 14),
    ({ main, accent, ink }) =>
      box(-170, -40, 340, 230, ink) +
      box(-150, -20, 300, 210, main) +
      box(-120, 30, 110, 160, ink) +
      box(30, 30, 96, 84, accent) +
      [0, 1, 2, 3, 4]
        .map((stripe) => path(`M${-200 + stripe * 80}-60h80v30a40 40 0 0 1-80 0z`, stripe % 2 ? main : accent))
        .join("") +
      path("M-170-170h340l30 110h-400z", ink) +
      box(-90, -140, 180, 44, main, 6),
  ],
  "Movie Review": [
    ({ main, accent, ink }) =>
      box(-190, -50, 380, 240, ink, 12) +
      turned(
        -10,
        path("M-190-120h380v62h-380z", main) +
          [0, 1, 2, 3].map((stripe) => path(`M${-170 + stripe * 100}-120h50l-40 62h-50z`, ink)).join(""),
      ) +
      path("M-190-50h380v50h-380z", accent) +
      [0, 1, 2, 3].map((stripe) => path(`M${-180 + stripe * 100}-50h50l30 50h-50z`, ink)).join("") +
      box(-150, 40, 180, 18, main, 9) +
      box(-150, 86, 120, 18, main, 9) +
      path("M80 50l70 42-70 42z", accent),
    ({ main, accent, ink }) =>
      disc(0, 0, 190, ink) +
      disc(0, 0, 166, main) +
      [0, 72, 144, 216, 288].map((angle) => turned(angle, disc(0, -98, 44, ink))).join("") +
      disc(0, 0, 30, accent) +
      path("M0 166q120 40 230 20v34q-130 14-230-30z", ink),
    ({ main, accent, ink }) =>
      path("M-130-60h260l-44 260H-86z", main) +
      [-78, 0, 78].map((x) => path(`M${x - 22}-60h44l${-x * 0.17} 260h${-30}z`, accent)).join("") +
      [
        [-110, -90, 44],
        [-50, -130, 52],
        [26, -140, 50],
        [92, -100, 48],
        [0, -84, 50],
        [-60, -70, 36],
        [60, -70, 36],
      ]
        .map(([x = 0, y = 0, r = 0]) => disc(x, y, r, main) + disc(x + 8, y + 6, r * 0.4, accent))
        .join("") +
      box(-140, -62, 280, 22, ink, 8),
    ({ main, accent, ink }) =>
      turned(
        -12,
        box(-120, -210, 240, 420, ink) +
          [-1, 0, 1].map((frame) => box(-72, frame * 136 - 58, 144, 116, frame === 0 ? accent : main, 6)).join("") +
          Array.from(
            { length: 8 },
            (_, hole) => box(-108, -196 + hole * 52, 22, 28, main, 5) + box(86, -196 + hole * 52, 22, 28, main, 5),
          ).join(""),
      ) + path("M-24-34 40 0l-64 34z", main),
    ({ main, accent, ink }) =>
      disc(-86, -110, 76, ink) +
      disc(66, -96, 92, ink) +
      disc(-86, -110, 30, accent) +
      disc(66, -96, 36, accent) +
      box(-180, -40, 300, 190, main, 20) +
      path("M120 10 210-40v190l-90-50z", accent) +
      box(-150, -4, 120, 30, ink, 8) +
      disc(70, 90, 22, accent) +
      line("M-60 150-120 205M0 150l60 55", ink, 16),
  ],
};
