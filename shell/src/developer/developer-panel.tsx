import { useEffect, useReducer, useState, type FormEvent } from "react";
import {
  isFault,
  isPartName,
  parseDevServerOrigin,
  type DeveloperSwitches,
} from "@conquest/shared/contracts/parts/developer";
import { Button } from "@conquest/shared/ui/button";
import { Dialog } from "@conquest/shared/ui/dialog/dialog";
import { FAULT_LABELS, PartCard, partRows } from "./part-card";
import { DataTable, type Column } from "@conquest/shared/ui/list/data-table";
import type { Site } from "../remote-part/site-context";
import { currentSwitches, leavePanel, saveSwitches } from "./switches/switches";
import { TextField } from "@conquest/shared/ui/form/text-field";

/** Lists the active switches on every page, so that it is not mistaken for the normal site. Without any, only a button. */
function Bar({ switches, onReset, onOpen }: { switches: DeveloperSwitches; onReset: () => void; onOpen: () => void }) {
  const switched = Object.entries(switches);
  return (
    <section className="sh-developer-bar" aria-label="Developer" data-switched={switched.length > 0}>
      {switched.length > 0 && (
        <div className="sh-developer-said" role="status">
          {switched.map(([part, value]) => (
            <p key={part}>
              <strong>{part}</strong>{" "}
              {isFault(value) ? `simulates a failure: ${FAULT_LABELS[value]}` : `is loaded from ${value}`}
            </p>
          ))}
        </div>
      )}
      <div className="sh-developer-acts">
        {switched.length > 0 && (
          <Button size="sm" onClick={onReset}>
            Reset
          </Button>
        )}
        <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={onOpen}>
          Developer panel
        </Button>
      </div>
    </section>
  );
}

const SHARED: readonly Column<SharedRow>[] = [
  { key: "name", header: "Module", cell: ({ name }) => name, isRowHeader: true },
  { key: "version", header: "Version", cell: ({ version }) => version },
  { key: "from", header: "From", cell: ({ from }) => from },
  { key: "used", header: "Used by", cell: ({ usedBy }) => usedBy.join(", ") || "–" },
];

interface Props {
  site: Pick<Site, "registry" | "parts">;
  reload: () => void;
}

export function DeveloperPanel({ site: { registry, parts }, reload }: Props) {
  const [switches, setSwitches] = useState(currentSwitches);
  const [isOpen, setOpen] = useState(false);
  const [, forceRender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const unsubscribes = [parts.subscribe(forceRender), registry.subscribe(forceRender)];
    return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
  }, [parts, registry]);

  const rows = isOpen ? partRows({ registry, parts }, switches) : [];
  const shared = isOpen ? sharedModules() : [];

  function save(next: DeveloperSwitches): void {
    saveSwitches(next);
    setSwitches(next);
  }

  /** A running part is only replaced by a reload. */
  function set(part: string, switched: string | undefined): void {
    const { [part]: _, ...others } = currentSwitches();
    save(switched === undefined ? others : { ...others, [part]: switched });
    const { state } = rows.find((row) => row.part === part) ?? {};
    if (state === "failed") parts.retry(part);
    else if (state === "not requested") void registry.renew(part);
    else reload();
  }

  function reset(): void {
    save({});
    reload();
  }

  return (
    <>
      <Bar switches={switches} onReset={reset} onOpen={() => setOpen(true)} />
      {isOpen && (
        <Dialog
          onClose={() => setOpen(false)}
          title="Developer panel"
          size="xl"
          actions={
            <>
              <Button
                variant="ghost"
                onClick={() => {
                  leavePanel();
                  reload();
                }}>
                Turn off the panel
              </Button>
              <Button variant="secondary" onClick={reset}>
                Reset all
              </Button>
            </>
          }>
          <p className="sh-developer-note">
            Changes apply to this browser only. The page reloads to apply them to parts that are already running.
          </p>
          <ul className="sh-developer-parts">
            {rows.map((row) => (
              <PartCard key={row.part} row={row} onSwitch={set} />
            ))}
          </ul>
          <section aria-labelledby="sh-developer-local">
            <h3 id="sh-developer-local">Use a local dev server</h3>
            <p className="sh-developer-note">
              Start it with <code>npm run dev -w mf-… -- --env site</code>.
            </p>
            <LocalForm parts={rows.map(({ part }) => part)} onTake={set} />
          </section>
          <details>
            <summary>Shared modules ({shared.length})</summary>
            <DataTable
              caption="Shared modules"
              columns={SHARED}
              rows={shared}
              rowKey={({ name, version }) => `${name} ${version}`}
            />
          </details>
        </Dialog>
      )}
    </>
  );
}

function LocalForm({ parts, onTake }: { parts: readonly string[]; onTake: (part: string, origin: string) => void }) {
  const [errors, setErrors] = useState<{ part?: string; address?: string }>({});

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const part = String(form.get("part")).trim();
    const origin = parseDevServerOrigin(String(form.get("address")));
    setErrors({
      ...(!isPartName(part) && { part: "Enter the name of a part, such as mf-public." }),
      ...(!origin && { address: "Enter a dev server on this machine, such as http://localhost:3001." }),
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
        label="Dev server address"
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
        Connect
      </Button>
    </form>
  );
}

interface SharedModule {
  from: string;
  useIn?: string[];
  loaded?: unknown;
}

interface SharedRow {
  name: string;
  version: string;
  from: string;
  usedBy: string[];
}

// Replaced by webpack, see https://webpack.js.org/api/module-variables/
declare const __webpack_share_scopes__: Record<string, Record<string, Record<string, SharedModule>>> | undefined;

const partName = (container: string) => container.replaceAll("_", "-");

function sharedModules(): SharedRow[] {
  const scope = typeof __webpack_share_scopes__ === "undefined" ? {} : (__webpack_share_scopes__["default"] ?? {});
  return Object.entries(scope)
    .flatMap(([name, versions]) =>
      Object.entries(versions).map(([version, { from, useIn = [] }]) => ({
        name,
        version,
        from: partName(from),
        usedBy: [...new Set(useIn.map(partName))].sort(),
      })),
    )
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
