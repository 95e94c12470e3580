/**
 * A field for the agent to fill in. `lines` is text with one entry per line; `hint` describes the format. A text begins
 * empty and shows its example; a choice begins with its `value`.
 */
export type SampleField = { key: string; label: string; hint?: string; optional?: true } & (
  | { kind: 'text' | 'long' | 'lines'; example: string }
  | { kind: 'choice'; value: string; options: readonly (readonly [value: string, label: string])[] }
);

export type Values = Readonly<Record<string, string>>;

/** Context for samples: the desk's address, and the messages that can be quoted, newest first. */
export type SampleContext = { base: string; quotable: readonly (readonly [id: string, text: string])[] };

export const lines = (value: string | undefined): string[] =>
  (value ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Splits 'a | b' into its parts. */
export const parts = (line: string): string[] => line.split('|').map((part) => part.trim());

export const choices = (...values: string[]): (readonly [string, string])[] =>
  values.map((value) => [value, value.charAt(0).toUpperCase() + value.slice(1)] as const);

export const yesNo = (field: string, value: string | undefined): Record<string, boolean> =>
  value === 'yes' ? { [field]: true } : {};

const asPayload = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');

/** Buttons of one type, from lines 'label | payload', or 'label | address' for links. */
export const buttons = (type: 'reply' | 'link' | 'postback', value: string | undefined) =>
  lines(value).map((line) => {
    const [text = '', rest = ''] = parts(line);
    return type === 'link' ? { type, text, uri: rest } : { type, text, payload: rest || asPayload(text) };
  });

/** Items from lines 'title | description | picture', each with a postback button. */
export const itemsOf = (value: string | undefined) =>
  lines(value).map((line) => {
    const [title = '', description = '', mediaUrl = ''] = parts(line);
    return {
      title,
      ...(description ? { description } : {}),
      ...(mediaUrl ? { mediaUrl, altText: title.slice(0, 128) } : {}),
      actions: [{ type: 'postback', text: 'Choose', payload: asPayload(title) }],
    };
  });

/** Markdown as plain text, for clients that show no Markdown. */
export const plain = (markdown: string | undefined): string =>
  (markdown ?? '')
    .replace(/!?\[([^\]]*)\]\(([^)]*)\)/g, '$1')
    .replace(/^#{1,6}\s+|^>\s?/gm, '')
    .replace(/(\*\*|__|[*_`~])(?=\S)(.*?\S)\1/g, '$2');
