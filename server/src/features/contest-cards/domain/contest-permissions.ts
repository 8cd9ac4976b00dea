import type { ContestPermissionsInput } from "@conquest/shared/contracts/contests";
import { message } from "@conquest/shared/contracts/text/message";
import { deny, toPermission } from "../../../platform/policy";
import { awardPermissions, canReadAwards, type AwardFacts } from "../../awards/domain/award-policy";
import { canPublishAnnouncement, canReadAnnouncements } from "../../announcements/domain/announcement-policy";
import { canManagePrivateAccess } from "../../contest-access/domain/access-policy";
import {
  NOT_YOURS,
  canEdit,
  canRemove,
  frozenFields,
  type ContestFacts,
  type ContestRelation,
} from "../../contests/domain/contest-policy";
import { canPublishEntry, canShowIfWins, canSubmit } from "../../entries/domain/entry-policy";
import { canExtend, extensionsLeft } from "../../extensions/domain/extension-policy";
import {
  canDeclareWinner,
  canPlanJudging,
  canRateEntries,
  canExportEntries,
  canReadEntries,
  canRecuse,
} from "../../judges/domain/judging-policy";
import { canJoin, canLeave } from "../../participation/domain/participation-policy";
import { canAsk } from "../../questions/domain/question-policy";
import { canReport } from "../../reports/domain/report-policy";
import { canConfirm, canDecide, canFeature, canReturnToReview } from "../../review/domain/review-policy";
import { canEnterTeam, canLeaveTeam, canManageTeam } from "../../teams/domain/team-policy";
import { canJoinWaitingList, canLeaveWaitingList } from "../../waiting-list/domain/waiting-list-policy";

const NO_ELIGIBLE_ENTRIES = deny(
  "not_eligible",
  message("No entry can win right now: everyone who submitted was blocked or removed."),
);

const NOT_ADMIN = deny("not_yours", message("Only an admin can do this."));

const NOT_PUBLIC = deny("not_public", message("This contest is hidden right now."));

export interface PermissionFacts {
  contest: ContestFacts;
  who: ContestRelation;
  /** Anyone ever joined, even for free. */
  wasJoined: boolean;
  wasPaidFor: boolean;
  /** The creator was demoted to a user, so the contest cannot be confirmed. */
  creatorIsUser: boolean;
  isPublic: boolean;
  nobodyCanWin: boolean;
  dayOfNewsSince: Date | null;
  award: AwardFacts | null;
}

/** Each operation re-checks its own policy; declaring a winner also checks the chosen entry. */
export function evaluatePermissions(
  {
    contest,
    who,
    wasJoined,
    wasPaidFor,
    creatorIsUser,
    isPublic,
    nobodyCanWin,
    dayOfNewsSince,
    award,
  }: PermissionFacts,
  now: Date,
): ContestPermissionsInput {
  const manages = who.isOwner || who.isAdmin ? null : NOT_YOURS;
  const judges = who.isJudge ? null : manages;
  const reviews = who.isAdmin ? null : NOT_ADMIN;
  // Ignores arriving entries, which settle within a minute; the operation itself checks them.
  const judgedContest = { ...contest, isArriving: false };
  const joining = canJoin(contest, who, now) ?? (isPublic ? null : NOT_PUBLIC);
  return {
    join: toPermission(joining),
    leave: toPermission(canLeave(contest, who, now)),
    joinWaitingList: toPermission(canJoinWaitingList(contest, who, now) ?? (isPublic ? null : NOT_PUBLIC)),
    leaveWaitingList: toPermission(canLeaveWaitingList(who)),
    createTeam: toPermission(canEnterTeam(contest, who, now)),
    joinTeam: toPermission(canEnterTeam(contest, who, now)),
    leaveTeam: toPermission(canLeaveTeam(contest, who, now)),
    manageTeam: toPermission(canManageTeam(contest, who, now)),
    submit: toPermission(canSubmit(contest, who, now)),
    showIfWins: toPermission(canShowIfWins(contest, who, now)),
    publishEntry: toPermission(canPublishEntry(contest, who, now)),
    edit: { ...toPermission((who.isOwner ? null : NOT_YOURS) ?? canEdit(contest)), frozen: frozenFields(contest, now) },
    remove: { ...toPermission(manages ?? canRemove(contest)), how: wasJoined ? "cancel" : "delete" },
    extend: {
      ...toPermission((who.isOwner ? null : NOT_YOURS) ?? canExtend(contest, now)),
      left: extensionsLeft(contest),
    },
    readEntries: toPermission(judges ?? canReadEntries(judgedContest, who, now)),
    exportEntries: toPermission(manages ?? canExportEntries(judgedContest, who, now)),
    rateEntries: toPermission(judges ?? canRateEntries(judgedContest, who, now)),
    planJudging: toPermission((who.isOwner ? null : NOT_YOURS) ?? canPlanJudging(contest, now)),
    recuse: toPermission(canRecuse(judgedContest, who, now)),
    declareWinner: toPermission(
      manages ?? canDeclareWinner(judgedContest, who, now) ?? (nobodyCanWin ? NO_ELIGIBLE_ENTRIES : null),
    ),
    confirm: toPermission(reviews ?? canConfirm(contest, creatorIsUser, now)),
    decide: toPermission(reviews ?? canDecide(contest)),
    returnToReview: toPermission(reviews ?? canReturnToReview(contest, wasPaidFor, now)),
    feature: toPermission(reviews ?? canFeature(contest, isPublic, now)),
    report: toPermission(canReport(contest, who, now)),
    ask: toPermission(canAsk(contest, who, now)),
    writeNews: toPermission((who.isOwner ? null : NOT_YOURS) ?? canPublishAnnouncement(contest, dayOfNewsSince, now)),
    readNews: toPermission(canReadAnnouncements(who)),
    managePrivateAccess: toPermission((who.isOwner ? null : NOT_YOURS) ?? canManagePrivateAccess(contest, now)),
    readAwards: toPermission(canReadAwards(award, who)),
    ...awardPermissions(award, who),
  };
}
