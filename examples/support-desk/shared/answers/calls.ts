import * as v from 'valibot';
import { nameFrom } from './conversations';

/** The answers about voice calls. Times are float seconds. */

/** A voice call. `agent` is the one who answered. */
export const agentCall = v.object({
  id: v.string(),
  /** The visitor's name, its source, and their id. */
  visitor: v.string(),
  nameFrom,
  appUserId: v.string(),
  lineId: v.string(),
  /** Whether the visitor allows a recording. */
  recordingConsent: v.picklist(['opted_in', 'opted_out', 'unknown']),
  startedAt: v.number(),
  state: v.picklist(['ringing', 'answered', 'ended']),
  agent: v.optional(v.string()),
  /** The ids of the agents who have declined it. It rings for the others. */
  declinedBy: v.array(v.string()),
});
export type AgentCall = v.InferOutput<typeof agentCall>;

/** `GET /calls`: the calls that have not ended. */
export const callsAnswer = v.object({ calls: v.array(agentCall) });
export type AgentCallsAnswer = v.InferOutput<typeof callsAnswer>;

/**
 * `POST /calls/{id}/answer` takes `{name?}`: 409 `conflict` if another agent has answered. Then `GET
 * …/signals?after=N` and `POST …/signals` carry the signals between the two browsers (`src/wire/voice.ts`). An `end`
 * before an answer declines the call for the caller: it ends when nobody who is there is left.
 */
export const callAnswer = v.object({
  call: agentCall,
  iceServers: v.array(
    v.object({
      urls: v.array(v.string()),
      username: v.optional(v.string()),
      credential: v.optional(v.string()),
    }),
  ),
});
export type AgentCallAnswer = v.InferOutput<typeof callAnswer>;
