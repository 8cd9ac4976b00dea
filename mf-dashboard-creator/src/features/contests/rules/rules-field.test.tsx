import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState, type ComponentProps } from "react";
import { readRulesText } from "@conquest/shared/contracts/rules";
import { formatRules } from "./format-rules";
import RulesField from "./rules-field";

const RULES = '{"text":"No teams.","countries":["BD"],"minimumAge":"16","disclosesAi":false,"originalOnly":true}';

function renderField(initial = "", error?: ComponentProps<typeof RulesField>["error"]) {
  let text = initial;
  const Form = () => {
    const [value, setValue] = useState(initial);
    text = value;
    return (
      <RulesField
        name="rules"
        label="Rules"
        hint="People accept them."
        value={value}
        error={error}
        onChange={setValue}
        onBlur={() => undefined}
      />
    );
  };
  render(<Form />);
  return { user: userEvent.setup(), value: () => text, rules: () => readRulesText(text) };
}
const group = () => screen.getByRole("group", { name: /^Rules/ });

it("is closed at first, and opens with the focus in its first field", async () => {
  const { user } = renderField();
  expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Add rules" }));
  expect(screen.getByLabelText("Minimum age")).toHaveFocus();
});

it("collects all rules as one text", async () => {
  const { user, rules } = renderField();
  await user.click(screen.getByRole("button", { name: "Add rules" }));
  await user.keyboard("16");
  await user.selectOptions(screen.getByLabelText("Countries"), "India");
  await user.selectOptions(screen.getByLabelText("Countries"), "Bangladesh");
  await user.click(screen.getByLabelText("Original work only"));
  await user.click(screen.getByLabelText("AI use must be disclosed"));
  await user.type(screen.getByLabelText("Other rules"), "No teams.");
  expect(rules()).toEqual({
    text: "No teams.",
    countries: ["BD", "IN"],
    minimumAge: "16",
    disclosesAi: true,
    originalOnly: true,
  });
});

it("removes a country, and gives the focus to the list", async () => {
  const { user, rules } = renderField(RULES);
  await user.click(screen.getByRole("button", { name: "Edit rules" }));
  const chosen = within(screen.getByRole("list", { name: "Chosen countries" }));
  await user.click(chosen.getByRole("button", { name: "Remove Bangladesh" }));
  expect(rules().countries).toEqual([]);
  expect(screen.getByLabelText("Countries")).toHaveFocus();
  expect(screen.queryByRole("list", { name: "Chosen countries" })).not.toBeInTheDocument();
});

it("is empty again once every rule was removed", async () => {
  const { user, value } = renderField(
    '{"text":"","countries":[],"minimumAge":"","disclosesAi":false,"originalOnly":true}',
  );
  await user.click(screen.getByRole("button", { name: "Edit rules" }));
  await user.click(screen.getByLabelText("Original work only"));
  expect(value()).toBe("");
});

it("opens if something is wrong, and says what", () => {
  renderField(RULES, { message: "We couldn't read the rules." });
  expect(screen.getByLabelText("Minimum age")).toHaveValue("16");
  expect(group()).toHaveAccessibleDescription("We couldn't read the rules. People accept them.");
});

it("shows the errors of its parts at their fields only", () => {
  const error = { message: "Enter an age", minimumAge: { message: "Enter an age" }, text: { message: "Too long" } };
  renderField(RULES, error);
  expect(screen.getByLabelText("Minimum age")).toHaveAccessibleDescription(/^Enter an age/);
  expect(screen.getByLabelText("Other rules")).toHaveAccessibleDescription(/^Too long/);
  expect(screen.getByLabelText("Countries")).toBeValid();
  expect(group()).toHaveAccessibleDescription("People accept them.");
});

it("lists chosen countries by name", () => {
  renderField(RULES.replace('["BD"]', '["BD","DE","IN","CI"]'), {});
  const chosen = within(screen.getByRole("list", { name: "Chosen countries" })).getAllByRole("listitem");
  expect(chosen.map(({ textContent }) => textContent)).toEqual(["Bangladesh", "Côte d’Ivoire", "Germany", "India"]);
});

it("lists countries by name and offers each once", async () => {
  const { user } = renderField(RULES);
  await user.click(screen.getByRole("button", { name: "Edit rules" }));
  const names = within(screen.getByLabelText("Countries"))
    .getAllByRole("option")
    .map(({ textContent }) => textContent);
  expect(names).toHaveLength(249);
  expect(names.slice(0, 2)).toEqual(["Add a country", "Afghanistan"]);
  expect(names).not.toContain("Bangladesh");
});

it("formats rules as participants read them", () => {
  expect(formatRules(readRulesText(RULES))).toBe(
    "You're at least 16 years old.\nYou live in Bangladesh.\nYour entry is your own original work.\nNo teams.",
  );
  expect(formatRules(readRulesText(""))).toBe("");
});
