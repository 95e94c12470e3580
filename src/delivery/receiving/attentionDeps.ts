import type { ReadonlySignal } from '@preact/signals-react';
import type { Clock } from '../../platform/clock';
import type { Page } from '../../platform/page';
import type { Storages } from '../../platform/storage';
import type { Conversations } from '../../slices/conversations';
import type { Locale } from '../../slices/locale';
import type { Messages } from '../../slices/messages';
import type { Router } from '../../slices/router';

/** What draws a visitor's attention to a new message. */
export type AttentionDeps = {
  host: Window;
  page: Pick<Page, 'visible' | 'focused' | 'onVisible'>;
  clock: Clock;
  storages: Pick<Storages, 'lasting' | 'session'>;
  onDispose: (undo: () => void) => void;
  /** The configuration's features. */
  flags: Readonly<Record<string, unknown>>;
  integrationId: string;
  title: string;
  unread: ReadonlySignal<number>;
  messages: Pick<Messages, 'shown'>;
  conversations: Pick<Conversations, 'show'>;
  router: Pick<Router, 'openWidget'>;
  locale: Pick<Locale, 'words'>;
};
