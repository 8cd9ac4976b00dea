import { REPORT_ANSWER_HOURS } from "@conquest/shared/contracts/reports";

/** From then on what was reported is decided also without an answer; its author was last told of it at `toldAt`. */
export const answerUntil = ({ toldAt }: { toldAt: Date }): Date =>
  new Date(toldAt.getTime() + REPORT_ANSWER_HOURS * 60 * 60 * 1000);
