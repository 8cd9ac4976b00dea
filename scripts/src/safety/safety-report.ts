import { readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { root } from "../root";
import type { FaultResult } from "./database-faults";
import type { RestartsResult } from "./rolling-restarts";
import type { ClockResult, KillResult, OneKilledResult, ProviderResult } from "./server-faults";
import type { SiteStartsResult } from "./site-starts";

export interface SafetyStatistics {
  access?: Record<string, number>;
  inputs?: Record<string, number>;
  crowd?: Record<string, number>;
  kills?: KillResult;
  site?: SiteStartsResult;
  provider?: ProviderResult;
  two?: OneKilledResult;
  database?: (FaultResult | { fault: string; skipped: string })[];
  clock?: ClockResult;
  restarts?: RestartsResult;
  notTried?: string[];
}

const BEGIN = "<!-- figures: npm run test:safety writes what is between these lines -->";
const END = "<!-- end of the figures -->";

const row = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");
const counts = (answers: Record<string, number>) =>
  Object.entries(answers)
    .map(([status, count]) => `${status}: ${count}`)
    .join(", ");

export async function writeSafetyReport(figures: SafetyStatistics): Promise<void> {
  const file = path.join(root, "docs/safety.md");
  const text = await readFile(file, "utf8");
  const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (before < 0 || after < before) throw new Error("docs/safety.md has no place for figures.");
  await writeFile(file, `${text.slice(0, before)}${BEGIN}\n\n${reportOf(figures)}\n\n${text.slice(after)}`);
}

function reportOf({
  access,
  inputs,
  crowd,
  kills,
  site,
  provider,
  two,
  database,
  clock,
  restarts,
  notTried,
}: SafetyStatistics): string {
  const parts = [
    `${new Date().toISOString().slice(0, 10)}, ${os.cpus()[0]?.model ?? "an unknown processor"} (${os.cpus().length} cores), Node.js ${process.version}.`,
  ];
  if (access)
    parts.push(
      `**Access.** ${Object.entries(access)
        .map(([what, count]) => `${count} ${what}`)
        .join(", ")}.`,
    );
  if (inputs)
    parts.push(
      `**Inputs.** ${Object.entries(inputs)
        .map(([what, count]) => `${count} ${what}`)
        .join(", ")}.`,
    );
  if (crowd)
    parts.push(
      `**A crowd.** ${Object.entries(crowd)
        .map(([what, count]) => `${count} ${what}`)
        .join(", ")}.`,
    );
  if (kills) {
    parts.push(
      `**Kills.** The server with its embedded database, killed ${kills.kills} times while writing: ${kills.acknowledged} acknowledged, ${kills.lost} lost, ${kills.contradictions} contradictions. It recovered after ${kills.start.median} s (median; longest ${kills.start.longest} s).`,
    );
  }
  if (site) {
    parts.push(
      `**All of it killed.** \`npm start\` with its identity emulator, killed ${site.kills} times while people registered: ${site.lost} lost. It recovered after ${site.start.median} s (median; longest ${site.start.longest} s).`,
    );
  }
  if (two) {
    parts.push(
      `**One of two servers killed**, ${two.kills} times: ${two.acknowledged} acknowledged, ${two.lost} lost, ${two.contradictions} contradictions; ${two.cut} requests got no response from the killed one, ${two.refusedByTheOther} failed on the other.`,
    );
  }
  if (provider) {
    parts.push(
      `**The identity provider** unresponsive: sign-in answered ${provider.silent.status} after ${provider.silent.took} s; unreachable: ${provider.gone.status} after ${provider.gone.took} s. For other users, ${provider.othersRefused} calls failed.`,
    );
  }
  if (database) {
    const rows = database.map((result) =>
      "skipped" in result
        ? [result.fault, `not tried: ${result.skipped}`, "", "", "", "", ""]
        : [
            result.fault,
            counts(result.answers),
            result.acknowledged,
            result.lost + result.contradictions,
            result.serversDead,
            `${result.slowest} s`,
            `${result.recovered} s`,
          ],
    );
    parts.push(
      `**Faults of the database**, two servers over one PostgreSQL, under load:\n\n${table(["fault", "responses", "acknowledged", "lost or contradicting", "servers dead", "slowest response", "recovered after"], rows)}`,
    );
  }
  if (clock) {
    parts.push(
      `**A clock that is an hour ahead**, on one of two servers: ${counts(clock.answers)}; ${clock.acknowledged} acknowledged, ${clock.lost} lost, ${clock.contradictions} contradictions. A session of the correct server gets ${clock.sessionOfRightOnFast} on the fast one, a new sign-in there ${clock.signInOnFast}. Of 40 messages from one address, sent to both in turn, ${clock.letThroughByLimit} were accepted.`,
    );
  }
  if (restarts) {
    parts.push(
      `**Rolling restarts.** Two production servers behind nginx with \`deploy/nginx.conf\`, ${restarts.restarts} restarts under load: ${counts(restarts.answers)}; ${restarts.acknowledged} writes acknowledged, ${restarts.lost} lost, ${restarts.failed} requests failed; slowest response ${restarts.slowest} s. The database stopped behind them and started: ${counts(restarts.outage.answers)}; ${restarts.outage.lost} lost, ${restarts.outage.misshapen} responses that were not the site's own.`,
    );
  }
  if (notTried) parts.push(`**Not tested here:** ${notTried.join("; ")}.`);
  return parts.join("\n\n");
}
