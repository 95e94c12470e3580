import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createRandom } from '../faults/support/time';
import { WHOLE } from '../support/amounts.mjs';
import type { Desk } from '../support/desk';
import {
  agent,
  anonymous,
  type Body,
  basic,
  sendFile,
  sendText,
  signedIn,
  type Visitor,
} from '../support/deskClient';
import { putEmptyDatabase } from '../support/emptyDatabase';
import { folderForThisFile } from '../support/folder';
import { type DeskProcess, findPort, launchDesk } from '../support/process';

const KILLS = Number(process.env.DESK_KILLS ?? WHOLE.kills);
const SEED = Number(process.env.FAULT_SEED ?? 1);
const WRITERS = 8;
/** Number of answers after which a desk is killed. Small enough for slow machines. */
const ANSWERS = 9;
/** After this many messages a writer continues as a new visitor; one message in `A_FILE` is a file. */
const A_VISITOR = 60;
const A_FILE = 9;

const folder = folderForThisFile();
let launched: ReturnType<typeof launchDesk> | undefined;

afterAll(() => launched?.crash());

/** The ids that a client received, by the reference it sent. */
type Acknowledged = Map<string, string>;

describe(`a desk that is killed ${KILLS} times`, () => {
  it(
    'has everything that it acknowledged, once, also what its clients repeated',
    async () => {
      const random = createRandom(SEED);
      const dataDir = join(folder, 'data');
      await putEmptyDatabase(dataDir);
      const port = await findPort();
      let isOver = false;
      let atStart = 0;
      let retried = 0;
      let known = 0;
      const waiting: (() => void)[] = [];
      const answered = () => new Promise<void>((resolve) => waiting.push(resolve));
      const up: { desk?: Desk; wait: (() => void)[] } = { wait: [] };

      /** Repeats a request until the desk answers, as the messenger does. */
      const insist = async <T>(ask: (desk: Desk) => Promise<{ status: number; body: T }>): Promise<T> => {
        for (;;) {
          if (!up.desk) await new Promise<void>((resolve) => up.wait.push(resolve));
          const { desk } = up;
          if (!desk) continue;
          const answer = await ask(desk).catch(() => undefined);
          // A truncated answer counts as no answer.
          if (answer && typeof answer.body !== 'string') {
            expect([200, 201]).toContain(answer.status);
            if (answer.status === 200) known += 1;
            for (const resolve of waiting.splice(0)) resolve();
            return answer.body;
          }
          retried += 1;
        }
      };

      const visitors: Acknowledged = new Map();
      const messages: Acknowledged = new Map();
      const written: { conversationId: string; referenceId: string }[] = [];

      const begin = async (referenceId: string): Promise<Visitor> => {
        const body = await insist<Body>((desk) =>
          anonymous(desk)('POST', '/appusers', {
            client: { platform: 'web', id: 'client-1', integrationId: 'web' },
            intent: 'conversation:start',
            referenceId,
          }),
        );
        const id = body.appUser._id;
        const [conversation] = body.conversations;
        expect(body.conversations).toHaveLength(1);
        visitors.set(conversation?._id ?? '', id);
        return {
          id,
          sessionToken: body.sessionToken,
          conversationId: conversation?._id ?? '',
          // Every restarted desk has the same address.
          call: (...args) => signedIn(up.desk as Desk, basic(id, body.sessionToken))(...args),
        };
      };

      const write = async (name: number): Promise<void> => {
        let visitor: Visitor | undefined;
        for (let n = 0; !isOver; n++) {
          if (!visitor || n % A_VISITOR === 0) visitor = await begin(`visitor-${name}-0123456789abcdef-${n}`);
          const referenceId = `${name}-${n}`;
          const now = visitor;
          written.push({ conversationId: now.conversationId, referenceId });
          if (n % A_FILE === 0) {
            const file = { name: 'note.txt', content: `file ${referenceId}` };
            const message = { role: 'appUser', referenceId };
            const body = await insist((desk) => sendFile(now, desk, file, { message }));
            messages.set(referenceId, body.messageId);
          } else {
            const body = await insist(() => sendText(now, referenceId, referenceId));
            expect(body.messages).toHaveLength(1);
            messages.set(referenceId, body.messages[0]?._id ?? '');
          }
        }
      };

      const raise = async (): Promise<DeskProcess> => {
        launched = launchDesk(dataDir, port);
        const desk = await launched.listening;
        up.desk = { ...desk, appId: 'porch' } as unknown as Desk;
        for (const resolve of up.wait.splice(0)) resolve();
        return desk;
      };
      const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

      await raise();
      const writers = Promise.all(Array.from({ length: WRITERS }, (_, i) => write(i)));
      for (let kill = 0; kill < KILLS; kill++) {
        // Kill the desk mostly while it is busy, sometimes before its first answer, and always at a random
        // instant.
        for (let left = random() < 0.8 ? ANSWERS : 0; left > 0; left--) await answered();
        await pause(random() * 600);
        up.desk = undefined;
        await launched?.crash();
        if (random() < 0.2) {
          // Sometimes kill it again while it starts.
          const starting = launchDesk(dataDir, port);
          launched = starting;
          await Promise.race([pause(300 + random() * 1200), starting.listening]);
          await starting.crash();
          atStart += 1;
        }
        await raise();
      }
      isOver = true;
      await writers;

      const desk = up.desk as unknown as Desk;
      const ask = agent(desk);
      const conversations: string[] = [];
      for (let after: string | undefined = ''; after !== undefined; ) {
        const { body } = await ask('GET', `/conversations?all=1${after && `&after=${after}`}`);
        after = body.next;
        conversations.push(...body.conversations.map((c) => c._id));
      }
      expect(conversations.sort()).toEqual([...visitors.keys()].sort());

      for (const conversationId of conversations) {
        const stored: Body['messages'] = [];
        for (let more = true; more; ) {
          const before = stored[0] ? `?before=${stored[0].received}` : '';
          const { body } = await ask('GET', `/conversations/${conversationId}/messages${before}`);
          stored.unshift(...body.messages);
          more = body.hasPrevious;
        }
        // A writer sends one message at a time, so each must be stored once, in the order written.
        const mine = written.filter((w) => w.conversationId === conversationId).map((w) => w.referenceId);
        expect(stored.map((m) => m.referenceId)).toEqual(mine);
        const times = stored.map((m) => m.received);
        expect(times).toEqual([...new Set(times)].sort((x, y) => x - y));
        expect(stored.map((m) => m._id)).toEqual(mine.map((referenceId) => messages.get(referenceId)));
        for (const file of stored.filter((m) => m.mediaUrl)) {
          expect(await (await fetch(String(file.mediaUrl))).text()).toBe(`file ${file.referenceId}`);
        }
      }
      console.log(
        `${KILLS} kills and ${atStart} more while starting: ${messages.size} messages and files of ${visitors.size} visitors acknowledged, ${retried} requests asked again, of which ${known} had been stored; lost 0, doubled 0.`,
      );
      expect(messages.size).toBeGreaterThan(KILLS * 5);
      expect(retried).toBeGreaterThan(KILLS / 2);
    },
    // A start takes seconds of a core, many times as long beside the fault schedules.
    120_000 + KILLS * 20_000,
  );
});
