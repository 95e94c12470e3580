/**
 * The widgets beside which Porch is measured: how each is put on a page, by its own documentation, and what it needs of
 * a service until one can write. Their code comes from the npm registry when the bench runs.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ANSWER } from './answerWatcher.mjs';

/** @typedef {import('./server.mjs').Answer} Answer */
/**
 * @typedef {object} Peer
 * @property {string} name as its package is called
 * @property {string} version
 * @property {string} needs what stands in for its service, for the table's notes
 * @property {Record<string, string>} files its package's folders by the path they are served under
 * @property {(origin: string) => string} tag what a publisher puts on the page; scripts take the policy's nonce
 * @property {string[]} [launcher] see Subject in scripts/porch-cost/measure/measure.mjs
 * @property {string[][]} card
 * @property {(origin: string, folder: string) => Record<string, string>} [pages] pages of its service, by path
 * @property {RegExp} [starts] see Opened in sites.mjs
 * @property {boolean} [remembers]
 * @property {(request: { method: string, path: string, body: string }) => Answer | undefined} [answer]
 */

/** @param {unknown} value @returns {Answer} */
const json = (value) => ({ body: JSON.stringify(value) });

/** @type {Peer} */
const openChatStudio = {
  name: 'open-chat-studio-widget',
  version: '0.6.0',
  needs: 'the answers to its requests to start a session and to send a message',
  files: { '/widget': 'dist' },
  tag: (origin) =>
    `<script type="module" src="/widget/open-chat-studio-widget/open-chat-studio-widget.esm.js"></script>
<open-chat-studio-widget chatbot-id="bench" api-base-url="${origin}" button-shape="round"></open-chat-studio-widget>`,
  launcher: ['open-chat-studio-widget', 'button'],
  card: [
    ['open-chat-studio-widget', '.chat-header'],
    ['open-chat-studio-widget', '.send-button'],
  ],
  remembers: true,
  answer: ({ path }) => {
    if (path.endsWith('/api/chat/start/')) return json({ session_id: 'bench', chatbot: {}, participant: {} });
    if (path.endsWith('/message/')) return json({ task_id: 'answer', status: 'processing' });
    if (path.endsWith('/answer/poll/'))
      return json({
        status: 'complete',
        message: {
          created_at: new Date().toISOString(),
          role: 'assistant',
          content: ANSWER,
          attachments: [],
        },
      });
    if (path.endsWith('/poll/')) return json({ messages: [], has_more: false, session_status: 'active' });
    return undefined;
  },
};

/** The service's answer in the least form with which the widget starts. */
const ROCKET_CHAT = {
  enabled: true,
  online: true,
  settings: { registrationForm: false, nameFieldRegistrationForm: false, emailFieldRegistrationForm: false },
  theme: { title: 'Talk to us', color: '#1d74f5', offlineTitle: 'Leave a message', offlineColor: '#666666' },
  messages: {},
  resources: { sound: '' },
  triggers: [],
  departments: [],
  customFields: [],
  survey: {},
  queueInfo: null,
};

/** @type {Peer} */
const rocketChat = {
  name: '@rocket.chat/livechat',
  version: '1.13.3',
  needs:
    'the answers with its configuration, registration off, and to its requests to send a message; its WebSocket is refused',
  files: { '/livechat': 'build' },
  tag: (origin) =>
    `<script>(function (w, d, s, u) {
  w.RocketChat = function (c) { w.RocketChat._.push(c); }; w.RocketChat._ = []; w.RocketChat.url = u;
  var h = d.getElementsByTagName(s)[0], j = d.createElement(s);
  j.async = true; j.src = u + '/rocketchat-livechat.min.js'; h.parentNode.insertBefore(j, h);
})(window, document, 'script', '${origin}/livechat');</script>`,
  // Its server writes the address into the frame's page.
  pages: (origin, folder) => ({
    '/livechat': readFileSync(join(folder, 'build/index.html'), 'utf8').replace(
      '<head>',
      `<head><script>SERVER_URL = '${origin}'</script>`,
    ),
  }),
  launcher: ['#rocketchat-iframe', '[class*=chat-button]'],
  card: [['#rocketchat-iframe', 'footer']],
  answer: ({ path }) => {
    if (path.startsWith('/api/v1/livechat/config')) return json({ success: true, config: ROCKET_CHAT });
    if (path.endsWith('/livechat/visitor'))
      return json({ success: true, visitor: { _id: 'bench', token: 'bench' } });
    if (path.endsWith('/livechat/room')) return json({ success: true, room: { _id: 'bench' } });
    return json({ success: true, message: {}, messages: [] });
  },
};

