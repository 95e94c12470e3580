import { computed, effect, signal } from '@preact/signals-react';
import { createElement } from 'react';
import type { MenuDeps, MenuEntry } from '../../conversation/featureRow';
import { RequestError } from '../../services/requestError';
import { fetchEmail, mailTranscript } from '../../services/transcriptCalls';
import { MailPanel } from './MailPanel';
import { createMailFlow } from './mailFlow';
import { loadMailWords, type MailWords } from './mailWords';

/** The menu's entry that sends the conversation by email; none where its words cannot be loaded. */
export const createMailEntries = async (
  {
    slices: { conversations, locale, user, messages },
    delivery: { http },
    createId,
    report,
    onDispose,
  }: MenuDeps,
  load = loadMailWords,
): Promise<readonly MenuEntry[]> => {
  const words = signal<MailWords>({});
  const read = async (code: string) => {
    const loaded = await load(code);
    if ((locale.words.peek()?.locale ?? code) === code) words.value = loaded;
  };
  const failed = (cause: unknown) => report('The words of transcripts could not be loaded', cause);
  const first = locale.words.peek()?.locale ?? 'en-us';
  try {
    await read(first);
  } catch (cause) {
    failed(cause);
    return [];
  }
  let shown = first;
  onDispose(
    effect(() => {
      const code = locale.words.value?.locale ?? shown;
      if (code === shown) return;
      shown = code;
      read(code).catch(failed);
    }),
  );
  const id = computed(() => conversations.active.value?._id);
  const flow = createMailFlow({
    fetchEmail: async () => {
      const appUserId = user.appUserId.peek();
      return appUserId && fetchEmail(http, appUserId);
    },
    mail: async (request) => {
      const conversation = id.peek();
      if (!conversation) throw new RequestError('network', 'There is no conversation yet');
      await mailTranscript(http, conversation, request);
    },
    createId,
    report,
  });
  const entry: MenuEntry = {
    label: 'mail.title',
    text: computed(() => words.value['mail.title'] ?? ''),
    available: signal(true),
    // The desk sends nothing before somebody of the team has written.
    disabled: computed(() => !id.value || !messages.of(id.value).value.some((m) => m.role === 'appMaker')),
    panel: ({ onClose }) => createElement(MailPanel, { flow, words, onClose }),
  };
  return [entry];
};
