import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { AddressObject, AttachmentStream, Headers, MailParser, MessageText } from 'mailparser';
import type { Clock } from '../process/clock';
import { resultWithin } from '../process/waits';
import { isFileOfText } from './textParts';

/** A part of an email. `text` is the text of a part that is not a file, possibly HTML. */
export type MailPart = {
  contentType: string;
  text?: string;
  children: readonly MailPart[];
  /** The lines above the text of an email inside the email. */
  heading?: string;
};

export type MailAttachment = { fileName: string; mediaType: string; content: Buffer; isInText: boolean };

/** The parts of an email. */
export type ParsedMail = {
  headers: Headers;
  headerLines: readonly { key: string; line: string }[];
  attachments: MailAttachment[];
  part: MailPart;
};

/** Why an email cannot be read. */
export class UnreadableMail extends Error {}

/** More parts are a sign of an email made to waste time. */
const MAX_PARTS = 200;
/** The maximum size of a header to read. */
export const MAX_HEADER_BYTES = 65_536;
/** Much longer than any email takes: a stuck parser must not keep the others waiting. */
const MAX_PARSE_MS = 60_000;
const CHUNK_BYTES = 65_536;

/** What mailparser knows about a part before reading it. */
type Begun = { contentType: string | false; disposition: string | false; filename?: string | false };
/** The result of reading it. */
type Node = {
  contentType: string | false;
  textContent?: string;
  showMeta?: boolean;
  headers: Headers;
  children: Node[];
};
/** Fields of mailparser that its types lack: its single text of an email loses the order of the parts. */
type Inside = { tree: Node | false; createNode(begun: Begun): Node };

/** Yields an email in pieces, so that the process can do other work in between. */
async function* chunksOf(source: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < source.length; at += CHUNK_BYTES) {
    yield source.subarray(at, at + CHUNK_BYTES);
    await setImmediate();
  }
}

const said = (value: unknown): string => {
  if (value instanceof Date) return value.toUTCString();
  return typeof value === 'string' ? value : ((value as Partial<AddressObject>)?.text ?? '');
};

const headingOf = (headers: Headers): string =>
  ['From', 'Subject', 'Date', 'To', 'Cc']
    .map((name) => [name, said(headers.get(name.toLowerCase()))] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

const partOf = ({ contentType, textContent, showMeta, headers, children }: Node): MailPart => ({
  contentType: contentType || '',
  text: textContent,
  children: children.map(partOf),
  ...(showMeta && { heading: headingOf(headers) }),
});

/** Loads mailparser, which a desk without IMAP_URL does not need. */
const createParser = async (): Promise<MailParser & Inside> => {
  const { MailParser } = await import('mailparser');
  const parser = new MailParser({
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipTextLinks: true,
    checksumAlgo: false,
    maxChildNodes: MAX_PARTS,
    maxHeadSize: MAX_HEADER_BYTES,
  }) as MailParser & Inside;
  const { createNode } = parser;
  let isFirst = true;
  parser.createNode = (begun) => {
    const { contentType, disposition, filename } = begun;
    const part = {
      type: contentType || 'text/plain',
      disposition: disposition || '',
      isNamed: Boolean(filename),
    };
    if (isFileOfText(part, isFirst)) begun.disposition = 'attachment';
    if (!/^multipart\//i.test(part.type)) isFirst = false;
    return createNode.call(parser, begun);
  };
  return parser;
};

const contentOf = async ({ content, release }: AttachmentStream): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(Buffer.from(chunk));
  release?.();
  return Buffer.concat(chunks);
};

const readParts = async (source: Buffer): Promise<ParsedMail> => {
  const parser = await createParser();
  const input = Readable.from(chunksOf(source));
  input.once('error', (error) => parser.destroy(error));
  input.pipe(parser);
  const attachments: MailAttachment[] = [];
  for await (const data of parser as AsyncIterable<AttachmentStream | MessageText>) {
    if (data.type !== 'attachment') continue;
    const { filename = '', contentType, related } = data;
    const content = await contentOf(data);
    attachments.push({ fileName: filename, mediaType: contentType, content, isInText: related === true });
  }
  return {
    headers: parser.headers || new Map(),
    headerLines: parser.headerLines || [],
    attachments,
    part: parser.tree ? partOf(parser.tree) : { contentType: '', children: [] },
  };
};

/** Reads the parts of an email. @throws UnreadableMail */
export const parseMail = async (source: Buffer, after: Clock['after']): Promise<ParsedMail> => {
  try {
    return await resultWithin(readParts(source), MAX_PARSE_MS, after, new UnreadableMail('too slow'));
  } catch (error) {
    if (error instanceof UnreadableMail) throw error;
    throw new UnreadableMail(error instanceof Error ? error.name : 'unknown');
  }
};
