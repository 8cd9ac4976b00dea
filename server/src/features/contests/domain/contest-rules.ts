import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { acceptedRules, ContestRules, shownRules } from "@conquest/shared/contracts/rules";
import { contests } from "../../../database/schema/contests";
import { countryOf } from "../../../platform/text/message-values";
import type { ViewerInStatement } from "./contest-visibility";

export const toShownRules = (rules: ContestRules | null, version: number): z.input<typeof shownRules> | null =>
  rules && { ...rules, version, countryNames: rules.countries.map(nameOf) };

const nameOf = (code: string) => ({ text: "{country}", values: { country: countryOf(code) } });

interface AcceptedRow {
  at: string;
  version: number;
  rules: ContestRules | null;
}

/** Column of `contests`: what the viewer accepted when joining last, with the rules if they have changed since. */
export const acceptedRulesOf = (viewer: ViewerInStatement) =>
  viewer
    ? sql<AcceptedRow | null>`case when ${contests.rulesVersion} > 0 then (
        select json_build_object('at', p.paid_at, 'version', p.rules_version,
          'rules', case when p.rules_version <> ${contests.rulesVersion} then accepted.rules end)
        from participations p join contest_rules accepted on accepted.contest_id = p.contest_id and accepted.version = p.rules_version
        where p.contest_id = ${contests.id} and p.user_id = ${viewer.id}
        order by p.paid_at desc limit 1) end`
    : sql<null>`null`;

export const toAcceptedRules = (row: AcceptedRow | null): z.input<typeof acceptedRules> | null =>
  row && { at: new Date(row.at).toISOString(), version: row.version, rules: toShownRules(row.rules, row.version) };
