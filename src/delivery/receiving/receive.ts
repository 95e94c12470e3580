import type { Connect } from '../../services/createServices';
import type { HttpRules } from '../../services/http';
import type { ReportUnlessCancelled } from '../../services/requestError';
import type { Experience } from '../../slices/experience';
import type { Router } from '../../slices/router';
import type { Chunks } from '../chunks';
import type { HistoryDeps } from './history';
import { createHistorySync } from './historySync';
import { createRealtimeSession, type RealtimeSession } from './realtimeSession';
import type { RealtimeDeps } from './startRealtime';

type Deps = Omit<RealtimeDeps & HistoryDeps, 'onGap' | 'silence' | 'chunks'> & {
  chunks: Pick<Chunks, 'history' | 'realtimeChunk' | 'several'>;
  experience: Experience;
  router: Pick<Router, 'widgetOpen'>;
  connect: Connect;
  rules: HttpRules;
  suncoUrl: string;
  integrationId: string;
  /** Fetches the token that a session login needs for realtime; undefined without a login. */
  enter: () => Promise<void> | undefined;
  /** Sends waiting messages. */
  flush: () => void;
  reportUnlessCancelled: ReportUnlessCancelled;
};

export type Receiving = {
  live: RealtimeSession;
  /** Connects, unless the visitor has changed by the time the token arrives. */
  connectLive(): Promise<void>;
  /** Runs the history sync. */
  refresh(): void;
  /** Reads what the account allows of several conversations. Never rejects. */
  readExperience(): Promise<void>;
  /** Call when the conversation has started. @param isNew true if it cannot hold messages yet */
  onStarted(isNew: boolean): void;
};

/** Receives: the history sync, the realtime session, and the settings for several conversations. */
export const createReceiving = (deps: Deps): Receiving => {
  const { chunks, conversations, experience, user, reportUnlessCancelled } = deps;
  const activeId = () => conversations.active.value?._id;
  const { refresh, onStarted, onGap } = createHistorySync({ ...deps, activeId });
  const live = createRealtimeSession({
    ...deps,
    load: async (silence) => (await chunks.realtimeChunk()).goLive({ ...deps, onGap, silence }),
    onSilence() {
      const status = conversations.active.value?.fetchStatus;
      // One that is under way comes to an end, and one that failed is repeated automatically.
      if (status && !/pend|fail/.test(status)) onGap();
    },
  });

  const connectLive = async () => {
    const entering = deps.enter();
    if (!entering) return live.start();
    const epoch = user.epoch();
    // Without the file of logins there is no such token.
    await entering.catch(() => {});
    if (user.epoch() === epoch) live.start();
  };
  const readExperience = () =>
    chunks
      .several()
      .then((chunk) => chunk.readExperience(deps))
      .catch(reportUnlessCancelled('Failed to fetch the integration'));
  return {
    live,
    connectLive,
    refresh,
    readExperience,
    onStarted(isNew) {
      onStarted(isNew);
      void connectLive();
      if (experience.listed.value) void readExperience();
    },
  };
};
