import { DEMO_PROJECT } from "../identity/identity-child";
import { DEMO_PASSWORD } from "./demo-people";

export interface DemoIdentity {
  uid: string;
  email: string;
  name: string;
}

export async function createIdentities(port: number, people: readonly DemoIdentity[]): Promise<void> {
  const address = `http://127.0.0.1:${port}/identitytoolkit.googleapis.com/v1/projects/${DEMO_PROJECT}/accounts`;
  await Promise.all(
    people.map(async ({ uid, email, name }) => {
      const response = await fetch(address, {
        method: "POST",
        headers: { authorization: "Bearer owner", "content-type": "application/json" },
        body: JSON.stringify({ localId: uid, email, displayName: name, password: DEMO_PASSWORD, emailVerified: true }),
      });
      const text = await response.text();
      if (!response.ok && !/DUPLICATE_LOCAL_ID|EMAIL_EXISTS/.test(text))
        throw new Error(`The account ${email} could not be created: ${text}`);
    }),
  );
}
