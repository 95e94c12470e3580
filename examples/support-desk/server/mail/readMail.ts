import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { AddressObject, Headers, ParsedMail } from 'mailparser';
import { createClock } from '../clock';
import { cleanText } from '../domain/clean';
import { resolvesWithin } from '../within';
import { fileWithoutLinkKeys } from './fileWithoutLinkKeys';
import { type Content, charsetMissing, isBetter, withCharset } from './missingCharset';
import { textOfHtml } from './plainText';

/** The header of a mail, as far as the desk reads it. Addresses have no names. */
export type MailHead = {
  /** Each sender; a mail of a person has one. */
  from: string[];
  recipients: string[];
  subject: string;
  /** Its own id, if it has one. */
  messageId: string | undefined;
  /** The ids of the mails before it, the newest last. */
  references: string[];
  /** The values of a header, in small letters. */
  values(name: string): string[];
};

/** A file in a mail. */
export type MailFile = { fileName: string; mediaType: string; content: Buffer; isInText: boolean };

/** A mail that was read to its end. `text` has quotes and signatures. */
export type Mail = { text: string; files: MailFile[]; senderName: string };

/** Why a mail cannot be read. */
export class UnreadableMail extends Error {}

/** More of them are of a mail that wants to keep the desk busy. */
const MAX_PARTS = 200;
const MAX_ADDRESSES = 200;
const MAX_REFERENCES = 200;
/** More of a header is not read. */
export const MAX_HEADER_BYTES = 65_536;
/** Much longer than any mail takes: a parser that waits for ever must not keep the others waiting. */
const MAX_PARSE_MS = 60_000;
const CHUNK_BYTES = 65_536;

/** Gives a mail in parts, between which the process does what others want of it. */
async function* partsOf(source: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < source.length; at += CHUNK_BYTES) {
    yield source.subarray(at, at + CHUNK_BYTES);
    await setImmediate();
  }
}

/** Loads mailparser, which a desk without IMAP_URL does without. */
const parse = async (source: Buffer): Promise<ParsedMail> => {
  const { simpleParser } = await import('mailparser');
  try {
    const parsing = simpleParser(Readable.from(partsOf(source)), {
      skipHtmlToText: true,
      skipTextToHtml: true,
      skipTextLinks: true,
      skipImageLinks: true,
      keepCidLinks: true,
      checksumAlgo: false,
      maxChildNodes: MAX_PARTS,
      maxHeadSize: MAX_HEADER_BYTES,
    });
    const isDone = await resolvesWithin(parsing, MAX_PARSE_MS, createClock().after);
    return await (isDone ? parsing : Promise.race([parsing, Promise.reject(new UnreadableMail('too slow'))]));
  } catch (error) {
    if (error instanceof UnreadableMail) throw error;
    throw new UnreadableMail(error instanceof Error ? error.name : 'unknown');
  }
};

const addressesIn = (value: AddressObject | readonly AddressObject[] | undefined): string[] => {
  const found: string[] = [];
  const lists = value === undefined ? [] : [value].flat();
  for (const { value: entries } of lists)
    for (const { address, group } of entries)
      found.push(...[{ address }, ...(group ?? [])].flatMap((one) => one.address ?? []));
  return found.slice(0, MAX_ADDRESSES);
};

/** The raw values of a header that may come several times. */
const rawValues = (mail: ParsedMail, name: string): string[] =>
  mail.headerLines
    .filter(({ key }) => key === name)
    .map(({ line }) =>
      line
        .slice(line.indexOf(':') + 1)
        .replace(/\s+/g, ' ')
        .trim(),
    );

const idsIn = (text: string): string[] => text.match(/<[^<>\s]{1,300}>/g) ?? [];

/** Headers of servers that name whom they delivered the mail to. */
const DELIVERED_TO = ['delivered-to', 'x-original-to', 'envelope-to', 'x-delivered-to'];

const bare = (address: string): string => /<([^<>]*)>/.exec(address)?.[1] ?? address;

const addressesOf = (headers: Headers, name: string): string[] =>
  addressesIn(headers.get(name) as AddressObject | AddressObject[] | undefined);

/**
 * Reads the header of a mail.
 * @param source its header, or the whole mail
 * @throws UnreadableMail if it does not end within 64 kB, or cannot be read
 */
export const readHead = async (source: Buffer): Promise<MailHead> => {
  const text = source.subarray(0, MAX_HEADER_BYTES).toString('latin1');
  const end = /\r?\n\r?\n/.exec(text);
  if (!end) throw new UnreadableMail('header');
  const mail = await parse(Buffer.concat([source.subarray(0, end.index), Buffer.from('\r\n\r\n')]));
  const { headers } = mail;
  const references = [...rawValues(mail, 'references'), ...rawValues(mail, 'in-reply-to')].flatMap(idsIn);
  // A second one would hide who has sent it.
  const isOnce = rawValues(mail, 'from').length === 1;
  return {
    from: isOnce ? addressesOf(headers, 'from') : [],
    recipients: [
      ...['to', 'cc'].flatMap((name) => addressesOf(headers, name)),
      ...DELIVERED_TO.flatMap((name) => rawValues(mail, name)).map(bare),
    ].slice(0, MAX_ADDRESSES),
    subject: mail.subject ?? '',
    messageId: rawValues(mail, 'message-id').flatMap(idsIn)[0],
    references: references.slice(-MAX_REFERENCES),
    values: (name) => rawValues(mail, name).map((value) => value.toLowerCase()),
  };
};

/** The part of a mail that is read. */
const usedOf = ({ text, html }: ParsedMail): Content =>
  text?.trim() ? { text, isHtml: false } : { text: html || '', isHtml: true };

const textOf = async (mail: ParsedMail): Promise<string> => {
  const { text, isHtml } = usedOf(mail);
  try {
    return isHtml && text !== '' ? await textOfHtml(text) : text;
  } catch (error) {
    throw new UnreadableMail(error instanceof Error ? error.name : 'unknown');
  }
};

/** Reads a whole mail. @throws UnreadableMail */
export const readMail = async (source: Buffer): Promise<Mail> => {
  const first = await parse(source);
  const charset = charsetMissing(usedOf(first));
  const named = charset === undefined ? undefined : withCharset(source, charset);
  const second = named && (await parse(named));
  const mail = second && isBetter(usedOf(second).text) ? second : first;
  return {
    text: cleanText(await textOf(mail)),
    senderName: mail.from?.value[0]?.name ?? '',
    files: mail.attachments.map(({ filename, contentType, content, related }) => ({
      fileName: filename ?? '',
      mediaType: contentType,
      content: fileWithoutLinkKeys(content, filename ?? '', contentType),
      isInText: related === true,
    })),
  };
};

/** What a mail is known by when it comes again: its sender and id, or all of it if it has no id. */
export const identityOf = (
  { from, messageId }: Pick<MailHead, 'from' | 'messageId'>,
  source: Buffer,
): string =>
  createHash('sha256')
    .update(messageId === undefined ? source : JSON.stringify([from, messageId]))
    .digest('base64url');
