import { HOURS_TO_ANSWER } from "@conquest/shared/contracts/reports";

/** From then on what was reported is decided also without an answer; its author was last told of it at `toldAt`. */
export const answerUntil = ({ toldAt }: { toldAt: Date }): Date => new Date(toldAt.getTime() + HOURS_TO_ANSWER * 60 * 60 * 1000);
