import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDeskSettings } from '../../../examples/support-desk/server/domain/settings/deskSettings';
import { createSettingsFiles } from '../../../examples/support-desk/server/start/settingsFile';
import { folderForThisTest } from '../../support/folder';
import { createMemoryStore } from '../../support/memory/memoryStore';

describe('a settings file', () => {
  let folder: string;
  let warnings: string[];
  let written = 0;
  let time = 1_800_000_000_000;
  beforeEach(() => {
    folder = folderForThisTest();
    warnings = [];
  });

  const put = (text: string, name = 'settings.json'): void => {
    const path = join(folder, name);
    writeFileSync(path, text);
    // The desk looks at its files once a second.
    time += 1000;
    // Give each version its own time: two of equal length, written in the same millisecond, look unchanged.
    utimesSync(path, 1000, 1000 + ++written);
  };
  const open = () =>
    createDeskSettings(
      createSettingsFiles(
        folder,
        (line) => warnings.push(line),
        () => time,
      ),
      createMemoryStore('log'),
    );
  const CLOSED = '{\n  "messenger": { "attachmentsEnabled": false }\n}';
  const BROKEN = '{\n  "messenger": {\n    "attachmentsEnabled": false,\n  }\n}';

  it('with a mistake leaves the version before it in force, and says the line once', () => {
    put(CLOSED);
    const { settings, operator } = open();
    expect(operator.problem()).toBeUndefined();
    put(BROKEN);
    expect(operator.problem()).toMatch(/^line 4: it is not JSON/);
    for (let i = 0; i < 3; i++) expect(settings().messenger.attachmentsEnabled).toBe(false);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(
      /settings\.json is not used: line 4: it is not JSON .*last good version stays in effect$/,
    );
    put('{"messenger": {"title": "Shop"}}');
    expect(settings().messenger).toMatchObject({ title: 'Shop', attachmentsEnabled: true });
    expect(operator.problem()).toBeUndefined();
  });

  it('is looked at again after a second, or when the clock was set back', () => {
    const { settings } = open();
    put('{"messenger": {"title": "First"}}');
    expect(settings().messenger.title).toBe('First');
    put('{"messenger": {"title": "Second"}}');
    time -= 1;
    expect(settings().messenger.title).toBe('First');
    time += 1;
    expect(settings().messenger.title).toBe('Second');
    put('{"messenger": {"title": "Third"}}');
    time -= 3_600_000;
    expect(settings().messenger.title).toBe('Third');
  });

  it('with a mistake at the start leaves the last good version of an earlier run in force', () => {
    put(CLOSED);
    open();
    expect(statSync(join(folder, 'settings.last-good.json')).mode & 0o777).toBe(0o600);
    put(BROKEN);
    expect(open().settings().messenger.attachmentsEnabled).toBe(false);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/line 4: .*settings\.last-good\.json$/);
    // The copy stays for the next start.
    expect(readFileSync(join(folder, 'settings.last-good.json'), 'utf8')).toBe(CLOSED);
  });

  it('with a mistake and no good version ever keeps the desk from starting', () => {
    put(BROKEN);
    expect(open).toThrow(/settings\.json cannot be used: line 4/);
  });

  it('names each odd field with its line', () => {
    put(CLOSED);
    const { settings } = open();
    put('{\n  "messenger": {\n    "titel": "Shop",\n    "zIndex": "high"\n  },\n  "app": 3\n}');
    settings();
    expect(warnings[0]).toContain('line 3: messenger.titel: there is no such setting');
    expect(warnings[0]).toContain('line 4: messenger.zIndex: ');
    expect(warnings[0]).toContain('line 6: app: ');
  });

  it('has all its mistakes told at once, by line, with what was expected and never what was written', () => {
    put(CLOSED);
    const { settings, operator } = open();
    put(`{
  "messenger": {
    "titel": "Shop",
    "position": "top",
    "zIndex": 1.5,
    "borderRadius": 30,
    "avatarUrl": "secret-thing",
    "attachmentsEnabled": "yes",
    "launcher": { "colour": 1 }
  },
  "channels": [{ "id": "w" }],
  "auth": { "signingKeys": [{ "id": "a b", "secret": "secret-thing" }] },
  "app": 3
}`);
    settings();
    const lines = (operator.problem() ?? '').split('\n').map((line) => line.trim());
    expect(lines).toEqual([
      '11 mistakes:',
      'line 3: messenger.titel: there is no such setting; did you mean title?',
      'line 4: messenger.position: must be "left" or "right"',
      'line 5: messenger.zIndex: must be a whole number',
      'line 6: messenger.borderRadius: must be at most 20',
      'line 7: messenger.avatarUrl: must be an address, such as https://shop.example',
      'line 8: messenger.attachmentsEnabled: must be true or false',
      'line 9: messenger.launcher.colour: there is no such setting; there are shape, text, showTextInMobile',
      'line 11: channels.0.type: is missing',
      'line 12: auth.signingKeys.0.id: must be 1 to 64 letters, digits, - or _',
      'line 12: auth.signingKeys.0.secret: must have at least 32 characters',
      'line 13: app: must be an object',
    ]);
    expect(warnings[0]).toMatch(/\nIts last good version stays in effect$/);
    expect(warnings[0]).not.toContain('secret-thing');
  });

  it('that is not JSON in several places has each place told', () => {
    put('{\n  "app": { "name": "Shop" }\n  "messenger": { "title": "Shop", }\n}');
    expect(open).toThrow(/line 3: it is not JSON \(comma expected\)/);
  });

  it('that is taken away counts until the next start, which begins with the defaults', () => {
    put(CLOSED);
    const { settings } = open();
    rmSync(join(folder, 'settings.json'));
    time += 1000;
    expect(settings().messenger.attachmentsEnabled).toBe(false);
    expect(warnings).toEqual([expect.stringContaining('settings.json was deleted')]);
    expect(open().settings().messenger.attachmentsEnabled).toBe(true);
    put(BROKEN);
    expect(open).toThrow('cannot be used');
  });

  it('may begin with the mark that editors of Windows write', () => {
    put(`\ufeff${CLOSED}`);
    expect(open().settings().messenger.attachmentsEnabled).toBe(false);
  });

  it('of the preview with a mistake leaves the settings themselves', () => {
    put(CLOSED);
    put('{"messenger": {"titel": "x"}}', 'settings.preview.json');
    const { previewSettings } = open();
    expect(previewSettings().messenger.attachmentsEnabled).toBe(false);
    expect(warnings[0]).toContain('settings.preview.json is not used: line 1: messenger.titel');
  });
});
