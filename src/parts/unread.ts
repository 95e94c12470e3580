import { effect } from '@preact/signals-react';
import { drawBadge } from '../launcher/badge';
import { UNREAD_CEILING } from '../model/unread';
import type { CardDeps } from './deps';

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
  const write = drawBadge(root, button);
  own(
    effect(() => {
      const count = unread.value;
      const now = locale.words.value;
      const many = count > UNREAD_CEILING;
      // "The badge says 'More than 99' above 99."
      write(many ? `${UNREAD_CEILING}+` : count ? `${count}` : '');
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
