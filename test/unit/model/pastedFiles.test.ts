import { describe, expect, it } from 'vitest';
import { pastedFiles } from '../../../src/model/pastedFiles';

/** What a program writes to the clipboard: the names of the files, and the forms of the text. */
type Copied = [files: string[], forms?: Record<string, string>];

const paste = ([names, forms = {}]: Copied): string[] =>
  pastedFiles({
    files: names.map((name) => new File(['x'], name, { type: 'image/png' })) as unknown as FileList,
    getData: (type) => forms[type] ?? '',
  }).map(({ name }) => name);

const TEXTS: Record<string, Copied> = {
  'cells of Excel': [
    ['image.png'],
    {
      'text/plain': 'Boots\t3\r\nSocks\t5\r\n',
      'text/html': '<table><tr><td>Boots</table>',
      'text/rtf': '{}',
    },
  ],
  'one cell of Excel': [['image.png'], { 'text/plain': '42\r\n', 'text/html': '<td>42</td>' }],
  'cells of Numbers': [['image.tiff'], { 'text/plain': 'Boots\t3\nSocks\t5' }],
  'a paragraph of Word': [['image.png'], { 'text/plain': 'My order is late.', 'text/html': '<p>My order' }],
  'a note of OneNote': [['image.png', 'image.png'], { 'text/plain': 'Call back\n', 'text/html': '<p>Call' }],
  'a slide of PowerPoint': [['image.png'], { 'text/plain': 'Agenda' }],
  'a formula of LibreOffice': [['image.bmp'], { 'text/plain': 'E = mc²' }],
  'text and a picture of a web page': [['image.png'], { 'text/plain': 'See this', 'text/html': 'See <img>' }],
  'a text without files': [[], { 'text/plain': 'Hello', 'text/html': '<b>Hello</b>' }],
  'a text that only mentions a file': [['image.png'], { 'text/plain': 'open image.png' }],
  nothing: [[]],
};

const FILES: Record<string, Copied> = {
  'a screenshot': [['image.png']],
  'a picture copied from a browser': [
    ['image.png'],
    { 'text/html': '<img src="https://shop.example/a.png">' },
  ],
  'a picture with a blank text': [['image.png'], { 'text/plain': ' \r\n ' }],
  'a file of Windows Explorer': [['order.pdf']],
  'a file of the Finder': [['order.pdf'], { 'text/plain': 'order.pdf' }],
  'several files of the Finder': [['a.png', 'b.png'], { 'text/plain': 'a.png\rb.png' }],
  'a file whose name the Finder decomposes': [
    ['Größe.png'],
    { 'text/plain': 'Gro\u0308ße.png'.normalize('NFD') },
  ],
  'files of a Linux file manager': [
    ['a b.png', '50%.txt'],
    { 'text/plain': 'file:///home/ada/a%20b.png\r\nfile:///home/ada/50%.txt' },
  ],
  'a file copied as its path': [['order.pdf'], { 'text/plain': 'C:\\Users\\Ada\\order.pdf' }],
};

describe('a paste', () => {
  it.each(Object.entries(TEXTS))('of %s is text', (_, copied) => {
    expect(paste(copied)).toEqual([]);
  });

  it.each(Object.entries(FILES))('of %s attaches files', (_, copied) => {
    expect(paste(copied)).toEqual(copied[0]);
  });

  it('without a clipboard attaches nothing', () => {
    expect(pastedFiles(null)).toEqual([]);
  });
});
