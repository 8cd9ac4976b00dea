import { useState, type FormEvent } from "react";
import { isPartName, parseDevServerOrigin } from "@conquest/shared/contracts/parts/developer";
import { Button } from "@conquest/shared/ui/button";
import { TextField } from "@conquest/shared/ui/form/text-field";

interface Props {
  parts: readonly string[];
  onTake: (part: string, origin: string) => void;
}

export function LocalForm({ parts, onTake }: Props) {
  const [errors, setErrors] = useState<{ part?: string; address?: string }>({});

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const part = String(form.get("part")).trim();
    const origin = parseDevServerOrigin(String(form.get("address")));
    setErrors({
      ...(!isPartName(part) && { part: "The name of a part, like mf-public." }),
      ...(!origin && { address: "Only a dev server on this machine: http://localhost and its port." }),
    });
    if (isPartName(part) && origin) onTake(part, origin);
  }

  return (
    <form className="sh-developer-form" onSubmit={handleSubmit} noValidate>
      <TextField
        label="Part"
        name="part"
        list="sh-developer-parts"
        autoComplete="off"
        placeholder="mf-public"
        error={errors.part}
      />
      <TextField
        label="Address of its dev server"
        name="address"
        inputMode="url"
        autoComplete="off"
        placeholder="http://localhost:3001"
        error={errors.address}
      />
      <datalist id="sh-developer-parts">
        {parts.map((part) => (
          <option key={part} value={part} />
        ))}
      </datalist>
      <Button type="submit" variant="secondary">
        Take it from there
      </Button>
    </form>
  );
}
