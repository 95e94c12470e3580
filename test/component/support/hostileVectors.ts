const RUN = ['top.hacked=1', 'alert`1`', 'globalThis.hacked=1', "(0,eval)('top.hacked=1')"];
const BREAKS = [
  '',
  '">',
  "'>",
  '`>',
  '</p>',
  '</a>',
  '--></script>',
  ']]>',
  '\u0000',
  '**',
  '[',
  '`',
  '</textarea>',
];
const MARKUP: ((run: string) => string)[] = [
  (run) => `<script>${run}</script>`,
  (run) => `<ScRiPt/x>${run}</sCrIpT>`,
  (run) => `<img src=x onerror=${run}>`,
  (run) => `<img/src='x'/onerror='${run}'//`,
  (run) => `<svg/onload=${run}>`,
  (run) => `<svg><a xlink:href="javascript:${run}"><text>x</text></a></svg>`,
  (run) => `<iframe src=javascript:${run}>`,
  (run) => `<iframe srcdoc='<script>${run}</script>'>`,
  (run) => `<a href="javascript:${run}" autofocus onfocus=${run}>x</a>`,
  (run) => `<details open ontoggle=${run}>`,
  (run) => `<style>@import'//evil.example';*{x:expression(${run})}</style>`,
  (run) => `<math href=javascript:${run}>x</math>`,
  (run) => `<input autofocus onfocus=${run}>`,
  (run) => `<body onpageshow=${run}>`,
  (run) => `<object data=javascript:${run}>`,
  (run) => `&lt;script&gt;${run}&lt;/script&gt;`,
];

/**
 * Markup that runs a script unless treated as text. Prefixes try to end the surrounding element or attribute
 * first.
 */
export const XSS: readonly string[] = MARKUP.flatMap((make, i) =>
  BREAKS.flatMap((prefix, j) => [0, 1].map((k) => `${prefix}${make(RUN[(i + j + k) % RUN.length] ?? '')}`)),
);

/** Each markup once and each prefix once or twice: enough where a browser test goes through all of them. */
export const SOME_XSS: readonly string[] = MARKUP.map(
  (_, i) => XSS[2 * (i * BREAKS.length + (i % BREAKS.length)) + (i % 2)] ?? '',
);

const SCHEMES = [
  'javascript:top.hacked=1',
  'vbscript:msgbox(1)',
  'data:text/html,<script>top.hacked=1</script>',
  'data:image/svg+xml,<svg onload=top.hacked=1>',
  'blob:null/1',
  'file:///etc/passwd',
  'about:blank',
  'filesystem:null/x',
  'view-source:evil.example',
  'intent://evil#Intent;scheme=https;end',
  'ws://evil.example',
  'ftp://evil.example/x',
  'chrome://settings',
];
const DISGUISES: ((url: string) => string)[] = [
  (url) => url,
  (url) => url.toUpperCase(),
  (url) => ` \t${url}`,
  (url) => `\u0001${url}`,
  (url) => url.replace(':', '\n:'),
  (url) => `${url.slice(0, 3)}\t${url.slice(3)}`,
  (url) => url.replace(':', '&colon;'),
  (url) => `//${url}`,
];

/** Addresses that must not be followed, in spellings that browsers or filters may read differently. */
export const URLS: readonly string[] = SCHEMES.flatMap((url) => DISGUISES.map((disguise) => disguise(url)));

/** A message of each kind, with the same value in each of its strings. */
export const everyKind = (v: string, url = v): Record<string, unknown>[] => {
  const actions = ['link', 'reply', 'postback', 'webview', 'locationRequest', 'buy', v].map((type) => ({
    _id: v,
    type,
    text: v,
    uri: url,
    fallback: url,
    payload: v,
    metadata: { [v]: v },
    iconUrl: url,
    amount: 100,
    currency: v,
    state: v,
  }));
  // The items share the actions, of which an item draws each alike.
  const items = ['compact', 'large', v].map((size, i) => ({
    title: v,
    description: v,
    mediaUrl: url,
    mediaType: v,
    altText: v,
    size,
    actions: actions.filter((_, j) => j % 3 === i),
  }));
  const common = {
    text: v,
    textFallback: v,
    name: v,
    avatarUrl: url,
    payload: v,
    authorSubtypes: ['AI', 'bot', v],
    quotedMessage: { type: v, content: { type: v, text: v } },
    references: [{ uri: url, title: v, description: v }],
  };
  const media = { mediaUrl: url, previewContentUrl: url, mediaType: v, altText: v };
  return [
    { ...common, type: 'text', actions },
    { ...common, type: 'text', markdownText: `${v}\n- [${v}](${url})\n**${v}** \`${v}\`` },
    { ...common, ...media, type: 'image', mediaWidth: v, mediaHeight: v, actions },
    { ...common, ...media, type: 'image', mediaUrl: 'https://a.example/a.png', previewContentUrl: undefined },
    { ...common, ...media, type: 'file' },
    { ...common, ...media, type: 'file', mediaUrl: 'https://a.example/a.pdf' },
    { ...common, type: 'carousel', items, displaySettings: { imageAspectRatio: v } },
    { ...common, type: 'list', items, actions },
    { ...common, type: 'location', coordinates: { lat: 1, long: 2 }, location: { name: v, address: v } },
    { ...common, type: 'template', template: { [v]: v } },
    { ...common, type: v, actions },
  ];
};

/**
 * Forms, the answers to them, and the data around a message, with the same value in each of their strings.
 * @param n makes the ids of this call unique
 */
export const everyForm = (v: string, url: string, n: string): Record<string, unknown>[] => {
  const field = { name: v, label: v, placeholder: v };
  const author = { name: v, avatarUrl: url, authorId: `${n} ${v}` };
  const choice = { name: v, label: v };
  const answers = [
    { ...field, type: 'text', text: v },
    { ...field, type: 'email', email: v },
    { ...field, type: 'select', select: [choice] },
  ];
  const quotedMessage = {
    type: 'message',
    content: { type: v, ...author, text: v, altText: v, mediaUrl: url },
  };
  const sources = [
    { uri: url, title: v, description: v },
    { uri: v, title: v },
  ];
  return [
    {
      ...author,
      _id: `t${n}`,
      type: 'form',
      fields: [{ ...field, type: 'text', format: v, minSize: v, maxSize: v }],
    },
    {
      ...author,
      _id: `e${n}`,
      type: 'form',
      fields: [{ ...field, type: 'email' }],
      actions: [{ type: 'link', text: v, uri: url }],
    },
    { ...author, _id: `s${n}`, type: 'form', fields: [{ ...field, type: 'select', options: [choice] }] },
    { role: 'appUser', type: 'formResponse', fields: answers, quotedMessage },
    { role: 'appUser', type: 'formResponse', fields: answers, quotedMessageId: `q${n}` },
    { ...author, _id: `q${n}`, type: 'text', text: v, quotedMessage, references: sources },
    {
      ...author,
      type: 'file',
      mediaUrl: 'https://a.example/a',
      altText: v,
      mediaType: v,
      quotedMessageId: `q${n}`,
    },
    { ...author, type: 'file', mediaUrl: url, altText: v, mediaType: v },
  ];
};
