export interface Person {
  name: string;
  email: string;
  password: string;
}

const PASSWORD = "Conquest-2026";

export const admin: Person = { name: "admin", email: "admin@conquest.test", password: PASSWORD };
export const creator: Person = { name: "creator", email: "creator@conquest.test", password: PASSWORD };
export const user: Person = { name: "user", email: "user@conquest.test", password: PASSWORD };

let count = 0;

/** Returns a person with a unique email address, so that tests can run again on the same database. */
export function newPerson(name = "Nusrat Jahan"): Person {
  count += 1;
  const unique = `${process.pid.toString(36)}${Date.now().toString(36)}${count}`;
  return { name, email: `newcomer-${unique}@example.com`, password: PASSWORD };
}
