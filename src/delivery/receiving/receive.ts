import type { Connect } from '../../services/createServices';
import type { HttpRules } from '../../services/http';
import type { Tell } from '../../services/requestError';
import type { Experience } from '../../slices/experience';
import type { Router } from '../../slices/router';
import type { Chunks } from '../chunks';
import type { HistoryDeps } from './history';
import { createHistorySync } from './historySync';
import { createRealtimeSession } from './realtimeSession';
import type { RealtimeDeps } from './startRealtime';

/** Receives: the history sync, the realtime session, and the settings for several conversations. */
export const createReceiving = (
  deps: Omit<RealtimeDeps & HistoryDeps, 'onGap' | 'chunks'> & {
    chunks: Pick<Chunks, 'history' | 'realtime' | 'several' | 'arrivals'>;
    experience: Experience;
    router: Pick<Router, 'widgetOpen'>;
    own?: (undo: () => void) => void;
    connect: Connect;
    rules: HttpRules;
    suncoUrl: string;
    /** Fetches the token that a session login needs for realtime; undefined without a login. */
    enter: () => Promise<void> | undefined;
    /** Sends waiting messages. */
    flush: () => void;
    tell: Tell;
  },
) => {
  const { chunks, conversations, experience, user, tell } = deps;
  const activeId = () => conversations.active.value?._id;
  const { refresh, onStarted, onGap, dispose } = createHistorySync({ ...deps, activeId });
  const live = createRealtimeSession({
    ...deps,
    load: async () => (await chunks.realtime()).goLive({ ...deps, onGap }),
  });

  /** If the visitor has changed by the time the token is there, it does not connect. */
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
      .catch(tell('Failed to fetch the integration'));
  return {
    live,
    connectLive,
    refresh,
    readExperience,
    /** Call when the conversation has started. @param isNew true if it cannot hold messages yet */
    onStarted(isNew: boolean) {
      onStarted(isNew);
      void connectLive();
      if (experience.listed.value) void readExperience();
    },
    dispose() {
      dispose();
      live.dispose();
    },
  };
};
