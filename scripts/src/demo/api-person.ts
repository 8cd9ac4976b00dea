import { DEMO_PASSWORD } from "./demo-people";
import type { SiteChild } from "../process/site-child";

export interface Reply {
  status: number;
  body: unknown;
}

export type SiteUrls = Pick<SiteChild, "url" | "identityUrl">;

export interface ApiPerson {
  email: string;
  cookie: string;
  call(method: "GET" | "PUT" | "POST", path: string, body?: object): Promise<Reply>;
}

export async function idTokenOf(
  site: SiteUrls,
  operation: "signUp" | "signInWithPassword",
  email: string,
): Promise<string> {
  const response = await fetch(`${site.identityUrl}/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=any`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: DEMO_PASSWORD, returnSecureToken: true }),
  });
  const body = (await response.json()) as { idToken?: string; error?: { message: string } };
  if (!body.idToken) throw new Error(`${operation} of ${email}: ${body.error?.message ?? response.status}`);
  return body.idToken;
}

export const register = async (site: SiteUrls, email: string): Promise<void> =>
  void (await idTokenOf(site, "signUp", email));

export async function signIn(site: SiteUrls, email: string): Promise<ApiPerson> {
  const token = await idTokenOf(site, "signInWithPassword", email);
  const session = await fetch(`${site.url}/api/jwt`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ email }),
  });
  if (!session.ok) throw new Error(`${email} got no session: ${session.status} ${await session.text()}`);
  const cookie = session.headers
    .getSetCookie()
    .map((header) => header.split(";")[0])
    .join("; ");
  const person: ApiPerson = {
    email,
    cookie,
    async call(method, path, body) {
      const response = await fetch(`${site.url}/api${path}`, {
        method,
        headers: { cookie, ...(body ? { "content-type": "application/json" } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: response.status, body: await response.json() };
    },
  };
  await person.call("PUT", "/save-user", {
    name: email.split("@")[0],
    image: "",
    email,
    role: "user",
    status: "Verified",
  });
  return person;
}
