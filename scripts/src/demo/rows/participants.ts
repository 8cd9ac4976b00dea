import type { DemoContest } from "../contests/demo-contest";
import { CREATORS, DEMO_USER, PARTICIPANTS, type CreatorName } from "../demo-people";
import type { Scene } from "./scene";

const FOLLOWERS: Record<CreatorName, number> = {
  "Mahmudul Islam": 46,
  "Arif Hossain": 44,
  "Sabbir Talukder": 43,
  "Shaila Haque": 42,
  "Rumana Yasmin": 41,
  "Nabila Karim": 35,
  "Tanvir Ahmed": 37,
  "Priyanka Sarkar": 33,
};

export const winnerOf = ({ state }: DemoContest): string | null =>
  state.is !== "completed" ? null : state.winner === "user" ? DEMO_USER.name : state.winner;

export function findParticipants(random: Scene["random"]): (demo: DemoContest) => string[] {
  const shuffled = (names: readonly string[]) =>
    names
      .map((name) => ({ name, rank: random() }))
      .sort((one, other) => one.rank - other.rank)
      .map(({ name }) => name);
  const groups = new Map<string, string[]>();

  return (demo) => {
    const { joined, demoUser, by } = demo;
    const winner = winnerOf(demo);
    const selected = new Set([...(demoUser ? [DEMO_USER.name] : []), ...(winner === null ? [] : [winner])]);
    if (!groups.has(by))
      groups.set(by, shuffled([...PARTICIPANTS, ...CREATORS.filter((name) => name !== by)]).slice(0, FOLLOWERS[by]));
    for (const name of shuffled(groups.get(by)!)) if (selected.size < joined) selected.add(name);
    return [...selected];
  };
}
