import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, describe, expect, it } from 'vitest';
import { killAll, start } from '../support/deskProcess';
import { putEmptyDatabase } from '../support/emptyDatabase';
import { folderForThisFile } from '../support/folder';
import { findPort } from '../support/process';
import { type Answer, createSunshineClient } from '../support/sunshineClient';
import { startReceiver } from '../support/webhookReceiver';

const TOKEN = 'the-token-of-the-desk-in-a-process';
const KEY = { id: 'AGENT_TOKEN', secret: TOKEN };
const MESSAGES = 20;

type Got = { id: string; text: string; body: string; headers: Record<string, string> };

describe('a desk that is killed between a commit and its webhook', () => {
  const folder = folderForThisFile();
  afterAll(killAll);

  it('sends what was acknowledged after it starts again, in order, once by its id', async () => {
    await putEmptyDatabase(folder);
    const port = await findPort();
    const env = { DATA_DIR: folder, AGENT_TOKEN: TOKEN, WEBHOOK_HOSTS: '127.0.0.1' };
    const desk = await start(env);
    const api = createSunshineClient(desk.origin, KEY);
    const webhooks = [{ target: `http://127.0.0.1:${port}/`, triggers: ['conversation:message'] }];
    const body = { type: 'custom', displayName: 'Bot', webhooks };
    const { integration } = await api.IntegrationsApi.createIntegration('porch', body);
    const listed = await api.WebhooksApi.listWebhooks('porch', integration.id);
    const verifier = new Verifier(listed.webhooks[0].secret);
    const { user } = await api.UsersApi.createUser('porch', { externalId: 'c' });
    const participants = [{ userId: user.id }];
    const { conversation } = await api.ConversationsApi.createConversation('porch', {
      type: 'personal',
      participants,
    });
    const say = (text: string): Promise<Answer> | undefined =>
      api.MessagesApi.postMessage('porch', conversation.id, {
        author: { type: 'user', userId: user.id },
        content: { type: 'text', text },
      });
    const acknowledged: string[] = [];
    // Nobody listens yet, so all of it waits.
    for (let n = 0; n < MESSAGES; n++) {
      await say(`${n}`);
      acknowledged.push(`${n}`);
    }
    await desk.end('SIGKILL');

    const got: Got[] = [];
    const receiver = await startReceiver(({ payload }, request, body) => {
      const headers = request.headers as Record<string, string>;
      got.push({ id: headers['webhook-id'] ?? '', text: payload.message.content.text ?? '', body, headers });
    }, port);
    const again = await start(env);
    await expect.poll(() => new Set(got.map(({ id }) => id)).size).toBe(MESSAGES);
    const firsts = got.filter(({ id }, at) => got.findIndex((other) => other.id === id) === at);
    expect(firsts.map(({ text }) => text)).toEqual(acknowledged);
    for (const one of got) expect(() => verifier.verify(one.body, one.headers)).not.toThrow();
    await receiver.close();
    await again.end('SIGTERM');
  });
});
