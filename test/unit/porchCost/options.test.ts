import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findChrome, placesOf } from '../../../scripts/porch-cost/findChrome.mjs';
import { nearest } from '../../../scripts/porch-cost/nearest.mjs';
import { HELP, readOptions } from '../../../scripts/porch-cost/options.mjs';
import { EXIT, run } from '../../../scripts/porch-cost/run.mjs';
import { folderForThisTest } from '../../support/folder';

describe('the options of porch-cost', () => {
  it('have a phone of the middle class on a slow connection, and five visits, unless others are asked for', () => {
    expect(readOptions(['https://page.example/', '--embed', '<script></script>'])).toEqual({
      page: 'https://page.example/',
      embed: '<script></script>',
      policy: false,
      quiet: false,
      flags: [],
      runs: 5,
      cpu: 4,
      kbps: 1600,
      latency: 150,
      settle: 1000,
    });
  });

  it('take numbers, files and flags', () => {
    const args = ['--runs', '3', '--cpu', '1', '--kbps', '0', '--chrome-flag=--a', '--chrome-flag=--b'];
    expect(
      readOptions(['p.html', '--without', '*x*', '--json', 'o.json', '--policy', ...args]),
    ).toMatchObject({
      ...{ page: 'p.html', without: '*x*', json: 'o.json', policy: true },
      ...{ runs: 3, cpu: 1, kbps: 0, flags: ['--a', '--b'] },
    });
  });

  it.each([
    [[], 'Which page?'],
    [['a', 'b', '--embed', 'x'], "'b' is another"],
    [['a'], 'Give either --embed, or --without'],
    [['a', '--embed', 'x', '--without', 'y'], 'Give either --embed, or --without'],
    [['a', '--embed', 'x', '--runs', '0'], "--runs takes a whole number from 1 to 100, not '0'."],
    [['a', '--embed', 'x', '--runs', '1.5'], "not '1.5'"],
    [['a', '--embed', 'x', '--cpu', ''], "--cpu takes a number from 1 to 50, not ''."],
    [['a', '--embed', 'x', '--budgte', 'f'], 'There is no option --budgte. Did you mean --budget?'],
    [['a', '--embed', 'x', '--zzzzzzzzzzzz'], 'There is no option --zzzzzzzzzzzz.'],
  ])('%j are refused in words', (args, words) => {
    expect(() => readOptions(args)).toThrow(words);
  });

  it('ask for the help or the version before anything else is looked at', () => {
    expect(readOptions(['--help', '--runs', 'x'])).toBe('help');
    expect(readOptions(['--version'])).toBe('version');
  });
});

describe('the command', () => {
  const said = async (args: string[], env: Record<string, string | undefined> = {}) => {
    const texts = { out: '', err: '' };
    const code = await run(args, env, {
      out: (text) => {
        texts.out += text;
      },
      err: (text) => {
        texts.err += text;
      },
      isTerminal: false,
    });
    return { ...texts, code };
  };

  it('prints its help', async () => {
    expect(await said(['--help'])).toEqual({ out: `${HELP}\n`, err: '', code: EXIT.kept });
  });

  it('prints what is wrong with an option, then the help', async () => {
    const { err, code } = await said(['page.html', '--embde', 'x']);
    expect(err).toBe(`There is no option --embde. Did you mean --embed?\n\n${HELP}\n`);
    expect(code).toBe(EXIT.failed);
  });

  it('prints in words what it cannot do, without the help, before it starts a browser', async () => {
    const folder = folderForThisTest();
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const page = file('page.html', '<p>Hi</p>');
    const chrome = { CHROME_PATH: process.execPath };
    const embed = ['--embed', '<script></script>'];
    const budget = file('budget.json', '{ "befor": {} }');
    expect(await said([page, ...embed, '--budget', budget], chrome)).toEqual({
      out: '',
      err: `${budget}: there is no "befor". Did you mean "before"?\n`,
      code: EXIT.failed,
    });
    const missing = join(folder, 'none.json');
    expect((await said([page, ...embed, '--budget', missing], chrome)).err).toBe(
      `The budget ${missing} cannot be read.\n`,
    );
    expect((await said([page, ...embed, '--compare', page], chrome)).err).toContain(
      'is no JSON that this command has written',
    );
    expect((await said([join(folder, 'none.html'), ...embed], chrome)).err).toContain('There is no page');
    expect((await said([page, '--embed', 'none.txt'], chrome)).err).toBe(
      "There is no file 'none.txt' with the embed. A tag begins with <.\n",
    );
    expect((await said([page, ...embed], { CHROME_PATH: missing })).err).toBe(
      `There is no Chrome at ${missing}, which CHROME_PATH names.\n`,
    );
  });
});

describe('Chrome', () => {
  it('is looked for where each system installs it', () => {
    expect(placesOf('linux', { PATH: '/a' })).toContain('/a/google-chrome');
    expect(placesOf('linux', {})).toContain('/usr/bin/chromium');
    expect(placesOf('darwin', { HOME: '/Users/me' })).toEqual(
      expect.arrayContaining([
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
        '/Users/me/Applications/Chromium.app/Contents/MacOS/Chromium',
      ]),
    );
    expect(placesOf('win32', { PROGRAMFILES: 'C:\\Program Files' })).toContain(
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    );
  });

  it('that is nowhere is told', () => {
    expect(() => findChrome({}, 'win32')).toThrow(
      'No Chrome was found. Install Chrome or Chromium, or set CHROME_PATH',
    );
  });
});

it.each([
  ['byte', 'bytes'],
  ['Requests', 'requests'],
  ['longestTask', 'longestTaskMs'],
  ['lcp', 'lcpMs'],
  ['qwertyuiop', undefined],
])('the nearest name to %s is %s', (word, name) => {
  expect(nearest(word, ['bytes', 'requests', 'longestTaskMs', 'lcpMs', 'heapBytes'])).toBe(name);
});
