import { startDesk } from '../support/desk';
import { agent } from '../support/deskClient';
import { ENGINES } from '../support/engines';
import { messagingSuite } from './messagingSuite';

for (const [name, options] of ENGINES) {
  messagingSuite(`the desk on ${name}`, async () => {
    const desk = await startDesk(options);
    return {
      baseUrl: `${desk.origin}/sc/sdk/v2/apps/${desk.appId}`,
      async agentSays(conversationId, text) {
        await agent(desk)('POST', `/conversations/${conversationId}/messages`, { text });
      },
      close: desk.close,
    };
  });
}
