import type { AddressObject, Headers } from 'mailparser';
import { cleanText } from '../model/clean';
import type { Clock } from '../process/clock';
import { fileWithoutLinkKeys } from './fileWithoutLinkKeys';
import { type MailText, textOfParts } from './mailText';
import { type Content, charsetMissing, isBetter, withCharset } from './missingCharset';
import {
  MAX_HEADER_BYTES,
  type MailAttachment,
  type MailPart,
  type ParsedMail,
  parseMail,
  UnreadableMail,
} from './parseMail';

/** The header of an email, as far as the desk reads it. Addresses have no names. */
export type MailHead = {
  /** Each sender; a person's email has one. */
  from: string[];
  recipients: string[];
  subject: string;
  /** Its own id, if it has one. */
  messageId: string | undefined;
  /** The ids of the earlier emails, newest last. */
  references: string[];
  /** The values of a header, in lower case. */
  values(name: string): string[];
};

/** A file in an email. */
export type MailFile = MailAttachment;

/** A completely read email. `text` includes quotes and signatures. */
export type Mail = Omit<MailText, 'pictures'> & { files: MailFile[]; senderName: string };

const MAX_ADDRESSES = 200;
const MAX_REFERENCES = 200;

const addressesIn = (value: AddressObject | readonly AddressObject[] | undefined): string[] => {
  const found: string[] = [];
  const lists = value === undefined ? [] : [value].flat();
  for (const { value: entries } of lists)
    for (const { address, group } of entries)
      found.push(...[{ address }, ...(group ?? [])].flatMap((one) => one.address ?? []));
  return found.slice(0, MAX_ADDRESSES);
};

/** The raw values of a header that may be repeated. */
const rawValues = (mail: Pick<ParsedMail, 'headerLines'>, name: string): string[] =>
  mail.headerLines
    .filter(({ key }) => key === name)
    .map(({ line }) =>
      line
        .slice(line.indexOf(':') + 1)
        .replace(/\s+/g, ' ')
        .trim(),
    );

const idsIn = (text: string): string[] => text.match(/<[^<>\s]{1,300}>/g) ?? [];

/** Headers in which servers name the receiver. */
const DELIVERED_TO = ['delivered-to', 'x-original-to', 'envelope-to', 'x-delivered-to'];

const bare = (address: string): string => /<([^<>]*)>/.exec(address)?.[1] ?? address;

const addressesOf = (headers: Headers, name: string): string[] =>
  addressesIn(headers.get(name) as AddressObject | AddressObject[] | undefined);

const subjectIn = (headers: Headers): string => {
  const subject = headers.get('subject');
  return typeof subject === 'string' ? subject : '';
};

/**
 * Reads the header of an email.
 * @param source its header, or the whole email
 * @throws UnreadableMail if it does not end within 64 kB, or cannot be read
 */
export const readHead = async (source: Buffer, after: Clock['after']): Promise<MailHead> => {
  const text = source.subarray(0, MAX_HEADER_BYTES).toString('latin1');
  const end = /\r?\n\r?\n/.exec(text);
  if (!end) throw new UnreadableMail('header');
  const header = Buffer.concat([source.subarray(0, end.index), Buffer.from('\r\n\r\n')]);
  const mail = await parseMail(header, after);
  const { headers } = mail;
  const references = [...rawValues(mail, 'references'), ...rawValues(mail, 'in-reply-to')].flatMap(idsIn);
  // A second one would hide the real sender.
  const isOnce = rawValues(mail, 'from').length === 1;
  return {
    from: isOnce ? addressesOf(headers, 'from') : [],
    recipients: [
      ...['to', 'cc'].flatMap((name) => addressesOf(headers, name)),
      ...DELIVERED_TO.flatMap((name) => rawValues(mail, name)).map(bare),
    ].slice(0, MAX_ADDRESSES),
    subject: subjectIn(headers),
    messageId: rawValues(mail, 'message-id').flatMap(idsIn)[0],
    references: references.slice(-MAX_REFERENCES),
    values: (name) => rawValues(mail, name).map((value) => value.toLowerCase()),
  };
};

/** Each text of an email. */
const textsIn = ({ contentType, text, children }: MailPart): Content[] => [
  ...(text === undefined ? [] : [{ text, isHtml: /html$/i.test(contentType) }]),
  ...children.flatMap(textsIn),
];

/** The better version of each text. The same parts were decoded twice. */
const betterOf = (first: MailPart, second: MailPart | undefined): MailPart => {
  const { contentType, text = '' } = first;
  const isMissing = charsetMissing({ text, isHtml: /html$/i.test(contentType) }) !== undefined;
  const isReplaced = isMissing && second?.text !== undefined && isBetter(second.text);
  return {
    ...first,
    ...(isReplaced && { text: second.text }),
    children: first.children.map((child, at) => betterOf(child, second?.children[at])),
  };
};

/** The parts with the text in the right charset, if a header does not name it. */
const inCharset = async (source: Buffer, part: MailPart, after: Clock['after']): Promise<MailPart> => {
  const [missing] = textsIn(part).flatMap((content) => charsetMissing(content) ?? []);
  const named = missing && withCharset(source, missing);
  return named ? betterOf(part, (await parseMail(named, after)).part) : part;
};

/** Reads a whole email. @throws UnreadableMail */
export const readMail = async (source: Buffer, after: Clock['after']): Promise<Mail> => {
  const { headers, attachments, part } = await parseMail(source, after);
  const { text, other, isCut, pictures } = await textOfParts(await inCharset(source, part, after)).catch(
    (error: unknown) => {
      throw new UnreadableMail(error instanceof Error ? error.name : 'unknown');
    },
  );
  return {
    text: cleanText(text),
    isCut,
    ...(other !== undefined && { other: cleanText(other) }),
    senderName: (headers.get('from') as AddressObject | undefined)?.value[0]?.name ?? '',
    files: [
      ...attachments.map((file) => ({
        ...file,
        content: fileWithoutLinkKeys(file.content, file.fileName, file.mediaType),
      })),
      ...pictures.map((picture) => ({ ...picture, fileName: '', isInText: true })),
    ],
  };
};
