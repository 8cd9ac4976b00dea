import { criticalCss, namesOf, splitStylesheet } from "./critical-css";

const page = namesOf(
  '<main id="content" class="cq-page pu:mt-2"><a class="cq-link pu:[&amp;&gt;p]:m-1" href="/">Home</a></main>',
);
const of = (css: string) => criticalCss(splitStylesheet(css), page);

it.each([
  ["a class", ".cq-link{a:b}"],
  ["a tag", "main a{a:b}"],
  ["an id", "#content{a:b}"],
  ["the elements around the markup", "html{a:b}body{a:b}#root{a:b}"],
  ["everything", "*,:before{a:b}:root{--a:b}"],
  ["an escaped class", ".pu\\:mt-2{a:b}.pu\\:\\[\\&\\>p\\]\\:m-1{a:b}"],
  ["a state", ".cq-link:hover{a:b}.cq-link:focus-visible{a:b}.cq-link::before{a:b}"],
  ["both themes", "[data-theme=dark]{--a:b}[data-theme=light] .cq-link{a:b}"],
  ["one of several alternatives", ":is(.cq-link,.cq-gone){a:b}main:has(>.cq-link){a:b}"],
  ["one of a list", ".cq-gone,.cq-link{a:b}"],
  ["a negated class", ".cq-link:not(.cq-gone){a:b}"],
  ["rules in conditions", "@media (width<40rem){.cq-link{a:b}}@supports (a:b){@container x (width>1px){a{a:b}}}"],
  ["rules in rules", ".cq-page{a:b;&:hover{c:d}@media (width<1px){e:f}}"],
  ["fonts", "@font-face{font-family:A;src:url(/a.woff2)}"],
])("keeps rules for %s", (_, css) => {
  expect(of(css)).toBe(css);
});

it.each([
  ["a class that no element has", ".cq-gone{a:b}.cq-link.cq-gone{a:b}.cq-gone .cq-link{a:b}"],
  ["a tag that is not in the page", "table{a:b}"],
  ["alternatives without a match", ":is(.cq-gone,table) a{a:b}"],
  ["print", "@media print{.cq-link{a:b}}"],
  ["nothing", "/* words */"],
])("leaves out rules for %s", (_, css) => {
  expect(of(css)).toBe("");
});

it("keeps the order of layers, including empty ones", () => {
  expect(of("@layer one,two;@layer one{table{a:b}@layer in{table{a:b}}}@layer two{a{a:b}}")).toBe(
    "@layer one,two;@layer one{@layer in;}@layer two{a{a:b}}",
  );
});

it("keeps animations and registered properties that a kept rule uses", () => {
  const css =
    '@keyframes turn{to{a:b}}@keyframes gone{to{a:b}}@property --tw-a{syntax:"*";inherits:false}@property --tw-b{syntax:"*";inherits:false}';
  expect(of(`${css}a{animation:turn 1s;b:var(--tw-a)}.cq-gone{animation:gone 1s;b:var(--tw-b)}`)).toBe(
    'a{animation:turn 1s;b:var(--tw-a)}@keyframes turn{to{a:b}}@property --tw-a{syntax:"*";inherits:false}',
  );
});
