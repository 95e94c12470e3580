import { join } from 'node:path';
import { createBridge } from '../lib/bridge.js';
import { connectDesk, DESK_SETTINGS, takeEvents, USUAL_SETTINGS } from '../lib/desk.js';
import { openQueue } from '../lib/queue.js';
import { serve } from '../lib/serve.js';
import { readSettings } from '../lib/settings.js';
import { CHATWOOT_SETTINGS, connectChatwoot } from './chatwoot.js';
import { createReplies, takeChatwootEvents } from './events.js';

const settings = readSettings({ ...DESK_SETTINGS, ...CHATWOOT_SETTINGS }, USUAL_SETTINGS);
const desk = connectDesk(settings);
const chatwoot = connectChatwoot(settings);
const bridge = createBridge({ desk, name: settings.INTEGRATION, prefix: 'chatwoot', inbox: chatwoot.inbox });

const queue = await openQueue(join(settings.DATA, 'queue.jsonl'), {
  desk: (event, once) => bridge.copyNew(event.payload.conversation.id, once),
  chatwoot: createReplies({ chatwoot, bridge }),
});
const routes = {
  '/desk': takeEvents(settings.WEBHOOK_SECRET, queue),
  '/chatwoot': takeChatwootEvents(settings.CHATWOOT_SECRET, queue),
};
serve(settings, routes, queue);
