import { eq } from "drizzle-orm";
import { deleteUser, requestRole, updateUser, withdrawRoleRequest } from "@conquest/shared/contracts/users";
import { notices } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import { testServer, describeOnPostgres } from "../../testing/test-server";
import { withRowLocked } from "../../testing/races";

describeOnPostgres("concurrent user changes", () => {
  const site = testServer({ needsPostgres: true });

  it("leaves one of two admins who demote each other", async () => {
    const [ann, bob] = [await site.people.admin(), await site.people.admin()];
    const demote = (by: typeof ann, target: typeof ann) =>
      site.api.as(by).send({ method: "PUT", url: `/api/update-user/${target.id}`, payload: { role: "user" } });
    const answers = await Promise.all([demote(ann, bob), demote(bob, ann)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
    expect(await site.db.select().from(users).where(eq(users.role, "admin"))).toHaveLength(1);
  });

  it("rejects a removal by an admin who is demoted during it", async () => {
    const [ann, bob, person] = [await site.people.admin(), await site.people.admin(), await site.people.user()];
    const removal = await withRowLocked(
      site.db,
      (tx) => tx.update(users).set({ role: "user" }).where(eq(users.id, ann.id)),
      () => site.api.as(ann).expectError(deleteUser, { params: { id: person.id } }),
      1,
    );
    expect(removal.status).toBe(403);
    expect(await site.api.as(bob).call(updateUser, { params: { id: person.id }, body: { role: "creator" } })).toEqual({
      modifiedCount: 1,
    });
  });

  it("creates one role request for several clicks", async () => {
    const [admin, ann] = [await site.people.admin(), await site.people.user()];
    const requestCreatorRole = () =>
      site.api
        .as(ann)
        .send({
          method: requestRole.method,
          url: `/api/update-user-role/${ann.email}`,
          payload: { role: "requested" },
        });
    const answers = await Promise.all([
      requestCreatorRole(),
      requestCreatorRole(),
      requestCreatorRole(),
      requestCreatorRole(),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
    expect(await site.db.select().from(notices).where(eq(notices.userId, admin.id))).toHaveLength(1);
  });

  it("applies one of two opposite answers to a role request and rejects the other", async () => {
    const [ada, bob] = [await site.people.admin(), await site.people.admin()];
    for (let time = 0; time < 6; time += 1) {
      const ann = await site.people.user();
      await site.api.as(ann).call(requestRole, { params: { email: ann.email }, body: { role: "requested" } });
      const answer = (by: typeof ada, role: "creator" | "user") =>
        site.api
          .as(by)
          .send({ method: "PUT", url: `/api/update-user/${ann.id}?expectedRole=requested`, payload: { role } });
      const answers = await Promise.all([answer(ada, "creator"), answer(bob, "user")]);
      const [row] = await site.db.select().from(users).where(eq(users.id, ann.id));
      const isApproved = row!.roleAnswer === "approved";
      expect(row!.role).toBe(isApproved ? "creator" : "user");
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(isApproved ? [200, 409] : [409, 200]);
      expect(await site.db.select().from(notices).where(eq(notices.userId, ann.id))).toHaveLength(1);
    }
  });

  it("either withdraws a role request or approves it", async () => {
    const ada = await site.people.admin();
    for (let time = 0; time < 6; time += 1) {
      const ann = await site.people.user();
      await site.api.as(ann).call(requestRole, { params: { email: ann.email }, body: { role: "requested" } });
      const answers = await Promise.all([
        site.api.as(ann).send({ method: withdrawRoleRequest.method, url: `/api${withdrawRoleRequest.path}` }),
        site.api
          .as(ada)
          .send({
            method: "PUT",
            url: `/api/update-user/${ann.id}?expectedRole=requested`,
            payload: { role: "creator" },
          }),
      ]);
      const [row] = await site.db.select().from(users).where(eq(users.id, ann.id));
      const isApproved = row!.roleAnswer === "approved";
      expect(row).toMatchObject({ role: isApproved ? "creator" : "user", requestedAt: null });
      expect(answers[1].statusCode).toBe(isApproved ? 200 : 409);
      // A user whose role has just changed gets 403.
      expect([[200], [403, 409]][isApproved ? 1 : 0]).toContain(answers[0].statusCode);
    }
  });

  it("creates one user for ten concurrent first sign-ins", async () => {
    await Promise.all(Array.from({ length: 10 }, () => site.signIn({ uid: "ann", email: "ann@example.com" })));
    expect(await site.db.select().from(users)).toHaveLength(1);
  });

  it("assigns an address claimed by two accounts to one of them", async () => {
    const claims = await Promise.allSettled(
      ["one", "two"].map((uid) => site.signIn({ uid, email: "ann@example.com", emailVerified: false })),
    );
    expect(claims.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await site.db.select().from(users)).toHaveLength(1);
  });
});
