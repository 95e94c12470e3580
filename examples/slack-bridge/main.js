import { join } from 'node:path';
import { createBridge } from '../lib/bridge.js';
import { connectDesk, DESK_SETTINGS, takeEvents, USUAL_SETTINGS } from '../lib/desk.js';
import { openQueue } from '../lib/queue.js';
import { serve } from '../lib/serve.js';
import { readSettings } from '../lib/settings.js';
import { createReplies, takeSlackEvents } from './events.js';
import { connectSlack, SLACK_SETTINGS } from './slack.js';

const settings = readSettings(
  { ...DESK_SETTINGS, ...SLACK_SETTINGS },
  { ...USUAL_SETTINGS, SLACK_API: 'https://slack.com/api' },
);
const desk = connectDesk(settings);
const slack = connectSlack(settings);
const bridge = createBridge({ desk, name: settings.INTEGRATION, prefix: 'slack', inbox: slack.inbox });

const queue = await openQueue(join(settings.DATA, 'queue.jsonl'), {
  desk: (event, once) => bridge.copyNew(event.payload.conversation.id, once),
  slack: createReplies({ slack, desk, bridge }),
});
const routes = {
  '/desk': takeEvents(settings.WEBHOOK_SECRET, queue),
  '/slack': takeSlackEvents(settings, queue),
};
serve(settings, routes, queue);
