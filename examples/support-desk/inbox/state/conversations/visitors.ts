import type { ReadonlySignal } from '@preact/signals-react';
import type { AgentConversation } from '../../../shared/answers/conversations';
import type { AgentVisitorData } from '../../../shared/answers/visitors';
import { type ApiFailure, type ApiRefusal, refusalWords } from '../../model/apiResult';
import type { AgentApi } from '../../services/api';
import type { Announcements } from '../alerts/announcements';
import { forgetWritten, type Written } from '../writing/written';
import type { Conversations } from './conversations';
import type { Threads } from './threads';

/** What agents do with a whole visitor. */
export type Visitors = {
  /** How much the desk stores about a visitor, or what went wrong. */
  data(appUserId: string): Promise<AgentVisitorData | string>;
  /** Everything that the desk stores about a visitor, as a zip file, or what went wrong. */
  export(appUserId: string): Promise<Blob | string>;
  /** Deletes a visitor and everything that the desk stores about them. @returns what went wrong */
  remove(appUserId: string): Promise<string | undefined>;
  /** The newest conversations of a visitor; empty if they cannot be loaded. */
  conversations(appUserId: string): Promise<AgentConversation[]>;
  /** Blocks or unblocks a visitor. @returns what went wrong */
  setBlocked(appUserId: string, blocked: boolean): Promise<string | undefined>;
  /** Unlinks a visitor's channel. @returns whether it worked */
  unlink(appUserId: string, clientId: string): Promise<boolean>;
  /** Forgets deleted conversations. */
  heardDeleted(ids: readonly string[]): void;
};

type VisitorsDeps = {
  api: AgentApi['visitors'];
  conversations: Conversations;
  threads: Pick<Threads, 'forget'>;
  written: Written;
  announcements: Announcements;
  activeId: ReadonlySignal<string | undefined>;
  open(id: string | undefined): void;
  onFailure(failure: ApiFailure): void;
};

export const createVisitors = (deps: VisitorsDeps): Visitors => {
  const { api, conversations, threads } = deps;
  /** The visitors that this inbox is deleting. */
  let removing = 0;

  const refused = (refusal: ApiRefusal): string => {
    deps.onFailure(refusal.failure);
    return refusalWords(refusal);
  };

  const heardDeleted = (ids: readonly string[]): void => {
    const active = deps.activeId.peek();
    // The agent who deletes a visitor knows why the open conversation is gone.
    if (removing > 0 && active !== undefined && ids.includes(active)) deps.open(undefined);
    for (const id of ids) {
      threads.forget(id);
      forgetWritten(deps.written, id);
    }
    conversations.remove(ids);
  };

  return {
    data: async (appUserId) => {
      const answer = await api.data(appUserId);
      return answer.ok ? answer.value : refused(answer);
    },
    export: async (appUserId) => {
      const answer = await api.export(appUserId);
      return answer.ok ? answer.value : refused(answer);
    },
    remove: async (appUserId) => {
      removing += 1;
      const answer = await api.remove(appUserId);
      // Somebody else may have deleted the visitor since.
      const isGone = answer.ok || answer.failure === 'notFound';
      // The live event may be late, or the connection lost.
      if (isGone) {
        const theirs = conversations.items.peek().filter((c) => c.visitor.appUserId === appUserId);
        heardDeleted(theirs.map((c) => c._id));
        deps.announcements.say(`deleted ${appUserId}`, 'The visitor was deleted.');
      }
      removing -= 1;
      return isGone ? undefined : refused(answer as ApiRefusal);
    },
    conversations: async (appUserId) => {
      const asOf = conversations.moment();
      const answer = await api.conversations(appUserId);
      if (!answer.ok) {
        deps.onFailure(answer.failure);
        return [];
      }
      conversations.absorb(answer.value, asOf);
      return answer.value;
    },
    setBlocked: async (appUserId, blocked) => {
      const answer = await api.setBlocked(appUserId, blocked);
      if (!answer.ok) return refused(answer);
      conversations.setBlocked(appUserId, blocked);
      deps.announcements.say(
        `blocked ${appUserId} ${blocked} ${conversations.moment()}`,
        blocked ? 'The visitor is blocked.' : 'The visitor is no longer blocked.',
      );
      return undefined;
    },
    unlink: async (appUserId, clientId) => {
      const answer = await api.unlink(appUserId, clientId);
      if (!answer.ok) deps.onFailure(answer.failure);
      return answer.ok;
    },
    heardDeleted,
  };
};
