import { MAX_TEXT } from '@porch/messenger/wire/message';
import type { AgentMessage } from '../../shared/answers/messages';
import type { SimulatedChannel } from './simulatedChannel';

const NAMES = { whatsapp: 'WhatsApp', messenger: 'Messenger', instagram: 'Instagram' };

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;background:Canvas;color:CanvasText;font:16px/1.5 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:1rem 1rem 3rem}
h1{font-size:1.3rem;line-height:1.3}
ol{margin:1rem 0;padding:0;list-style:none;display:flex;flex-direction:column;gap:.5rem}
li{max-width:85%;padding:.5rem .8rem;border:1px solid;border-radius:1rem;overflow-wrap:anywhere;white-space:pre-wrap}
li[data-own]{align-self:flex-end}
li b{display:block;font-size:.8rem}
form{display:flex;flex-wrap:wrap;gap:.75rem;margin:1rem 0;align-items:end}
label{flex:1 1 100%}
input,textarea{display:block;box-sizing:border-box;width:100%;padding:.6rem;border:1px solid;border-radius:.5rem;background:Field;color:FieldText;font:inherit}
button{min-height:44px;padding:.5rem 1.1rem;border:1px solid;border-radius:.5rem;background:ButtonFace;color:ButtonText;font:inherit;cursor:pointer}
button.main{background:#1b6b3a;color:#fff;border-color:#1b6b3a}
[role=alert]{font-weight:600}
@media (forced-colors:active){button.main{forced-color-adjust:none}}
`;

/** Fetches new messages; the page reloads when the link has changed. */
const SCRIPT = `
const log = document.querySelector('ol');
const read = async () => {
  const answer = await fetch(location.pathname + '/messages').catch(() => undefined);
  if (!answer || !answer.ok) return;
  if (answer.headers.get('x-channel-state') !== document.body.dataset.state) return location.replace(location.href);
  const html = await answer.text();
  if (log && html !== log.dataset.html) log.innerHTML = log.dataset.html = html;
};
setInterval(read, 1000);
`;

const document = (nonce: string, title: string, state: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style nonce="${nonce}">${STYLE}</style></head>
<body data-state="${state}"><main>${body}</main></body></html>`;

const button = (press: string, label: string, main = false): string =>
  `<button name="press" value="${press}"${main ? ' class="main"' : ''} formnovalidate>${label}</button>`;

const textOf = ({ type, text, textFallback, mediaUrl }: AgentMessage): string => {
  const words = [text, textFallback, mediaUrl].filter((part): part is string => typeof part === 'string');
  return words.filter(Boolean).join('\n') || `[${type}]`;
};

/** The entries of the message list. */
export const messagesHtml = (messages: readonly AgentMessage[]): string =>
  messages
    .map((message) => {
      const own = message.role === 'appUser';
      const name = own ? 'You' : (message.name ?? 'Support');
      return `<li${own ? ' data-own' : ''}><b>${escapeHtml(name)}</b>${escapeHtml(textOf(message))}</li>`;
    })
    .join('');

/** The page of an invalid code. */
export const goneHtml = (nonce: string): string =>
  document(
    nonce,
    'No such link',
    'gone',
    '<h1>There is no such link</h1><p>Open the website’s chat and ask for a new one.</p>',
  );

const ENDS: Record<string, string> = {
  expired: 'This link has expired. Ask for a new one in the website’s chat.',
  ended: 'This conversation is no longer connected.',
  cancelled: 'You cancelled the connection.',
  failed: 'The connection failed.',
};

const asking = (name: string, state: string): string => `
<p>A website’s chat asks to continue here. Its replies will also come here.</p>
<form method="post">
<label>Your name in ${name} (optional)<input name="name" maxlength="100" autocomplete="name"></label>
${button('linked', 'Confirm', true)}
${state === 'open' ? button('matched', 'Send the code only') : ''}
${button('cancelled', 'Cancel')}
${button('failed', 'Let it fail')}
</form>`;

const talking = (messages: readonly AgentMessage[], reference: string): string => `
<p role="status">Connected. What you write here goes to the website’s support team.</p>
<div role="log" aria-label="Messages"><ol>${messagesHtml(messages)}</ol></div>
<form method="post">
<input type="hidden" name="reference" value="${escapeHtml(reference)}">
<label>Your message<textarea name="text" rows="2" required maxlength="${MAX_TEXT}"></textarea></label>
<button class="main" name="press" value="send">Send</button>
</form>
<form method="post">${button('leave', 'Disconnect')}</form>`;

export const pageHtml = (
  page: SimulatedChannel & {
    messages: readonly AgentMessage[];
    reference: string;
    nonce: string;
    problem?: string;
  },
): string => {
  const { channel, state, messages, reference, nonce, problem } = page;
  const name = NAMES[channel.type];
  const body =
    state === 'open' || state === 'matched'
      ? asking(name, state)
      : state === 'linked'
        ? talking(messages, reference)
        : `<p role="status">${ENDS[state]}</p>`;
  const alert = problem ? `<p role="alert">${escapeHtml(problem)}</p>` : '';
  const heading = `<h1>${name}, played by the support desk</h1>`;
  return document(
    nonce,
    `${name} (played)`,
    state,
    `${heading}${alert}${body}<script nonce="${nonce}">${SCRIPT}</script>`,
  );
};
