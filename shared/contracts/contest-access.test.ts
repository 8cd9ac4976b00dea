import { invitedAddresses } from "./contest-access";
import { JOIN_CODE_ALPHABET, canonicalJoinCode, formatJoinCode, joinCodePath } from "./join-codes";

it("reads addresses from lines, commas and semicolons, each once", () =>
  expect(invitedAddresses.parse(" Ann@Example.com, bo@example.com;\r\n\nann@example.com\ncy@example.com")).toEqual([
    "ann@example.com",
    "bo@example.com",
    "cy@example.com",
  ]));

it("names every line with something that is no address", () => {
  const { error } = invitedAddresses.safeParse("ann@example.com\nbo\ncy@example.com, dee");
  expect(error?.issues.map(({ message }) => message)).toEqual([
    "Line 2: “bo” isn't an email address like name@example.com",
    "Line 3: “dee” isn't an email address like name@example.com",
  ]);
});

it.each([
  ["7kq2-m9x4-pabc", "7KQ2M9X4PABC"],
  [" 7KQ2 M9X4–PABC ", "7KQ2M9X4PABC"],
  ["oOiIlL", "001111"],
])("reads %j as the code %s", (typed, code) => expect(canonicalJoinCode(typed)).toBe(code));

it("writes a code in groups of four", () => {
  expect(formatJoinCode("7KQ2M9X4PABC")).toBe("7KQ2-M9X4-PABC");
  expect(joinCodePath("7KQ2M9X4PABC")).toBe("/join#7KQ2-M9X4-PABC");
});

it("uses only letters that reading a code keeps", () =>
  expect(canonicalJoinCode(JOIN_CODE_ALPHABET)).toBe(JOIN_CODE_ALPHABET));
