import { useRef } from "react";
import { X } from "lucide-react";
import { listCountries } from "@conquest/shared/contracts/countries";
import { t } from "@conquest/shared/singletons/language";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { byCountryName, countryName } from "@conquest/shared/ui/format/country-name";

let sorted: string[] | undefined;

interface Props {
  name: string;
  countries: readonly string[];
  error: string | undefined;
  onChange: (countries: string[]) => void;
}

export function CountriesField({ name, countries, error, onChange }: Props) {
  const field = useRef<HTMLDivElement>(null);
  sorted ??= listCountries().sort(byCountryName);
  const remaining = sorted.filter((code) => !countries.includes(code));
  return (
    <div ref={field} className="dc:grid dc:gap-2">
      <SelectField
        label={t("Countries")}
        name={name}
        value=""
        error={error}
        hint={t("Only people who live there can join. Without any, people from everywhere can.")}
        options={[
          { value: "", label: t("Add a country") },
          ...remaining.map((value) => ({ value, label: countryName(value) })),
        ]}
        onChange={({ target }) => target.value && onChange([...countries, target.value].sort())}
      />
      {countries.length > 0 && (
        <ul aria-label={t("Chosen countries")} className="dc:flex dc:flex-wrap dc:gap-2">
          {countries.toSorted(byCountryName).map((code) => (
            <li
              key={code}
              className="dc:flex dc:items-center dc:gap-1 dc:rounded-md dc:border dc:border-line dc:bg-surface dc:ps-3 dc:font-medium">
              {countryName(code)}
              <button
                type="button"
                className="dc:grid dc:size-11 dc:cursor-pointer dc:place-items-center"
                aria-label={t("Remove {country}", { country: countryName(code) })}
                onClick={() => {
                  onChange(countries.filter((other) => other !== code));
                  field.current?.querySelector("select")?.focus();
                }}>
                <X aria-hidden="true" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
