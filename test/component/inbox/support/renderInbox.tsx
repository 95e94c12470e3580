import { signal } from '@preact/signals-react';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { onTestFinished } from 'vitest';
import type { AttentionBrowser } from '../../../../examples/support-desk/inbox/platform/attentionBrowser';
import type { PushBrowser } from '../../../../examples/support-desk/inbox/platform/pushBrowser';
import {
  createSafeStorage,
  type SafeStorage,
} from '../../../../examples/support-desk/inbox/platform/storage';
import type { TranslationBrowser } from '../../../../examples/support-desk/inbox/platform/translationBrowser';
import type { UnsentStorage } from '../../../../examples/support-desk/inbox/platform/unsentStorage';
import { createInbox, type Inbox } from '../../../../examples/support-desk/inbox/state/inbox';
import { App } from '../../../../examples/support-desk/inbox/ui/App';
import { type Clock, createClock } from '../../../../src/platform/clock';
import { createFakePush, createFakeTabs } from './fakeAccounts';
import { createFakeBar } from './fakeBar';
import { FakeDesk } from './fakeDesk';

export type RenderedInbox = { inbox: Inbox; visible: { value: boolean } };

/** A browser without sound and notifications, whose agent looks at the page. */
export const quietBrowser = (): AttentionBrowser => ({
  watched: () => true,
  mayPlay: () => true,
  play: () => {},
  permission: () => undefined,
  askPermission: async () => 'denied',
  notify: () => {},
  alone: async (work) => work(),
});

const ofTab = (own: SafeStorage): UnsentStorage => ({
  own,
  lasts: true,
  takeLeft: async () => {},
  release: () => {},
});
const noStorage = () => createSafeStorage(() => undefined);
/** Counter for reference ids. It runs on across inboxes, because an id must never repeat. */
let ids = 0;
const open = new Set<Inbox>();

/**
 * Renders the inbox of a signed-in agent on a fake desk. It closes when the test ends.
 * @param translator the browser's own, if it has one
 * @param clock replies wait by it, in which they can be taken back; without one they are sent at once
 */
export const renderInbox = async (
  desk: FakeDesk,
  tab: SafeStorage | UnsentStorage = noStorage(),
  browser = quietBrowser(),
  { bar } = createFakeBar(),
  tabs = createFakeTabs()(),
  clock?: Clock,
  translator?: TranslationBrowser,
  push: PushBrowser = createFakePush(),
): Promise<RenderedInbox> => {
  const visible = signal(true);
  const inbox = createInbox({
    local: noStorage(),
    unsent: 'own' in tab ? tab : ofTab(tab),
    visible,
    browser,
    push,
    bar,
    api: desk.api,
    clock: clock ?? createClock(),
    tabs,
    newId: () => {
      ids += 1;
      return `ref-${ids}`;
    },
    openTranslator: () => translator,
    connectLive: (options) => {
      desk.live = options;
      options.onState('connected');
      return {
        follow: (id) => {
          desk.followed = id;
        },
        restart: () => {
          desk.restarts += 1;
        },
        close: () => {
          desk.live = undefined;
        },
      };
    },
  });
  open.add(inbox);
  onTestFinished(closeInboxes);
  inbox.undo.set(clock !== undefined);
  render(<App inbox={inbox} />);
  await inbox.session.check();
  await waitFor(() => {
    if (inbox.workspace.value?.conversations.status.value.kind === 'loading')
      throw new Error('still loading');
  });
  return { inbox, visible };
};

/** Closes the inboxes of a test before it ends. */
export const closeInboxes = (): void => {
  for (const inbox of open) inbox.dispose();
  open.clear();
  cleanup();
};

/** Renders the inbox and opens the conversation with this visitor. */
export const openInbox = async (desk: FakeDesk, name: string): Promise<Inbox> => {
  const { inbox } = await renderInbox(desk);
  await openConversation(inbox, name);
  return inbox;
};

/** An inbox with one conversation, which is open. */
export const openInboxOf = async (id: string, desk = new FakeDesk()) => {
  desk.add(id);
  return { desk, inbox: await openInbox(desk, `Visitor ${id}`) };
};

/** The row of a conversation, found by the visitor's name. */
export const row = (name: RegExp | string): HTMLElement =>
  within(screen.getByRole('list', { name: 'Conversations' })).getByRole('button', {
    name: typeof name === 'string' ? new RegExp(`^${name}`) : name,
  });

/** Clicks a conversation and waits for its messages. */
export const openConversation = async (inbox: Inbox, name: string): Promise<void> => {
  fireEvent.click(row(name));
  await waitFor(() => {
    if (inbox.workspace.value?.thread.value?.status.value !== 'ready') throw new Error('still loading');
    screen.getByRole('log', { name: 'Messages' });
  });
};

export const articles = (): HTMLElement[] =>
  within(screen.getByRole('log', { name: 'Messages' })).queryAllByRole('article');

/** The text of each message, without authors and times. */
export const texts = (): (string | undefined)[] =>
  articles().map((article) => article.querySelector('.text')?.textContent ?? undefined);

export const reply = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Reply' });

/** Types a reply and sends it with Enter. */
export const sendReply = (text: string): void => {
  fireEvent.input(reply(), { target: { value: text } });
  fireEvent.keyDown(reply(), { key: 'Enter' });
};
