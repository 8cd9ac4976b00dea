import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import catalog from "../../messages/common.bn.json";
import { provideLanguage } from "@conquest/shared/singletons/language";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { FormErrors } from "@conquest/shared/ui/form/form-errors";

describe("TextField", () => {
  it("exposes its label, hint and error to screen readers", () => {
    render(<TextField label="Prize" name="prize" hint="In whole taka" error="This field is required" />);
    const field = screen.getByRole("textbox", { name: "Prize" });
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription("This field is required In whole taka");
  });

  it("shows a password's characters on demand", async () => {
    const user = userEvent.setup();
    render(<TextField label="Password" name="password" type="password" />);
    const field = screen.getByLabelText("Password");
    expect(field).toHaveAttribute("type", "password");
    await user.click(screen.getByRole("button", { name: "Show typed characters" }));
    expect(field).toHaveAttribute("type", "text");
  });
});

it("renders all options, including disabled ones", () => {
  render(
    <SelectField
      label="Apply for"
      name="role"
      options={[
        { value: "", label: "Select Role", disabled: true },
        { value: "user", label: "User" },
      ]}
    />,
  );
  expect(screen.getByRole("option", { name: "Select Role" })).toBeDisabled();
  expect(screen.getByRole("option", { name: "User" })).toBeEnabled();
});

it("lists invalid fields after a rejected submission, with focus and links", async () => {
  const user = userEvent.setup();
  const aForm = (submitCount: number) => (
    <form>
      <FormErrors errors={[{ name: "email", label: "Email" }]} submitCount={submitCount} />
      <TextField label="Email" name="email" error="This field is required" />
    </form>
  );
  const { rerender } = render(aForm(0));
  expect(screen.queryByRole("group")).not.toBeInTheDocument();
  rerender(aForm(1));
  expect(screen.getByRole("group", { name: "Problems with this form" })).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Email" }));
  expect(screen.getByRole("textbox", { name: "Email" })).toHaveFocus();
  rerender(aForm(2));
  expect(screen.getByRole("group", { name: "Problems with this form" })).toHaveFocus();
});

it.each([
  [1, "One field needs a change", "১টি ঘরে সংশোধন দরকার"],
  [12, "12 fields need a change", "১২টি ঘরে সংশোধন দরকার"],
])("counts %i invalid fields in both languages", (count, english, bangla) => {
  const errors = Array.from({ length: count }, (_, index) => ({ name: String(index), label: "Email" }));
  const { rerender } = render(<FormErrors errors={errors} submitCount={1} />);
  expect(screen.getByText(english)).toBeVisible();
  provideLanguage("bn", [catalog]);
  rerender(<FormErrors errors={errors} submitCount={2} />);
  expect(screen.getByText(bangla)).toBeVisible();
  provideLanguage("en", []);
});

it("leads to the first wrong input of a group", async () => {
  const user = userEvent.setup();
  render(
    <form>
      <FormErrors errors={[{ name: "rules", label: "Rules" }]} submitCount={1} />
      <fieldset name="rules" tabIndex={-1}>
        <TextField label="Age" name="age" />
        <TextField label="Text" name="text" error="Too long" />
      </fieldset>
    </form>,
  );
  await user.click(screen.getByRole("button", { name: "Rules" }));
  expect(screen.getByRole("textbox", { name: "Text" })).toHaveFocus();
});

it("doesn't take the focus when an error appears between submissions", async () => {
  const aForm = (errors: { name: string; label: string }[]) => (
    <form>
      <FormErrors errors={errors} submitCount={1} />
      <TextField label="Name" name="name" />
    </form>
  );
  const { rerender } = render(aForm([]));
  screen.getByRole("textbox", { name: "Name" }).focus();
  rerender(aForm([{ name: "email", label: "Email" }]));
  expect(screen.getByRole("group", { name: "Problems with this form" })).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Name" })).toHaveFocus();
});

it("scrolls a focused field's new error above the dialog's buttons", () => {
  const scroll = jest.spyOn(HTMLElement.prototype, "scrollIntoView").mockImplementation(() => undefined);
  const fields = (error?: string) => (
    <div className="cq-dialog-body">
      <TextField label="Reason" name="reason" error={error} />
      <TextField label="Word" name="word" error={error} />
    </div>
  );
  const { rerender } = render(fields());
  screen.getByRole("textbox", { name: "Reason" }).focus();
  rerender(fields("This field is required"));
  expect(scroll.mock.contexts).toEqual([screen.getAllByText("This field is required")[0]!.parentElement]);
  scroll.mockRestore();
});
