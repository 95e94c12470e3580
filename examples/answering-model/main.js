import { join } from 'node:path';
import { connectDesk, DESK_SETTINGS, takeEvents, USUAL_SETTINGS } from '../lib/desk.js';
import { openQueue } from '../lib/queue.js';
import { serve } from '../lib/serve.js';
import { readSettings } from '../lib/settings.js';
import { createAnswers } from './answer.js';
import { connectGrowing } from './growing.js';
import { createChatCompletions } from './models/chatCompletions.js';
import { createStandIn } from './models/standIn.js';

const settings = readSettings(DESK_SETTINGS, {
  ...USUAL_SETTINGS,
  MODEL_URL: '',
  MODEL_NAME: '',
  MODEL_KEY: '',
  STAND_IN_PAUSE_MS: '40',
});
const { MODEL_URL: url, MODEL_NAME: name, MODEL_KEY: key } = settings;
const model = url
  ? createChatCompletions({ url, name, key })
  : createStandIn({ pauseMs: Number(settings.STAND_IN_PAUSE_MS) });

const answers = createAnswers({
  desk: connectDesk(settings),
  growing: connectGrowing(settings),
  model,
  name: settings.INTEGRATION,
});
const queue = await openQueue(join(settings.DATA, 'queue.jsonl'), { desk: answers });
serve(settings, { '/desk': takeEvents(settings.WEBHOOK_SECRET, queue) }, queue);
