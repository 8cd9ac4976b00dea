import type { Tag } from "@conquest/shared/contracts/tags";
import type { Palette } from "./fields";

const DEEP = "#0a3a2d";
const NIGHT = "#14212b";
const PAPER = "#f6f1e4";
const GOLD = "#f3b731";
const FLAG = "#e4472b";
const TEAL = "#3fa684";
const MINT = "#bfe3d0";
const SKY = "#a9d3e8";
const BLUE = "#2456c7";
const PINK = "#f4b3bd";
const ROSE = "#cf2f74";
const SAND = "#e9cf9f";
const BROWN = "#6b3b23";
const CYAN = "#18a5b8";

const of = (ground: string, second: string, main: string, accent: string, ink: string): Palette => ({
  ground,
  second,
  main,
  accent,
  ink,
});

/** Five palettes for each tag, close to the tag's colour on the site. */
export const PALETTES: Record<Tag, readonly Palette[]> = {
  "Image Design Contests": [
    of("#ef6a3a", "#f58a5a", PAPER, GOLD, DEEP),
    of(PAPER, "#f7c9a8", "#ffffff", "#ef6a3a", DEEP),
    of(DEEP, "#ef6a3a", PAPER, GOLD, "#06231b"),
    of(GOLD, "#ef6a3a", PAPER, TEAL, NIGHT),
    of("#f7c9a8", PAPER, "#ef6a3a", GOLD, BLUE),
  ],
  "Article Writing": [
    of(BLUE, "#3b6fe0", PAPER, GOLD, NIGHT),
    of(SKY, PAPER, "#ffffff", FLAG, BLUE),
    of(NIGHT, BLUE, PAPER, SKY, "#0a1219"),
    of(PAPER, SKY, "#ffffff", BLUE, NIGHT),
    of("#3b6fe0", NIGHT, PAPER, GOLD, "#0a1219"),
  ],
  "Marketing Strategy": [
    of(GOLD, "#f8cf6c", PAPER, FLAG, DEEP),
    of(DEEP, GOLD, PAPER, FLAG, "#06231b"),
    of("#f8cf6c", PAPER, "#ffffff", FLAG, DEEP),
    of(PAPER, GOLD, DEEP, FLAG, NIGHT),
    of("#c98a00", GOLD, PAPER, FLAG, DEEP),
  ],
  "Digital Advertisement Contests": [
    of(ROSE, "#e0568f", PAPER, GOLD, NIGHT),
    of(PINK, PAPER, "#ffffff", ROSE, "#3d1030"),
    of("#3d1030", ROSE, PAPER, GOLD, "#220619"),
    of(PAPER, PINK, "#ffffff", ROSE, "#3d1030"),
    of(GOLD, ROSE, PAPER, PINK, "#3d1030"),
  ],
  "Gaming Review": [
    of(NIGHT, "#1e3442", CYAN, GOLD, "#0a1219"),
    of(CYAN, "#46c0cf", PAPER, FLAG, NIGHT),
    of("#0d5f6b", CYAN, PAPER, GOLD, NIGHT),
    of("#b5e4e8", PAPER, CYAN, FLAG, NIGHT),
    of(NIGHT, CYAN, PAPER, FLAG, "#0a1219"),
  ],
  "Book Review": [
    of(BROWN, "#8a5334", PAPER, GOLD, "#331709"),
    of(SAND, PAPER, "#ffffff", FLAG, BROWN),
    of("#331709", SAND, PAPER, FLAG, "#200d04"),
    of(PAPER, SAND, "#ffffff", "#8a5334", "#331709"),
    of("#b97b4b", SAND, PAPER, DEEP, "#331709"),
  ],
  "Business Idea Concerts": [
    of(TEAL, "#5bbd9c", PAPER, GOLD, DEEP),
    of(DEEP, "#115040", PAPER, GOLD, "#06231b"),
    of(MINT, PAPER, "#ffffff", TEAL, DEEP),
    of("#2b9c4c", DEEP, PAPER, GOLD, "#06231b"),
    of(PAPER, MINT, "#ffffff", GOLD, DEEP),
  ],
  "Movie Review": [
    of("#8f1626", "#b3263a", PAPER, GOLD, "#2a060c"),
    of("#2a060c", "#8f1626", PAPER, GOLD, "#160205"),
    of(PAPER, "#e9b9b4", "#ffffff", "#b3263a", "#2a060c"),
    of(GOLD, "#8f1626", PAPER, FLAG, "#2a060c"),
    of("#b3263a", "#2a060c", PAPER, GOLD, "#160205"),
  ],
};
