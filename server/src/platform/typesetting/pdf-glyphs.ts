import type PDFDocument from "pdfkit";
import { pairs } from "./glyph-outlines";
import type { Line } from "./fit-lines";
import type { Cluster } from "./shape";

type Document = InstanceType<typeof PDFDocument>;
type Reference = ReturnType<Document["ref"]>;
type Box = [left: number, bottom: number, right: number, top: number];

interface Character {
  text: string;
  advance: number;
  box: Box;
  drawing: Reference;
}

interface Typeface {
  name: string;
  dictionary: Record<string, unknown>;
  reference: Reference;
  characters: Character[];
}

const MAX_CHARACTERS = 255;

/** Each cluster is a Type 3 character, so that copied text is correct where glyphs are joined, split or reordered. */
export class PdfGlyphs {
  private readonly faces: Typeface[] = [];
  private readonly codes = new Map<string, { face: Typeface; code: number }>();

  constructor(private readonly document: Document) {}

  /** Draws a line at x with the baseline at y, in points from the top left of the page. */
  write({ clusters, size }: Line, x: number, y: number, colour: string): void {
    const { document } = this;
    const { height } = document.page;
    document.save().fillColor(colour);
    // Glyph coordinates have the y axis pointing up.
    document.transform(1, 0, 0, -1, 0, height);
    document.addContent(`BT 1 0 0 1 ${decimal(x)} ${decimal(height - y)} Tm`);
    let face: Typeface | null = null;
    let codes = "";
    for (const cluster of clusters) {
      const coded = this.codeOf(cluster);
      if (coded.face !== face) {
        if (codes) document.addContent(`<${codes}> Tj`);
        document.addContent(`/${coded.face.name} ${decimal(size)} Tf`);
        codes = "";
      }
      face = coded.face;
      codes += hex(coded.code, 2);
    }
    if (codes) document.addContent(`<${codes}> Tj`);
    document.addContent("ET").restore();
  }

  end(): void {
    for (const { dictionary, reference, characters } of this.faces) {
      const sides = (side: number) => characters.map(({ box }) => box[side]!);
      const names = characters.map((_, index) => `c${index + 1}`);
      const toUnicode = this.document.ref({});
      toUnicode.end(Buffer.from(toUnicodeMapOf(characters)));
      Object.assign(dictionary, {
        FontBBox: [Math.min(...sides(0)), Math.min(...sides(1)), Math.max(...sides(2)), Math.max(...sides(3))],
        CharProcs: Object.fromEntries(characters.map(({ drawing }, index) => [names[index], drawing])),
        Encoding: { Type: "Encoding", Differences: [1, ...names] },
        LastChar: characters.length,
        Widths: characters.map(({ advance }) => advance),
        ToUnicode: toUnicode,
      });
      reference.end(undefined as never);
    }
  }

  private codeOf(cluster: Cluster): { face: Typeface; code: number } {
    const { drawing, box } = drawn(cluster);
    const key = `${cluster.text} ${drawing}`;
    const known = this.codes.get(key);
    if (known) return known;
    const last = this.faces.at(-1);
    const face = last && last.characters.length < MAX_CHARACTERS ? last : this.addFace();
    const reference = this.document.ref({});
    reference.end(Buffer.from(drawing));
    face.characters.push({ text: cluster.text, advance: rounded(cluster.advance), box, drawing: reference });
    const coded = { face, code: face.characters.length };
    this.codes.set(key, coded);
    return coded;
  }

  private addFace(): Typeface {
    const dictionary = {
      Type: "Font",
      Subtype: "Type3",
      FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
      Resources: {},
      FirstChar: 1,
    };
    const face = {
      name: `L${this.faces.length + 1}`,
      dictionary,
      reference: this.document.ref(dictionary),
      characters: [],
    };
    (this.document.page as unknown as { fonts: Record<string, Reference> }).fonts[face.name] = face.reference;
    this.faces.push(face);
    return face;
  }
}

const rounded = (value: number) => Math.round(value * 10) / 10;
const decimal = (value: number) => String(Math.round(value * 1000) / 1000);
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0");

/** Gives an empty cluster its advance as the box, so that it can be selected. */
function drawn({ glyphs, advance }: Cluster): { drawing: string; box: Box } {
  const points: [number, number][] = [];
  const commands = glyphs.flatMap(({ outline, scale, x, y }) => {
    let from: [number, number] = [0, 0];
    return outline.map(({ type, values }) => {
      const placed = pairs(values).map(([horizontal, vertical]): [number, number] => [
        x + horizontal * scale,
        y + vertical * scale,
      ]);
      points.push(...placed);
      const command = COMMANDS[type]!(from, placed);
      from = placed.at(-1) ?? from;
      return command;
    });
  });
  const [across, up] = [points.map(([horizontal]) => horizontal), points.map(([, vertical]) => vertical)];
  const box: Box =
    points.length > 0
      ? [
          Math.floor(Math.min(...across)),
          Math.floor(Math.min(...up)),
          Math.ceil(Math.max(...across)),
          Math.ceil(Math.max(...up)),
        ]
      : [0, 0, Math.ceil(advance), 0];
  return {
    drawing: `${rounded(advance)} 0 ${box.join(" ")} d1\n${commands.join("\n")}${commands.length > 0 ? "\nf" : ""}`,
    box,
  };
}

type Point = [number, number];
const joined = (points: readonly Point[]) => points.flat().map(rounded).join(" ");
const between = (from: Point, to: Point): Point => [
  from[0] + ((to[0] - from[0]) * 2) / 3,
  from[1] + ((to[1] - from[1]) * 2) / 3,
];

/** PDF has no quadratic curves, so they are converted to equivalent cubic ones. */
const COMMANDS: Record<string, (from: Point, points: Point[]) => string> = {
  M: (_, points) => `${joined(points)} m`,
  L: (_, points) => `${joined(points)} l`,
  C: (_, points) => `${joined(points)} c`,
  Q: (from, [control, to]) => `${joined([between(from, control!), between(to!, control!), to!])} c`,
  Z: () => "h",
};

/** Returns the ToUnicode CMap of the characters; at most 100 per section. */
function toUnicodeMapOf(characters: readonly Character[]): string {
  const lines = characters.map(
    ({ text }, index) =>
      `<${hex(index + 1, 2)}> <${Array.from({ length: text.length }, (_, unit) => hex(text.charCodeAt(unit), 4)).join("")}>`,
  );
  const sections = Array.from({ length: Math.ceil(lines.length / 100) }, (_, index) =>
    lines.slice(index * 100, index * 100 + 100),
  );
  return [
    "/CIDInit /ProcSet findresource begin",
    "12 dict begin",
    "begincmap",
    "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
    "/CMapName /Adobe-Identity-UCS def",
    "/CMapType 2 def",
    "1 begincodespacerange\n<00> <ff>\nendcodespacerange",
    ...sections.map((section) => `${section.length} beginbfchar\n${section.join("\n")}\nendbfchar`),
    "endcmap",
    "CMapName currentdict /CMap defineresource pop",
    "end",
    "end",
  ].join("\n");
}
