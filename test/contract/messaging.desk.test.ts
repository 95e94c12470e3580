import { startDesk } from '../support/desk';
import { agent } from '../support/deskClient';
import { messagingSuite } from './messagingSuite';

for (const store of ['memory', 'pglite'] as const) {
  messagingSuite(`the desk on ${store}`, async () => {
    const desk = await startDesk({ store });
    return {
      baseUrl: `${desk.origin}/sc/sdk/v2/apps/${desk.appId}`,
      async agentSays(conversationId, text) {
        await agent(desk)('POST', `/conversations/${conversationId}/messages`, { text });
      },
      close: desk.close,
    };
  });
}
