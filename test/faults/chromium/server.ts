import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Desk } from '../../support/desk';
import { agent, type Body } from '../../support/deskClient';
import { putEmptyDatabase } from '../../support/emptyDatabase';
import { type FaultProxy, startFaultProxy } from '../../support/faultProxy';
import { findPort, launchDesk } from '../../support/process';

export type Conversation = { id: string; appUserId: string; texts: string[] };

export type Server = {
  proxy: FaultProxy;
  /**
   * Kills the process as a power cut would, and starts it again `ms` later on the same folder and port.
   * @returns false if it is already down
   */
  kill(ms: number): Promise<boolean>;
  /** Resolves when a killed desk runs again. */
  isUp(): Promise<void>;
  /** The conversations begun since the last `forget`, newest first, each with its texts, oldest first. */
  conversations(): Promise<Conversation[]>;
  /** Sends a text as the agent, and repeats the request until the desk has stored it. */
  say(conversationId: string, text: string): Promise<void>;
  /** Ends a visitor's sessions. @returns the number of sessions ended */
  expire(appUserId: string): Promise<number>;
  forget(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Starts a real desk in its own process behind a proxy. The agent bypasses the proxy and so meets no faults.
 */
export const startServer = async (): Promise<Server> => {
  const folder = mkdtempSync(join(tmpdir(), 'porch-faults-'));
  const dataDir = join(folder, 'data');
  await putEmptyDatabase(dataDir);
  const port = await findPort();
  const raise = () => {
    const launched = launchDesk(dataDir, port);
    return {
      ...launched,
      desk: launched.listening.then((d) => ({ ...d, appId: 'porch' }) as unknown as Desk),
    };
  };
  let running = raise();
  await running.listening;
  let back = Promise.resolve();
  let up = true;
  const proxy = await startFaultProxy(port);
  const known = new Set<string>();

  /** Repeats a request until the desk answers. */
  const call = async (method: string, path: string, body?: unknown): Promise<Body> => {
    for (;;) {
      await back;
      const answer = await agent(await running.desk)(method, path, body).catch(() => undefined);
      if (!answer || typeof answer.body === 'string') continue;
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status}`);
      return answer.body;
    }
  };
  const newest = async () => (await call('GET', '/conversations?all=1')).conversations;

  return {
    proxy,
    async kill(ms) {
      if (!up) return false;
      up = false;
      await running.crash();
      back = (async () => {
        await new Promise((resolve) => setTimeout(resolve, ms));
        running = raise();
        await running.listening;
        up = true;
      })();
      return true;
    },
    isUp: () => back,
    async conversations() {
      const fresh = (await newest()).filter((c) => !known.has(c._id)) as unknown as {
        _id: string;
        visitor: { appUserId: string };
      }[];
      return Promise.all(
        fresh.map(async ({ _id, visitor }) => {
          const { messages } = await call('GET', `/conversations/${_id}/messages`);
          return { id: _id, appUserId: visitor.appUserId, texts: messages.map((m) => m.text ?? '') };
        }),
      );
    },
    async say(conversationId, text) {
      await call('POST', `/conversations/${conversationId}/messages`, {
        type: 'text',
        text,
        referenceId: text,
      });
    },
    expire: async (appUserId) => (await call('POST', `/users/${appUserId}/expire-sessions`)).expired,
    async forget() {
      for (const { _id } of await newest()) known.add(_id);
    },
    async close() {
      await proxy.close();
      await back;
      await running.crash();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
