import { describe, expect, it } from 'vitest';
import type { MailFile } from '../../../examples/support-desk/server/mail/readMail';
import { chooseFiles, takeFile } from '../../../examples/support-desk/server/mail/takeFiles';
import { createMemoryStore } from '../../support/memory/memoryStore';
import { createMemoryUploads } from '../../support/memory/memoryUploads';

const file = (fileName: string, more: Partial<MailFile> = {}): MailFile => ({
  fileName,
  mediaType: 'application/octet-stream',
  content: Buffer.from('content'),
  isInText: false,
  ...more,
});
const namesOf = (files: MailFile[], isAllowed = true) => {
  const { chosen, leftOut } = chooseFiles(files, isAllowed);
  return {
    chosen: chosen.map(({ fileName }) => fileName),
    leftOut: leftOut.map(({ name, reason }) => `${name} ${reason}`),
  };
};

describe('the files of a mail', () => {
  it.each([
    ['../../a.pdf', 'a.pdf'],
    ['C:\\x\\b.txt', 'b.txt'],
    ['c\u202egpj.png', 'cgpj.png'],
    ['d\u0000.txt', 'd.txt'],
  ])('have names without folders and signs that deceive: %j', (given, name) => {
    expect(namesOf([file(given)]).chosen).toEqual([name]);
  });

  it.each(['a.exe', 'b.html', 'c', '', 'd.txt.js'])('are left out by their type: %j', (name) => {
    expect(namesOf([file(name)])).toEqual({ chosen: [], leftOut: [`${name} type`] });
  });

  it('are left out where visitors cannot send files', () => {
    expect(namesOf([file('a.pdf')], false)).toEqual({ chosen: [], leftOut: ['a.pdf forbidden'] });
  });

  it('have no logos, but pictures that were pasted into the text, also without a name', () => {
    const picture = { mediaType: 'image/png', isInText: true };
    const large = Buffer.alloc(20_000);
    const files = [file('logo.png', picture), file('', { ...picture, content: large })];
    expect(namesOf(files)).toEqual({ chosen: ['picture.png'], leftOut: [] });
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
