import { act, fireEvent, screen } from '@testing-library/preact';
import { describe, expect, test } from 'vitest';
import { EXTENSIONS } from '../../src/model/fileRules';
import { alerts, createVisitor, rows, type Visitor } from './support/visitor';

const file = (name: string, size = 10) =>
  Object.defineProperty(new File(['x'], name), 'size', { value: size });
/** The outcome of each file. */
const outcomes = (visitor: Visitor) =>
  visitor.messages.of('c').value.map((m) => [m.altText, m.status, m.errorReason, m.isRetryable]);
const uploaded = (visitor: Visitor) =>
  visitor.service.asked.flatMap(({ form }) => (form?.get('source') as File | undefined)?.name ?? []);

/** The allowed attachment extensions, repeated here to check the code against them. */
const ALLOWED =
  '3g2, 3gp, 7z, aac, amr, avi, bmp, csv, doc, docx, eml, gif, heic, heif, ics, jfif, jpeg, jpg, key, log, m4a, m4v, mov, mp3, mp4, mp4a, mpeg, mpg, mpga, neon, numbers, odt, oga, ogg, ogv, opus, pages, pdf, png, pps, ppsx, ppt, pptx, qt, svg, tif, tiff, txt, vcf, wav, webm, webp, wmv, xls, xlsx, xml, yaml, yml, zip';

const it = test.extend('visitor', () => createVisitor());

