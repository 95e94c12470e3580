import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import { type ApiFailure, type ApiResult, refusalWords } from '../../model/apiResult';
import type { RefusedRow } from '../../model/decodeEmails';
import type { EmailsApi } from '../../services/emailsApi';

/** The loaded emails that did not become messages, newest first. */
export type RefusedEmails = {
  rows: ReadonlySignal<readonly RefusedRow[]>;
  status: ReadonlySignal<'unread' | 'loading' | 'ready' | ApiFailure>;
  hasMore: ReadonlySignal<boolean>;
  /** The email that is being accepted or removed. */
  busy: ReadonlySignal<string | undefined>;
  /** Why the newest attempt failed, and for which email. */
  failed: ReadonlySignal<{ id: string; words: string } | undefined>;
  /** Reads the first page again. */
  refresh(): Promise<void>;
  /** Reads the list again, if it was read before. */
  heard(): void;
  loadMore(): Promise<void>;
  /** Resolves to the conversation of the message, unless that failed. */
  accept(id: string): Promise<string | undefined>;
  /** @returns whether it was removed from the list */
  dismiss(id: string): Promise<boolean>;
};

export const createRefusedEmails = (
  api: Pick<EmailsApi, 'refused' | 'accept' | 'dismiss'>,
  onFailure: (failure: ApiFailure) => void,
): RefusedEmails => {
  const rows = signal<readonly RefusedRow[]>([]);
  const status = signal<'unread' | 'loading' | 'ready' | ApiFailure>('unread');
  const next = signal<string | undefined>(undefined);
  const busy = signal<string | undefined>(undefined);
  const failed = signal<{ id: string; words: string } | undefined>(undefined);
  let latest = 0;

  const read = async (before: string | undefined): Promise<void> => {
    latest += 1;
    const mine = latest;
    status.value = 'loading';
    const answer = await api.refused(before);
    if (mine !== latest) return;
    if (answer.ok) {
      rows.value = [...(before === undefined ? [] : rows.peek()), ...answer.value.rows];
      next.value = answer.value.next;
    } else onFailure(answer.failure);
    status.value = answer.ok ? 'ready' : answer.failure;
  };

  /** Makes a call about one email, which removes it from the list. */
  const settle = async <T>(id: string, call: () => Promise<ApiResult<T>>): Promise<ApiResult<T>> => {
    busy.value = id;
    failed.value = undefined;
    const answer = await call();
    busy.value = undefined;
    if (answer.ok) rows.value = rows.peek().filter((row) => row.id !== id);
    else {
      failed.value = { id, words: refusalWords(answer) };
      onFailure(answer.failure);
    }
    return answer;
  };

  return {
    rows,
    status,
    hasMore: computed(() => next.value !== undefined),
    busy,
    failed,
    refresh: () => read(undefined),
    heard: () => {
      if (status.peek() !== 'unread') void read(undefined);
    },
    loadMore: () => read(next.peek()),
    accept: async (id) => {
      const answer = await settle(id, () => api.accept(id));
      return answer.ok ? answer.value : undefined;
    },
    dismiss: async (id) => (await settle(id, () => api.dismiss(id))).ok,
  };
};
