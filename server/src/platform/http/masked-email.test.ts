import { maskedEmail } from "../text/format";

it.each([
  ["rahim@gmail.com", "r•••@g•••.com"],
  ["a@b.co", "a•••@b•••.co"],
  ["rahim.uddin@mail.example.com.bd", "r•••@m•••.bd"],
  ["root@localhost", "r•••@l•••"],
  ["𝒶lice@example.com", "𝒶•••@e•••.com"],
  ["", "•••"],
  ["@example.com", "•••"],
])("masks %s as %s", (email, shown) => {
  expect(maskedEmail(email)).toBe(shown);
});
