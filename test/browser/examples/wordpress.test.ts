import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/run.mjs';
import { findPhp } from '../../../scripts/setup.mjs';
import { openPage } from '../../support/browser';
import { costOf } from '../../support/cost';
import { agent } from '../../support/deskClient';
import { setUp } from '../../support/setUp';
import { conversationWith, widgetAt, widgetOf } from '../../support/widget';

const KEY = { id: 'shop-1', secret: 'a secret of at least thirty-two characters' };
const { browser, desk, pages } = await setUp({ settings: { auth: { signingKeys: [KEY] } } });
const constants = { PORCH_KEY_ID: KEY.id, PORCH_KEY_SECRET: KEY.secret };
const user = { ID: 7, display_name: 'Ines </script> "Weber"', user_email: 'ines@shop.example' };
const HOSTILE = [
  `"><script>alert(1)</script>`,
  `javascript:alert(1)`,
  `https://desk.example"onload="alert(1)`,
  `https://x' onerror='alert(1)/`,
  `https://<b>/`,
  `data:text/javascript,alert(1)`,
  `//desk.example`,
];

/** Runs the plugin under a stand-in for WordPress. @returns what it prints */
const wordpress = (asked: Record<string, unknown>): string => {
  const run = spawnSync(findPhp() ?? 'php', [join(root, 'test/fixtures/wordpress.php')], {
    input: JSON.stringify(asked),
    encoding: 'utf8',
  });
  expect(run.stderr + run.stdout).not.toMatch(/(Warning|Notice|Deprecated|Fatal error):/);
  return run.stdout;
};
const footer = (porch_desk: unknown, more: object = {}) =>
  wordpress({ do: 'footer', options: { porch_desk }, ...more });
const pageWith = (scripts: string): string =>
  `<!doctype html><html lang="en"><title>A blog</title><link rel="icon" href="data:,"><body><h1>A blog</h1>${scripts}`;

describe.runIf(findPhp())('the example wordpress', () => {
  it('is valid PHP', () => {
    const { status, stdout } = spawnSync(
      findPhp() ?? '',
      ['-l', join(root, 'examples/wordpress/porch.php')],
      { encoding: 'utf8' },
    );
    expect(status, stdout).toBe(0);
  });

  it('prints nothing before the address of the desk is saved, and the tag afterwards', () => {
    expect(footer('')).toBe('');
    expect(footer('https://desk.example')).toBe(
      '<script src="https://desk.example/porch/porch.now.js" id="porch-js" async data-wp-strategy="async"></script>',
    );
  });

  it('saves only the origin of an address, and keeps the one before when a hostile one is entered', () => {
    const save = (value: unknown) =>
      JSON.parse(wordpress({ do: 'save', value, options: { porch_desk: 'https://before.example' } }));
    expect(save(' https://desk.example:8443/porch/?x=1 ').saved).toBe('https://desk.example:8443');
    expect(save('')).toEqual({ saved: '', errors: [] });
    for (const value of HOSTILE)
      expect(save(value), value).toEqual({ saved: 'https://before.example', errors: [expect.any(String)] });
    expect(save(['x']).saved).toBe('');
  });

  it('prints no hostile value that is in the database, on the page or in the settings', () => {
    for (const value of HOSTILE) {
      expect(footer(value), value).toBe('');
      const options = { porch_desk: value };
      const form = wordpress({ do: 'settings', options, capabilities: ['manage_options'] });
      expect(form).toContain('name="_wpnonce"');
      expect(form).not.toMatch(/<script|"onload|<b>/);
    }
    expect(wordpress({ do: 'settings', capabilities: ['edit_posts'] })).toBe('');
  });

  it('removes its setting when it is uninstalled', () => {
    expect(JSON.parse(wordpress({ do: 'uninstall', options: { porch_desk: 'x', other: 1 } }))).toEqual({
      other: 1,
    });
  });

  it('puts a messenger that works on the page', async () => {
    const { page } = await openPage(browser, { at: pages.serve(pageWith(footer(desk.origin))) });
    const { open, say } = widgetOf(page);
    await open();
    await say('Hello from WordPress');
    await conversationWith(desk, 'Hello from WordPress');
  });

  it('passes its budget', async () => {
    const address = pages.serve(pageWith(footer(desk.origin)));
    expect(await costOf(address, 'wordpress', desk)).toContain('within the budget');
  });

  it('logs the user of WordPress in with a token that needs the nonce, and puts no token on the page', async () => {
    const scripts = footer(desk.origin, { user, constants });
    expect(scripts).not.toContain('eyJ');
    expect(wordpress({ do: 'token', user, constants, nonce: 'wrong' })).toBe('-1');
    const { page } = await openPage(browser);
    await page.route('**/wp-admin/admin-ajax.php?*', (route) => {
      const nonce = new URL(route.request().url()).searchParams.get('_ajax_nonce');
      return route.fulfill({ json: JSON.parse(wordpress({ do: 'token', user, constants, nonce })) });
    });
    const { open, say } = await widgetAt(page, pages.serve(pageWith(scripts)));
    await open();
    await say('From a user');
    const id = await conversationWith(desk, 'From a user');
    const { body } = await agent(desk)('GET', '/conversations');
    const conversation = body.conversations.find(({ _id }) => _id === id);
    expect([conversation?.displayName, conversation?.nameFrom]).toEqual([user.display_name, 'login']);
  });
});
