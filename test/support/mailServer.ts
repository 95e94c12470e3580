import { SMTPServer } from 'smtp-server';

/** An email as the server got it, with its two texts decoded. */
export type Received = { from: string; to: string[]; headers: string; text: string; html: string };

const decoded = (part: string): string => {
  const [head = '', ...rest] = part.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n').trim();
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/quoted-printable/i.test(head)) return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
};

const read = (raw: string): Pick<Received, 'headers' | 'text' | 'html'> => {
  const headers = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n\s+/g, ' ');
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1] ?? '';
  const parts = raw.split(`--${boundary}`);
  const of = (type: string) =>
    decoded((parts.find((p) => p.includes(`Content-Type: ${type}`)) ?? '').trimStart());
  return { headers, text: of('text/plain').replaceAll('\r\n', '\n'), html: of('text/html') };
};

/** A real SMTP server on loopback that keeps what it takes. */
export const startMailServer = async () => {
  const received: Received[] = [];
  const state = {
    received,
    refuse: false,
    /** What it says then. */
    code: 451,
    refused: 0,
    /** Whether it takes a mail and then reports that it has not, as one does that ends in between. */
    forget: false,
    url: '',
    close: async () => {},
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (state.refuse) {
          state.refused++;
          return done(Object.assign(new Error('Not taken'), { responseCode: state.code }));
        }
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((to) => to.address),
          ...read(Buffer.concat(chunks).toString('utf8')),
        });
        if (state.forget) return done(Object.assign(new Error('Try later'), { responseCode: 451 }));
        return done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  state.url = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  state.close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return state;
};

/** Settings of a desk that sends by the server at this address. */
export const mailSettings = (smtpUrl: string) => ({
  enabled: true,
  smtpUrl,
  from: 'help@shop.example',
  page: 'https://shop.example/help',
});
