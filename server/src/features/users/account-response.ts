import type { Account } from "@conquest/shared/contracts/users";
import type { AccountRow } from "./users-repository";

export const toAccount = (user: AccountRow): Account => ({
  _id: user.id,
  name: user.name,
  email: user.email ?? "",
  image: user.image,
  status: user.status,
  blockedBecause: user.status === "blocked" ? user.refusedBecause : "",
  role: user.requestedAt ? "requested" : user.role,
  requestedAt: user.requestedAt?.toISOString() ?? null,
  roleAnswer:
    user.roleAnswer && user.roleAnsweredAt
      ? { answer: user.roleAnswer, reason: user.roleAnswerReason, at: user.roleAnsweredAt.toISOString() }
      : null,
  createdAt: user.createdAt.toISOString(),
  takesPart: user.takesPart,
  isJudge: user.isJudge,
  isOwner: user.isOwner,
});
