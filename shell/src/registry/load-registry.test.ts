import type { InternalAxiosRequestConfig } from "axios";
import { http } from "@conquest/shared/singletons/http";
import { aSiteOfThree } from "../testing/registry-samples";
import { fetchedRegistry, inlinedRegistry } from "./load-registry";

const revision = (value: number) => ({ ...aSiteOfThree(), revision: value });

function inline(text: string): void {
  document.body.innerHTML = `<script type="application/json" id="conquest-registry">${text}</script>`;
}

function answerFetch(answer: () => unknown): void {
  http.defaults.adapter = async (config: InternalAxiosRequestConfig) => ({ data: answer(), status: 200, statusText: "", headers: {}, config });
}

const dead = () => {
  throw new Error("no network");
};

beforeEach(() => {
  document.body.innerHTML = "";
  localStorage.clear();
  answerFetch(dead);
});

it("takes the registry that came inside the page", () => {
  inline(JSON.stringify(revision(4)));
  expect(inlinedRegistry()?.revision).toBe(4);
});

it.each(["", "{", "null", '{"schema":1,"revision":1,"remotes":{}}'])("has none inside the page when that holds %j", (text) => {
  inline(text);
  expect(inlinedRegistry()).toBeUndefined();
});

it("asks the server when the page came without one", async () => {
  answerFetch(() => revision(5));
  expect((await fetchedRegistry())?.revision).toBe(5);
});

it("uses the last good one when the server does not answer", async () => {
  answerFetch(() => revision(6));
  await fetchedRegistry();
  answerFetch(dead);
  expect((await fetchedRegistry())?.revision).toBe(6);
});

it("uses the last good one when the server answers with something else", async () => {
  answerFetch(() => revision(7));
  await fetchedRegistry();
  answerFetch(() => "<!doctype html>");
  expect((await fetchedRegistry())?.revision).toBe(7);
});

it("says that there is none when nothing was ever good", async () => {
  localStorage.setItem("conquest.registry", "{");
  expect(await fetchedRegistry()).toBeUndefined();
});
