import { computed, effect, signal } from '@preact/signals-react';
import type { Needs } from '../../conversation/featureDeps';
import { shortText } from '../../messageKinds/texts';
import { faceOf } from '../../model/faces';
import { UNREAD_CEILING } from '../../model/unread';
import { decodeLauncherConfig } from '../../wire/launcherConfig';
import { beginning } from '../../wire/shown';
import { newestUnread } from './newestUnread';
import { createPreviewCard, type Preview } from './previewCard';

/** How many characters of a message the card holds; it has two lines. */
const LONGEST = 200;

export type PreviewDeps = Needs<
  'host' | 'clock' | 'storages' | 'onDispose' | 'surface',
  'unread' | 'locale' | 'router' | 'conversations' | 'messages' | 'experience' | 'settings',
  'refresh'
>;

/**
 * The card that shows the newest unread message while the window is closed. A press opens its conversation.
 * A dismissed card comes back with a newer message only; the dismissal holds in other tabs, where storage is
 * shared. Opening the window counts as a dismissal.
 */
export const createPreview = (deps: PreviewDeps): void => {
  const { surface, storages, onDispose, slices, delivery } = deps;
  const { router, conversations, messages, settings, locale, unread, experience } = slices;
  const { root, button } = surface;
  if (!button) return;
  const key = `${settings.integrationId}.previewed`;
  /** `received` of the newest message that was dismissed, in float seconds. */
  const dismissed = signal(Number(storages.lasting.get(key)) || 0);

  const newest = computed(() => {
    const active = conversations.active.value;
    const counted = experience.listed.value ? conversations.all.value : active ? [active] : [];
    return unread.value ? newestUnread(counted, active, (id) => messages.shown(id)) : undefined;
  });
  const dismiss = () => {
    const received = newest.peek()?.message.received ?? 0;
    if (received <= dismissed.peek()) return;
    dismissed.value = received;
    storages.lasting.set(key, `${received}`);
  };
  const open = () => {
    const { conversationId } = newest.peek() ?? {};
    const elsewhere = conversationId !== conversations.active.peek()?._id;
    if (conversationId) conversations.show(conversationId);
    router.openWidget();
    if (elsewhere) delivery.refresh();
  };
  const card = createPreviewCard(
    { root, button },
    deps.host,
    decodeLauncherConfig({ messenger: settings.raw }),
    deps.clock,
    { press: open, dismiss },
  );

  /** What the card shows now; the same text while it stays the same, so that it is announced once. */
  const shown = computed((): string | undefined => {
    const words = locale.words.value;
    const found = newest.value;
    if (router.widgetOpen.value || !found || found.message.received <= dismissed.value) return undefined;
    // These words load in a separate file.
    if (!words?.knows('message.dismiss')) return undefined;
    const { message } = found;
    const count = unread.value;
    const name = message.name || settings.title;
    const preview: Preview = {
      name,
      face: faceOf({ name, avatarUrl: message.avatarUrl }, settings),
      text: beginning(shortText(message, words) ?? '', LONGEST),
      count:
        count > UNREAD_CEILING
          ? words.t('unread_many')
          : count > 1
            ? words.plural('unread_messages', count)
            : '',
      label: words.t('log_unread_divider'),
      dismiss: words.t('message.dismiss'),
      rtl: words.rtl,
    };
    return JSON.stringify(preview);
  });
  onDispose(
    effect(() => {
      if (shown.value === undefined) card.hide();
      else card.show(JSON.parse(shown.value) as Preview);
    }),
  );
  onDispose(
    effect(() => {
      if (router.widgetOpen.value && newest.value) dismiss();
    }),
  );
  onDispose(
    storages.onForeignChange((changed, value) => {
      if (changed === key) dismissed.value = Math.max(dismissed.peek(), Number(value) || 0);
    }),
  );
  onDispose(card.hide);
};
