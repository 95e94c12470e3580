type Common = { path: string; label: string; hint?: string };

/** One setting of the page, by its path in the table of `shared/settingsPaths.ts`. */
export type SettingField = Common &
  /** `mayBeNone`: an empty text overrides the default. */
  (
    | { kind: 'text' | 'address'; most: number; placeholder?: string; mayBeNone?: true }
    | { kind: 'number'; low: number; high: number; unit: string }
    | { kind: 'choice'; options: readonly (readonly [value: string, label: string])[] }
    | { kind: 'switch' }
    /** A picture, which can be uploaded. `most` is the maximum length of its address. */
    | { kind: 'picture'; most: number }
    /** A list of texts, or of people with a name and optionally a picture. */
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

/** The distance of the launcher from an edge of the page. */
export const offset = (where: 'web' | 'mobile', way: 'horizontal' | 'vertical'): SettingField => ({
  path: `messenger/positionOffset/${where}/${way}`,
  label: way === 'horizontal' ? 'From the side' : 'From the bottom',
  kind: 'number',
  low: 0,
  high: 1000,
  unit: 'px',
});

/** A text that replaces the messenger's words for this key. */
export const words = (key: string, label: string, placeholder: string): SettingField => ({
  path: `messenger/labels/${key}`,
  label,
  kind: 'text',
  most: 500,
  placeholder,
});
