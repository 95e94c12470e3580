import { computed, effect } from '@preact/signals-react';
import type { Needs } from '../../conversation/featureDeps';
import { loadOnce } from '../../conversation/onceOpen';
import { UNREAD_CEILING } from '../../model/unread';
import { drawBadge } from './badge';
import type { PreviewDeps } from './preview';

/**
 * The launcher's unread badge and name; loads with the first unread message. The card that shows the message while the
 * window is closed is in its own file.
 */
export const createUnreadBadge = (
  deps: Needs<'surface' | 'words' | 'onDispose' | 'report', 'unread' | 'locale' | 'router'> & PreviewDeps,
): void => {
  const { slices, surface, words, onDispose, report } = deps;
  const { root, button, update } = surface;
  if (!button || !update) return;
  const { unread, locale } = slices;
  // The configuration contains only the launcher's basic words. The unread count needs a locale file.
  words.more().catch((cause) => report('Failed to setup i18n', cause));
  const write = drawBadge(root, button);
  onDispose(
    loadOnce(
      computed(() => unread.value > 0 && !slices.router.widgetOpen.value),
      async () => {
        const { createPreview } = await import('./preview');
        createPreview(deps);
      },
    ),
  );
  onDispose(
    effect(() => {
      const count = unread.value;
      const now = locale.words.value;
      const many = count > UNREAD_CEILING;
      // Above the ceiling the badge shows "99+".
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
