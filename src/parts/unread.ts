import { effect } from '@preact/signals-react';
import { UNREAD_CEILING } from '../model/unread';
import { adoptSheet } from '../platform/sheets';
import type { CardDeps } from './deps';

const CSS = `
.b{position:absolute;top:-4px;inset-inline-end:-4px;min-width:12px;padding:0 5px;border-radius:12px;border:2px solid #fff;background:#c62828;color:#fff;font-size:12px;line-height:18px}
.b:empty,[aria-expanded=true] .b{display:none}`;

/** What the launcher says of unread messages: loaded with the first. */
export const createPart = ({
  slices,
  surface,
  words,
  own,
  report,
}: Pick<CardDeps, 'slices' | 'surface' | 'words' | 'own' | 'report'>): void => {
  const { root, button, update } = surface;
  if (!button || !update) return;
  const { unread, locale } = slices;
  // The launcher's own words came with the configuration; what is unread has to be counted in words of a file.
  words.more().catch((cause) => report('Failed to setup i18n', cause));
  const doc = button.ownerDocument;
  adoptSheet(root, doc.defaultView as Window, CSS);
  const badge = doc.createElement('span');
  badge.className = 'b';
  button.append(badge);
  own(
    effect(() => {
      const count = unread.value;
      const now = locale.words.value;
      const many = count > UNREAD_CEILING;
      // "The badge says 'More than 99' above 99."
      badge.textContent = many ? `${UNREAD_CEILING}+` : count ? `${count}` : '';
      update({
        unreadName:
          count && now?.knows('launcher_open_unread')
            ? now.t('launcher_open_unread', {
                count: many ? now.t('unread_many') : now.plural('unread_messages', count),
              })
            : '',
      });
    }),
  );
};
