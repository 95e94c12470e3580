import { describe, expect, it } from 'vitest';
import { leftOutText } from '../../../examples/support-desk/server/mail/leftOutText';
import type { MailFile } from '../../../examples/support-desk/server/mail/readMail';
import { type Choice, chooseFiles, takeFile } from '../../../examples/support-desk/server/mail/takeFiles';
import { createMemoryStore } from '../../support/memory/memoryStore';
import { createMemoryUploads } from '../../support/memory/memoryUploads';

const file = (fileName: string, more: Partial<MailFile> = {}): MailFile => ({
  fileName,
  mediaType: 'application/octet-stream',
  content: Buffer.from('content'),
  isInText: false,
  ...more,
});
const BASE = { isAllowed: true, hasWords: true, cameBefore: async () => false };
const namesOf = async (files: MailFile[], choice: Partial<Choice> = {}) => {
  const { chosen, leftOut } = await chooseFiles(files, { ...BASE, ...choice });
  return {
    chosen: chosen.map(({ fileName }) => fileName),
    leftOut: leftOut.map(({ name, reason, isMinor }) => `${name} ${reason}${isMinor ? ' minor' : ''}`),
  };
};

describe('the files of a mail', () => {
  it.each([
    ['../../a.pdf', 'a.pdf'],
    ['C:\\x\\b.txt', 'b.txt'],
    ['c\u202egpj.png', 'cgpj.png'],
    ['d\u0000.txt', 'd.txt'],
  ])('have names without folders and signs that deceive: %j', async (given, name) => {
    expect((await namesOf([file(given)])).chosen).toEqual([name]);
  });

  it.each([
    ['', 'application/pdf', 'file.pdf'],
    ['', 'application/x-pdf', 'file.pdf'],
    ['', 'image/heic', 'picture.heic'],
    ['', 'image/jpg', 'picture.jpg'],
    ['', 'image/jpeg', 'picture.jpg'],
    ['', 'IMAGE/PNG', 'picture.png'],
    ['', 'message/rfc822', 'email.eml'],
    ['', 'text/plain', 'file.txt'],
    ['', 'text/calendar', 'file.ics'],
    ['', 'audio/ogg', 'file.ogg'],
    ['scan', 'application/pdf', 'scan.pdf'],
    ['Bild', 'image/jpeg', 'Bild.jpg'],
  ])('without a name or an extension get those of their type: %j, %s', async (given, mediaType, name) => {
    expect(await namesOf([file(given, { mediaType })])).toEqual({ chosen: [name], leftOut: [] });
  });

  it.each(['a.exe', 'b.html', 'c', '', 'd.txt.js', 'e.rtf', 'f.gz'])(
    'are left out by their type, by name: %j',
    async (name) => {
      expect(await namesOf([file(name)])).toEqual({ chosen: [], leftOut: [`${name} type`] });
    },
  );

  it('do not get the extension of a type where they have another', async () => {
    expect(await namesOf([file('a.exe', { mediaType: 'image/png' })])).toEqual({
      chosen: [],
      leftOut: ['a.exe type'],
    });
  });

  it('are left out where visitors cannot send files, all by name', async () => {
    const files = Array.from({ length: 30 }, (_, n) => file(`${n}.pdf`));
    expect(await namesOf(files, { isAllowed: false })).toEqual({
      chosen: [],
      leftOut: files.map(({ fileName }) => `${fileName} forbidden`),
    });
  });

  it('keep their place in the mail, however many of them are taken', async () => {
    const { chosen } = await chooseFiles([file('a.exe'), file('b.txt'), file('c.txt')], BASE);
    expect(chosen.map(({ at, fileName }) => [at, fileName])).toEqual([
      [1, 'b.txt'],
      [2, 'c.txt'],
    ]);
  });

  it('that prove who has written lack nobody', async () => {
    const reaction = file('', { mediaType: 'text/vnd.google.email-reaction+json' });
    expect((await namesOf([reaction])).leftOut).toEqual([' type minor']);
    const proof = file('smime.p7s', { mediaType: 'application/pkcs7-signature' });
    expect(await namesOf([proof])).toEqual({ chosen: [], leftOut: ['smime.p7s type minor'] });
  });

  describe('that are small pictures in the text', () => {
    const picture = (fileName: string, size: number, sign = 'a'): MailFile =>
      file(fileName, { mediaType: 'image/png', isInText: true, content: Buffer.alloc(size, sign) });

    it('are taken where they have not come before', async () => {
      const files = [picture('error.png', 500), picture('', 20_000)];
      expect((await namesOf(files)).chosen).toEqual(['picture.png', 'error.png']);
    });

    it('are named for agents where they came before, or twice', async () => {
      expect(await namesOf([picture('logo.png', 500)], { cameBefore: async () => true })).toEqual({
        chosen: [],
        leftOut: ['logo.png repeated minor'],
      });
      expect(await namesOf([picture('a.png', 500), picture('b.png', 500)])).toEqual({
        chosen: ['a.png'],
        leftOut: ['b.png repeated minor'],
      });
      expect((await namesOf([picture('dot.gif', 43)])).leftOut).toEqual(['dot.gif tiny minor']);
    });

    it('are all taken from a mail without words, whatever came before', async () => {
      const choice = { hasWords: false, cameBefore: async () => true };
      expect(await namesOf([picture('a.png', 500), picture('b.png', 43)], choice)).toEqual({
        chosen: ['a.png', 'b.png'],
        leftOut: [],
      });
    });

    it('take no file’s place', async () => {
      const logos = Array.from({ length: 9 }, (_, n) => picture(`${n}.png`, 500, `${n}`));
      const { chosen, leftOut } = await namesOf([...logos, file('a.pdf'), file('b.pdf')]);
      expect(chosen.slice(0, 2)).toEqual(['a.pdf', 'b.pdf']);
      expect(leftOut).toEqual(['8.png count minor']);
    });
  });
});

