import { formSteps } from '@porch/messenger/messageKinds/form/decode';
import { linesIn } from '@porch/messenger/messageKinds/texts';
import { safeUrl } from '@porch/messenger/model/validation';
import { listOf, obj } from '@porch/messenger/wire/decode';
import { decodeActions, fileNameOf, filled } from '@porch/messenger/wire/rich';
import type { Message } from '../../model/entities';
import { withAddresses } from '../../model/uploadAddress';

type Part = { name?: string; detail?: string; url?: string };

const ADDRESS = /https?:\/\/[^\s<>()]+/g;

const lineOf = ({ name, detail, url }: Part): string => {
  const address = url !== undefined && safeUrl(url) ? url : undefined;
  const words = name ?? (url?.startsWith('/') ? fileNameOf(`https://desk${url}`) : undefined);
  return [...new Set([words, detail, address])].filter(Boolean).join(': ');
};

/** The options of a question. */
const choicesOf = (fields: unknown): Part[] =>
  formSteps(fields).map(({ label, options }) => ({
    name: label,
    detail: options.map((option) => option.label).join(', '),
  }));

const referencesOf = (references: unknown): Part[] =>
  listOf(references, (one) => ({ name: filled(obj(one).title), url: String(obj(one).uri ?? '') }));

const partsOf = (type: string, raw: Message['body']): Part[] => {
  const choices = type === 'form' ? choicesOf(raw.fields) : [];
  return [
    ...(choices.length > 0 ? choices : linesIn({ type, raw })),
    ...decodeActions(raw.actions).map(({ text, uri }) => ({ name: text, url: uri })),
    ...referencesOf(raw.references),
  ];
};

/** The text, or its form with marks if only that has the addresses of its links. */
const wordsOf = ({ text, markdownText }: Message['body']): string => {
  const [plain, marked] = [text, markdownText].map((said) => (typeof said === 'string' ? said : ''));
  const isComplete = (marked?.match(ADDRESS) ?? []).every((address) => plain?.includes(address));
  return (isComplete && plain?.trim() ? plain : marked) || plain || '';
};

/**
 * A message of any kind as plain text: its text, then a line for each item, button, question, file and link.
 * @param origin the start of the desk's addresses for the reader; without it, files have only their names
 */
export const textOf = ({ type, body }: Pick<Message, 'type' | 'body'>, origin?: string): string => {
  const raw = origin === undefined ? body : withAddresses(body, origin);
  const lines = partsOf(type, raw).map(lineOf).filter(Boolean);
  // The fallback repeats the parts.
  const words = wordsOf(body) || (lines.length > 0 ? '' : (filled(body.textFallback) ?? ''));
  return [words, ...lines].filter((text) => text.trim() !== '').join('\n') || '…';
};
