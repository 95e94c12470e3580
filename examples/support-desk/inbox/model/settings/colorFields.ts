import { Dark, Light } from '@porch/messenger/model/defaultColors';
import type { ColorName } from '@porch/messenger/wire/theme';

/** A color with a field. `main` is another name for `background`. */
export type FieldName = Exclude<ColorName, 'main'>;

type BrandName = 'primary' | 'message' | 'action';

/** `usual` is the default, in the light and in the dark scheme. */
export type ColorField = {
  path: string;
  name: FieldName;
  label: string;
  hint?: string;
  usual?: readonly [light: string, dark: string];
};

const brand = (
  name: BrandName,
  label: string,
  hint: string,
  usual: readonly [string, string],
): ColorField => ({ path: `messenger/color/${name}`, name, label, hint, usual });

export const BRAND_FIELDS: readonly ColorField[] = [
  brand('primary', 'Header', 'The header of the window.', [Light.surface, Dark.surface]),
  brand('message', 'Messages of visitors', 'The bubbles of what visitors write.', [
    Light.message,
    Dark.message,
  ]),
  brand('action', 'Buttons', 'The launcher, buttons and links.', [Light.action, Dark.action]),
];

/** The label of each other color, in the order of the page. A missing one does not compile. */
const DETAILS: Record<Exclude<FieldName, BrandName>, string> = {
  background: 'Background',
  onBackground: 'Text on the background',
  onPrimary: 'Text of the header',
  onMessage: 'Text of messages of visitors',
  onAction: 'Text of buttons',
  businessMessage: 'Messages of agents',
  onBusinessMessage: 'Text of messages of agents',
  card: 'Cards',
  elevated: 'Menus and fields',
  onSecondaryAction: 'Text of secondary buttons',
  error: 'Errors',
  onError: 'Text of failed messages',
  success: 'Success',
  notify: 'Number of unread messages',
  onNotify: 'Text of that number',
};

export const DETAIL_FIELDS: readonly ColorField[] = (Object.keys(DETAILS) as (keyof typeof DETAILS)[]).map(
  (name) => ({ path: `messenger/theme/${name}`, name, label: DETAILS[name] }),
);

export const COLOR_FIELDS: readonly ColorField[] = [...BRAND_FIELDS, ...DETAIL_FIELDS];
