import { sql, type SQL } from "drizzle-orm";
import { searchWords } from "../../../database/schema/contest-lists";

const MAX_LOOKED_UP_WORDS = sql.raw("8");

/** Whether each word occurs in a contest. Looks long numbers up by their last three digits, which grouping never separates. */
export const areWordsKnown = (typed: SQL) =>
  sql`(select not exists (
    select from (select part from search_words_of(${typed}) part limit ${MAX_LOOKED_UP_WORDS}) parts
    where not exists (select from ${searchWords} where ${searchWords.word} like '%' || case when part ~ '^[0-9]{4,}$' then right(part, 3) else part end || '%')))`;
