import pg from "pg";

export async function createDatabase(serverUrl: string, template?: string): Promise<{ name: string; url: string }> {
  const name = `conquest_test_${crypto.randomUUID().replaceAll("-", "")}`;
  await command(serverUrl, `create database ${name}${template ? ` template ${template}` : ""}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { name, url: url.toString() };
}

export const dropDatabase = (serverUrl: string, name: string) =>
  command(serverUrl, `drop database ${name} with (force)`);

async function command(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(text);
  await client.end();
}