/** @type {Set<string>} those of n8n’s sessions in which a visitor has written */
const sessions = new Set();

/** @type {Peer} */
const n8n = {
  name: '@n8n/chat',
  version: '1.37.0',
  needs: 'the answers to its requests for the earlier conversation and to send a message',
  files: { '/widget': 'dist' },
  tag: (origin) => `<link href="/widget/style.css" rel="stylesheet">
<script type="module">
import { createChat } from '/widget/chat.bundle.es.js';
createChat({ webhookUrl: '${origin}/webhook' });
</script>`,
  launcher: ['.chat-window-toggle'],
  card: [['.chat-window .chat-header'], ['.chat-message']],
  remembers: true,
  answer: ({ path, body }) => {
    if (path !== '/webhook') return undefined;
    const { action, sessionId } = JSON.parse(body);
    if (action === 'sendMessage') {
      sessions.add(sessionId);
      return json({ output: ANSWER });
    }
    const earlier = { id: ['langchain', 'schema', 'AIMessage'], kwargs: { content: ANSWER } };
    return json({ data: sessions.has(sessionId) ? [earlier] : [] });
  },
};

/** @type {Peer} */
const deepChat = {
  name: 'deep-chat',
  version: '2.4.2',
  needs:
    'nothing until the first message; it has no launcher and is always open in the page; the font that it requests from another server is not delivered',
  files: { '/widget': 'dist' },
  tag: (origin) => `<script type="module" src="/widget/deepChat.bundle.js"></script>
<deep-chat connect='{"url":"${origin}/chat"}'></deep-chat>`,
  card: [['deep-chat', '#text-input']],
};

const TYPEBOT_INPUT = { id: 'input', type: 'text input', options: { isLong: false } };
const TYPEBOT_ANSWER = {
  id: 'answer',
  type: 'text',
  content: { type: 'richText', richText: [{ type: 'p', children: [{ text: ANSWER }] }] },
};

/** @type {Peer} */
const typebot = {
  name: '@typebot.io/js',
  version: '0.10.7',
  needs:
    'the answers to its requests to start a chat (one bot with one text input, which remembers the visitor) and to send a message; the font that it requests from another server is not delivered',
  files: { '/widget': 'dist' },
  tag: (origin) => `<script type="module">
import Typebot from '/widget/web.js';
Typebot.initBubble({ typebot: 'bench', apiHost: '${origin}' });
</script>`,
  launcher: ['typebot-bubble', 'button'],
  card: [['typebot-bubble', '.typebot-input-form button[type=submit], .typebot-input-form > button']],
  starts: /\/startChat$/,
  remembers: true,
  answer: ({ path }) => {
    if (path.endsWith('/continueChat')) return json({ messages: [TYPEBOT_ANSWER], input: TYPEBOT_INPUT });
    if (!path.endsWith('/startChat')) return undefined;
    return json({
      sessionId: 'bench',
      resultId: 'bench',
      typebot: {
        id: 'bench',
        version: '6',
        theme: {},
        settings: { general: { rememberUser: { isEnabled: true, storage: 'local' } } },
        publishedAt: '2025-01-01T00:00:00.000Z',
      },
      messages: [],
      input: TYPEBOT_INPUT,
    });
  },
};

/** @type {Peer} */
const flowise = {
  name: 'flowise-embed',
  version: '3.1.6',
  needs: 'the answers to its requests for the bot’s configuration, whether it streams, and to send a message',
  files: { '/widget': 'dist' },
  tag: (origin) => `<script type="module">
import Chatbot from '/widget/web.js';
Chatbot.init({ chatflowid: 'bench', apiHost: '${origin}' });
</script>`,
  launcher: ['flowise-chatbot', 'button'],
  card: [['flowise-chatbot', '.chatbot-host-bubble']],
  remembers: true,
  answer: ({ path }) => {
    if (path.includes('/chatflows-streaming/')) return json({ isStreaming: false });
    if (path.includes('/prediction/'))
      return json({ text: ANSWER, chatId: 'bench', chatMessageId: 'answer' });
    if (path.includes('/public-chatbotConfig/')) return json({ uploads: {} });
    return undefined;
  },
};

export const PEERS = [openChatStudio, rocketChat, n8n, deepChat, typebot, flowise];

/** @param {Peer} peer @param {string} folder its unpacked package */
export const filesIn = ({ files }, folder) =>
  Object.fromEntries(Object.entries(files).map(([path, inside]) => [path, join(folder, inside)]));