describe('the words for files that are missing', () => {
  const files = [
    { name: 'a.exe', mediaType: 'x/y', size: 2100 },
    { name: '', mediaType: 'application/ms-tnef', size: 3_400_000 },
  ];

  it('name each with its size, in the language of the visitor', () => {
    expect(leftOutText({ locale: 'en-us', leftOut: 'Missing: {{files}}' }, files)).toBe(
      'Missing: a.exe (2.1 kB), application/ms-tnef (3.2 MB)',
    );
    expect(leftOutText({ locale: 'de', leftOut: '{{files}}' }, files)).toContain('2,1');
  });

  it('fit into a message, however many there are', () => {
    const many = Array.from({ length: 200 }, () => ({ name: 'n'.repeat(200), mediaType: 'x/y', size: 0 }));
    expect(leftOutText({ locale: 'en-us', leftOut: '{{files}}' }, many)).toHaveLength(4096);
  });
});

describe('a file that is taken', () => {
  const start = () => {
    const uploads = createMemoryUploads(() => 0);
    const releases: number[] = [];
    const deps = {
      store: createMemoryStore('log') as never,
      uploads,
      room: {
        reserve: async () => (kept: number) => void releases.push(kept),
        isOpen: async () => true,
        recount: () => undefined,
      },
      newToken: () => 'id',
    };
    const taken = { content: Buffer.from('content'), fileName: 'a.txt', mediaType: 'text/plain' };
    const stored = async (): Promise<string> =>
      uploads.read('id').then(
        (stream) => new Response(stream).text(),
        () => 'missing',
      );
    return { deps, taken, stored, releases };
  };

  it('is stored', async () => {
    const { deps, taken, stored, releases } = start();
    await takeFile(deps, 'c', taken, undefined, async () => ({ created: true }));
    expect([await stored(), releases]).toEqual(['content', [7]]);
  });

  it('leaves nothing behind when it was taken before, or cannot be sent', async () => {
    const again = start();
    await takeFile(again.deps, 'c', again.taken, undefined, async () => ({ created: false }));
    expect([await again.stored(), again.releases]).toEqual(['missing', [0]]);
    const failed = start();
    const failing = takeFile(failed.deps, 'c', failed.taken, undefined, () =>
      Promise.reject(new Error('no')),
    );
    await expect(failing).rejects.toThrow('no');
    expect([await failed.stored(), failed.releases]).toEqual(['missing', [0]]);
  });
});