describe('messages and files', () => {
  it('Message text longer than 4096 characters is rejected with reason characterLimit. (msg-6)', async () => {
    const visitor = await createVisitor();
    await visitor.says('x'.repeat(4097));
    expect(visitor.messages.of('c').value).toMatchObject([
      { status: 'failed', errorReason: 'characterLimit' },
    ]);
    await visitor.says('y'.repeat(4096));
    expect(visitor.service.log.map((m) => m.text)).toEqual(['y'.repeat(4096)]);
  });

  it('… A text message that fails with a character-limit error is not retryable.', async ({ visitor }) => {
    await visitor.says('x'.repeat(4097));
    // The service may count characters differently and refuse a text the client allows.
    visitor.service.next(/\/messages$/, {
      status: 400,
      json: { error: { code: 'characterLimit', description: 'x' } },
    });
    await visitor.says('Hello');
    expect(visitor.messages.of('c').value.map((m) => [m.errorReason, m.isRetryable])).toEqual([
      ['characterLimit', false],
      ['characterLimit', false],
    ]);
    expect(alerts()).toEqual(Array(2).fill('This message is too long. Shorten it and send it again.'));
  });

  it('A file over 50 MB (52428800 bytes) is rejected as fileSize.', async ({ visitor }) => {
    await visitor.sends(file('big.pdf', 52_428_801), file('fits.pdf', 52_428_800));
    expect(outcomes(visitor)[0]).toEqual(['big.pdf', 'failed', 'fileSize', false]);
    expect(uploaded(visitor)).toEqual(['fits.pdf']);
    expect(alerts()).toEqual(['This file is too large. The limit is 50 MB.']);
  });

  it('The extension (lowercased last segment of the name) must be in the allowed list, else fileType.', async () => {
    const visitor = await createVisitor();
    await visitor.sends(file('a.tar.ZIP'), file('b.exe'), file('c.pdf.exe'), file('pdf'), file('d.html'));
    expect(outcomes(visitor).map(([name, , reason]) => [name, reason])).toEqual([
      ['a.tar.ZIP', undefined],
      ['b.exe', 'fileType'],
      ['c.pdf.exe', 'fileType'],
      ['pdf', 'fileType'],
      ['d.html', 'fileType'],
    ]);
    expect(uploaded(visitor)).toEqual(['a.tar.ZIP']);
    expect([...EXTENSIONS].sort()).toEqual(ALLOWED.split(', ').sort());
  });

  it('A tooMany flag rejects as tooMany (at most 25 files per upload).', async ({ visitor }) => {
    await visitor.sends(...Array.from({ length: 26 }, (_, i) => file(`${i}.png`)));
    expect(outcomes(visitor).filter(([, status]) => status === 'failed')).toEqual([
      ['25.png', 'failed', 'tooMany', true],
    ]);
    expect(uploaded(visitor)).toHaveLength(25);
  });

  it.each([
    ['a missing message id', { json: {} }],
    ['a refusal', { status: 422 }],
    ['an error of the service', { status: 500 }],
  ])('Any other failure, or a missing message id, is unknown: %s', async (_, answer) => {
    const visitor = await createVisitor();
    visitor.service.next(/\/files$/, answer);
    await visitor.sends(file('a.png'));
    expect(outcomes(visitor)).toEqual([['a.png', 'failed', 'unknown', true]]);
  });

  it.each([
    ['dropped', (files: File[]) => fireEvent.drop(document, { dataTransfer: { types: ['Files'], files } })],
    ['pasted', (files: File[]) => fireEvent.paste(screen.getByRole('textbox'), { clipboardData: { files } })],
  ])(
    'With multipleAttachments off, the card sends the first of several %s files, and each other on a press (file-10)',
    async (_, give) => {
      const visitor = await createVisitor();
      await visitor.press('Upload file');
      await visitor.zE('messenger:set', 'multipleAttachments', false);
      await act(() => void give(['a.png', 'b.png', 'c.png'].map((name) => file(name))));
      await visitor.settle();
      expect(uploaded(visitor)).toEqual(['a.png']);
      expect(screen.getAllByText('You can send one file at a time.')).toHaveLength(2);
      await act(() => screen.getAllByText('Try again')[0]?.click());
      await visitor.settle();
      expect(uploaded(visitor)).toEqual(['a.png', 'b.png']);
      expect(screen.getAllByText('You can send one file at a time.')).toHaveLength(1);
    },
  );

  it('A file upload failing with tooMany … is retryable.', async ({ visitor }) => {
    await visitor.sends(...Array.from({ length: 26 }, (_, i) => file(`${i}.png`)));
    await visitor.press('Try again');
    expect([uploaded(visitor).length, alerts()]).toEqual([26, []]);
  });

  it('… or unknown is retryable, the others are not.', async ({ visitor }) => {
    visitor.service.next(/\/files$/, { status: 500 });
    await visitor.sends(file('a.png'), file('b.exe'), file('c.png', 52_428_801));
    expect(outcomes(visitor).map(([, , reason, retryable]) => [reason, retryable])).toEqual([
      ['unknown', true],
      ['fileType', false],
      ['fileSize', false],
    ]);
    await visitor.press('Try again');
    expect([uploaded(visitor), outcomes(visitor)[0]?.[1]]).toEqual([['a.png', 'a.png'], 'sending']);
  });

  it.each([
    ['none', { messages: [] }],
    ['two', { messages: [1, 2].map((n) => ({ _id: `m${n}`, received: n, text: 'x' })) }],
  ])(
    'Sending text fails with ‘Message failed to send’ unless the response holds exactly one message: %s',
    async (_, json) => {
      const visitor = await createVisitor();
      visitor.service.next(/\/messages$/, { json });
      await visitor.says('Hello');
      expect(visitor.messages.of('c').value).toMatchObject([{ text: 'Hello', status: 'failed' }]);
      expect(rows().at(-1)).toContain('Message failed to send');
    },
  );

  it('Sending text waits where an answer holds no list of messages: it is not the service’s (http-15)', async () => {
    const visitor = await createVisitor();
    visitor.service.next(/\/messages$/, { json: { welcome: 'to the Wi-Fi' } });
    await visitor.says('Hello');
    expect(rows().at(-1)).toContain('Not sent yet');
    await visitor.wait(15_000);
    expect(visitor.messages.of('c').value).toMatchObject([{ text: 'Hello', status: 'sent' }]);
  });
});
