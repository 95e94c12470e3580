import { computed, signal } from '@preact/signals-react';
import { createElement } from 'react';
import type { Needs } from '../../conversation/featureDeps';
import type { RichProps } from '../../conversation/features';
import { loadGrowing } from '../../conversation/richFeatures';
import { type RichActions, RichProvider } from '../../messageKinds/shared/context';
import { quotableOf } from '../../model/quotable';
import { askPosition } from '../../platform/geolocation';
import { createLazy } from '../../platform/lazy';
import { contentUrl, sendPostback } from '../../services/conversationCalls';
import type { RequestError } from '../../services/requestError';
import { NEW_CONVERSATION } from '../../slices/messages';
import { type GrowingLoader, RichMessage } from './RichMessage';
import { createPostbacks } from './sendPostback';
import { createLocationSharer } from './shareLocation';

const loadLightbox = () => import('./lightbox');

/** All message kinds except plain text, with their actions. */
const createRichMessages = (
  deps: Needs<
    'surface' | 'host' | 'createId' | 'report' | 'onDispose',
    'conversations' | 'messages' | 'locale' | 'pageEvents' | 'router' | 'launcher',
    'http' | 'author' | 'sender' | 'arrivals'
  >,
) => {
  const { slices, delivery, surface, host, createId, report } = deps;
  const { http, author, sender } = delivery;
  /** Reads the function at the time of the call: the page may replace it. */
  const send: RichActions['reply'] = (draft) => sender.send(draft);
  const conversationId = () => slices.conversations.active.value?._id;
  const postbacks = createPostbacks({
    conversationId,
    post: (conversationId, postback) => sendPostback(http, conversationId, author(), postback),
    createId,
    report: (message, cause) => {
      if (!(cause as RequestError).isActionCancelled) report(message, cause);
    },
  });
  const locations = createLocationSharer({
    ask: () => askPosition(),
    say: (url) => slices.locale.words.value?.t('location.mine', { url }) ?? url,
    send,
  });
  const view = signal<ReturnType<GrowingLoader>>(undefined);
  const load = createLazy(async () => {
    view.value = await (await loadGrowing()).createGrowing(deps);
  });
  const growing: GrowingLoader = () => {
    // The next version of the answer asks again.
    load().catch(() => {});
    return view.value;
  };
  const actions: RichActions = {
    reply: send,
    postbacks: postbacks.states,
    press(key, actionId, actionName) {
      const id = conversationId();
      if (id && postbacks.states.value[key] !== 'pending')
        slices.pageEvents.emit('postbackButtonClicked', { conversation: { id }, actionName });
      void postbacks.press(key, actionId);
    },
    locations: locations.states,
    share: (key) => void locations.share(key),
    contentUrl: (mediaUrl) => contentUrl(http, mediaUrl),
    quotable: computed(() => quotableOf(slices.messages.drawn(conversationId() ?? NEW_CONVERSATION))),
    prepare: () => void loadLightbox().catch(() => {}),
    enlarge(picture, from, onClose) {
      let close = () => {};
      let isOver = false;
      const t = (key: string) => slices.locale.words.value?.t(key) ?? '';
      loadLightbox().then(
        ({ openLightbox }) => {
          const isShown = () => slices.router.widgetOpen.value && !slices.launcher.hidden.value;
          if (!isOver) close = openLightbox({ surface, host, isShown }, picture, t, from, onClose);
        },
        () => {
          onClose();
          host.open(picture.src, '_blank', 'noopener,noreferrer');
        },
      );
      return () => {
        isOver = true;
        close();
      };
    },
  };
  return (props: RichProps) =>
    createElement(RichProvider, { value: actions }, createElement(RichMessage, { ...props, growing }));
};

export { createRichMessages as create };
