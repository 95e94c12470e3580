import { join } from 'node:path';
import { connectDesk, DESK_SETTINGS, takeEvents, USUAL_SETTINGS } from '../lib/desk.js';
import { openQueue } from '../lib/queue.js';
import { serve } from '../lib/serve.js';
import { readSettings } from '../lib/settings.js';
import { createBot } from './bot.js';

const settings = readSettings(DESK_SETTINGS, USUAL_SETTINGS);
const bot = createBot(connectDesk(settings), settings.INTEGRATION);
const queue = await openQueue(join(settings.DATA, 'queue.jsonl'), { desk: bot });
serve(settings, { '/desk': takeEvents(settings.WEBHOOK_SECRET, queue) }, queue);
