import iconv from 'iconv-lite';

/** Who writes to whom, in answer to what. */
export type Envelope = {
  from: string;
  to: string;
  messageId?: string;
  references?: string;
  subject?: string;
  /** More lines of the header. */
  headers?: readonly string[];
};

export type Part = { type: string; content: string | Buffer; name?: string; inline?: string };

export type MailBody = {
  plain?: string;
  html?: string;
  /** UTF-8 by default. */
  charset?: string;
  encoding?: 'quoted-printable' | 'base64' | '8bit';
  files?: readonly Part[];
};

const quotedPrintable = (bytes: Buffer): string => {
  const lines: string[] = [];
  for (const line of bytes.toString('latin1').split('\n')) {
    let out = '';
    for (const [at, sign] of [...line].entries()) {
      const isLast = at === line.length - 1;
      const code = sign.charCodeAt(0);
      const isPlain = code >= 33 && code <= 126 && sign !== '=';
      const written =
        isPlain || (sign === ' ' && !isLast) ? sign : `=${code.toString(16).toUpperCase().padStart(2, '0')}`;
      if (out.length + written.length > 75) {
        lines.push(`${out}=`);
        out = '';
      }
      out += written;
    }
    lines.push(out);
  }
  return lines.join('\r\n');
};

const encoded = (bytes: Buffer, encoding: string): Buffer => {
  if (encoding === 'base64')
    return Buffer.from(bytes.toString('base64').replace(/.{76}/g, (line) => `${line}\r\n`));
  if (encoding === 'quoted-printable') return Buffer.from(quotedPrintable(bytes), 'latin1');
  return Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
};

const CRLF = Buffer.from('\r\n');

const textPart = (
  subtype: 'plain' | 'html',
  text: string,
  { charset = 'utf-8', encoding = 'quoted-printable' }: MailBody,
): Buffer =>
  Buffer.concat([
    Buffer.from(
      `Content-Type: text/${subtype}; charset="${charset}"\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`,
    ),
    encoded(iconv.encode(text, charset), encoding),
    CRLF,
  ]);

const filePart = ({ type, content, name, inline }: Part): Buffer => {
  const lines = [
    name === undefined ? `Content-Type: ${type}` : `Content-Type: ${type}; name="${name}"`,
    'Content-Transfer-Encoding: base64',
    ...(inline ? [`Content-ID: <${inline}>`] : []),
    `Content-Disposition: ${inline ? 'inline' : 'attachment'}${name === undefined ? '' : `; filename="${name}"`}`,
  ];
  return Buffer.concat([
    Buffer.from(`${lines.join('\r\n')}\r\n\r\n`),
    encoded(Buffer.from(content), 'base64'),
    CRLF,
  ]);
};

const multipart = (kind: string, boundary: string, parts: readonly Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from(`Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n`),
    ...parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);

/** Writes a mail as it is on its way. */
export const composeMail = (envelope: Envelope, body: MailBody): Buffer => {
  const { from, to, messageId, references, subject = 'Re: New reply', headers = [] } = envelope;
  const texts = [
    ...(body.plain === undefined ? [] : [textPart('plain', body.plain, body)]),
    ...(body.html === undefined ? [] : [textPart('html', body.html, body)]),
  ];
  const [only, ...more] = texts;
  const text =
    only === undefined
      ? textPart('plain', '', body)
      : more.length > 0
        ? multipart('alternative', 'alt-7e1', texts)
        : only;
  const files = body.files ?? [];
  const inText = files.filter(({ inline }) => inline);
  const apart = files.filter(({ inline }) => !inline);
  const related = inText.length > 0 ? multipart('related', 'rel-7e2', [text, ...inText.map(filePart)]) : text;
  const whole = apart.length > 0 ? multipart('mixed', 'mix-7e3', [related, ...apart.map(filePart)]) : related;
  const head = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    'Date: Fri, 27 Nov 2026 10:30:00 +0100',
    ...(messageId === undefined ? [] : [`Message-ID: ${messageId}`]),
    ...(references === undefined ? [] : [`In-Reply-To: ${references}`, `References: ${references}`]),
    ...headers,
    'MIME-Version: 1.0',
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n`), whole]);
};
