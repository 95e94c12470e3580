type Common = { path: string; label: string; hint?: string };

/** One setting of the page, by its path in the table of `shared/settingsPaths.ts`. */
export type SettingField = Common &
  /** `mayBeNone`: an empty text is saved as such, over a default. */
  (
    | { kind: 'text' | 'address'; most: number; placeholder?: string; mayBeNone?: true }
    | { kind: 'number'; low: number; high: number; unit: string }
    | { kind: 'choice'; options: readonly (readonly [value: string, label: string])[] }
    | { kind: 'switch' }
    /** A list of texts, or of people with a name and perhaps the address of a picture. */
    | { kind: 'lines'; most: number }
    | { kind: 'team'; most: number }
  );

export type Group = { title?: string; hint?: string; fields: readonly SettingField[] };

/** A setting that is on or off. */
export const toggle = (path: string, label: string, hint?: string): SettingField => ({
  path,
  label,
  hint,
  kind: 'switch',
});
