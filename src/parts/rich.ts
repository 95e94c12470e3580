import { createElement } from 'react';
import { createPostbacks } from '../flows/sendPostback';
import { createLocationSharer } from '../flows/shareLocation';
import { askPosition } from '../platform/geolocation';
import { contentUrl, sendPostback } from '../services/conversationCalls';
import type { RequestError } from '../services/requestError';
import type { KindProps } from '../ui/messageLog/messageKinds';
import { type RichActions, RichProvider } from '../ui/messageLog/rich/context';
import { RichMessage } from '../ui/messageLog/rich/RichMessage';
import type { PartDeps } from './deps';

/** All message kinds except plain text, with their actions. */
export const createPart = ({ slices, delivery, createId, report }: PartDeps) => {
  const { http, author, sender } = delivery;
  const postbacks = createPostbacks({
    conversationId: () => slices.conversations.active.value?._id,
    post: (conversationId, postback) => sendPostback(http, conversationId, author(), postback),
    createId,
    report: (message, cause) => {
      if (!(cause as RequestError).isActionCancelled) report(message, cause);
    },
  });
  const locations = createLocationSharer({
    ask: () => askPosition(),
    say: (url) => slices.locale.words.value?.t('location.mine', { url }) ?? url,
    send: sender.send,
  });
  const actions: RichActions = {
    reply: sender.send,
    postbacks: postbacks.states,
    press: (key, actionId) => void postbacks.press(key, actionId),
    locations: locations.states,
    share: (key) => void locations.share(key),
    contentUrl: (mediaUrl) => contentUrl(http, mediaUrl),
  };
  return (props: KindProps) =>
    createElement(RichProvider, { value: actions }, createElement(RichMessage, props));
};
