import { Dark, Light } from '@porch/messenger/model/defaultColors';
import type { ColorName } from '@porch/messenger/wire/theme';

/** `usual` is drawn where nothing is set, in the light and in the dark scheme. */
export type ColourField = {
  path: string;
  name: ColorName;
  label: string;
  hint?: string;
  usual?: readonly [light: string, dark: string];
};

const brand = (
  name: 'primary' | 'message' | 'action',
  label: string,
  hint: string,
  usual: readonly [string, string],
): ColourField => ({ path: `messenger/color/${name}`, name, label, hint, usual });

const detail = (name: ColorName, label: string): ColourField => ({
  path: `messenger/theme/${name}`,
  name,
  label,
});

export const BRAND_FIELDS: readonly ColourField[] = [
  brand('primary', 'Header', 'The header of the window.', [Light.surface, Dark.surface]),
  brand('message', 'Messages of visitors', 'The bubbles of what visitors write.', [
    Light.message,
    Dark.message,
  ]),
  brand('action', 'Buttons', 'The launcher, buttons and links.', [Light.action, Dark.action]),
];

export const DETAIL_FIELDS: readonly ColourField[] = [
  detail('background', 'Background'),
  detail('onBackground', 'Text on the background'),
  detail('onPrimary', 'Text of the header'),
  detail('onMessage', 'Text of messages of visitors'),
  detail('onAction', 'Text of buttons'),
  detail('businessMessage', 'Messages of agents'),
  detail('onBusinessMessage', 'Text of messages of agents'),
  detail('card', 'Cards'),
  detail('elevated', 'Menus and fields'),
  detail('onSecondaryAction', 'Text of secondary buttons'),
  detail('error', 'Errors'),
  detail('onError', 'Text of failed messages'),
  detail('success', 'Success'),
  detail('notify', 'Number of unread messages'),
  detail('onNotify', 'Text of that number'),
];

export const COLOR_FIELDS: readonly ColourField[] = [...BRAND_FIELDS, ...DETAIL_FIELDS];
