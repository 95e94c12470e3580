import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeWords, valueWords } from '../../../examples/support-desk/inbox/model/settings/changeWords';
import { COLOR_FIELDS } from '../../../examples/support-desk/inbox/model/settings/colorFields';
import { contrastNotes } from '../../../examples/support-desk/inbox/model/settings/contrastNotes';
import { labelOf } from '../../../examples/support-desk/inbox/model/settings/labels';
import { rebase, withSetting } from '../../../examples/support-desk/inbox/model/settings/rebase';
import { SECTIONS, sectionOf } from '../../../examples/support-desk/inbox/model/settings/sections';
import { editablePart } from '../../../examples/support-desk/server/domain/settings/savedSettings';
import { readSettings } from '../../../examples/support-desk/server/domain/settings/settings';
import {
  changesBetween,
  type FlatSettings,
  flatten,
  unflatten,
} from '../../../examples/support-desk/shared/settingsPaths';
import { COLOR_NAMES } from '../../../src/wire/theme';

const table = (): fc.Arbitrary<FlatSettings> =>
  fc.dictionary(
    fc.constantFrom(
      'messenger/title',
      'messenger/color/primary',
      'app/name',
      'hours/days/mon',
      'constructor/x',
    ),
    fc.oneof(fc.boolean(), fc.string(), fc.constant([]), fc.constant([{ from: '09:00', to: '10:00' }])),
  );

describe('a table of settings', () => {
  it('is the same after it was nested and made flat again', () => {
    fc.assert(
      fc.property(table(), (flat) => {
        expect(flatten(unflatten(flat))).toEqual({ ...flat });
      }),
    );
  });

  it('has no changes against itself, and those of a change lead to the other', () => {
    fc.assert(
      fc.property(table(), table(), (a, b) => {
        expect(changesBetween(a, a)).toEqual([]);
        const led = changesBetween(a, b).reduce((flat, { path, after }) => withSetting(flat, path, after), a);
        expect(led).toEqual({ ...b });
      }),
    );
  });

  it('keeps what both of two agents have changed, and says where only one can have it', () => {
    const base = { 'app/name': 'A', 'messenger/title': 'T', 'messenger/position': 'left' };
    const mine = { 'app/name': 'Mine', 'messenger/position': 'left', 'agent/name': 'Ada' };
    const theirs = { ...base, 'app/name': 'Theirs', 'messenger/position': 'right' };
    expect(rebase(base, mine, theirs)).toEqual({
      draft: { 'app/name': 'Mine', 'messenger/position': 'right', 'agent/name': 'Ada' },
      both: ['app/name'],
    });
  });
});

describe('the settings page', () => {
  const fields = SECTIONS.flatMap(({ groups = [] }) => groups.flatMap((group) => group.fields));

  it('has no field, and no example in one, that the desk does not know or lets nobody save', () => {
    for (const field of fields) {
      const value = {
        switch: true,
        // An empty field shows an example of a valid value.
        text: ('placeholder' in field && field.placeholder) || 'x',
        address: 'https://shop.example',
        picture: 'https://shop.example/a.png',
        lines: ['x'],
        team: [{ name: 'x' }],
        number: 'low' in field ? field.low : 0,
        choice: 'options' in field ? field.options[0]?.[0] : '',
      }[field.kind];
      const set = unflatten({ [field.path]: value });
      expect(readSettings(set), field.path).toHaveProperty('settings');
      expect(editablePart(set), field.path).toEqual(set);
    }
    for (const { path } of COLOR_FIELDS) {
      expect(readSettings(unflatten({ [path]: '#fff' })), path).toHaveProperty('settings');
    }
  });

  it('has every colour that a publisher may set, once', () => {
    expect(COLOR_FIELDS.map(({ name }) => name).sort()).toEqual(
      COLOR_NAMES.filter((name) => name !== 'main').sort(),
    );
  });

  it('finds the section and the name of each field, for mistakes and for the history', () => {
    for (const { path } of [...fields, ...COLOR_FIELDS]) {
      expect(sectionOf(path), path).toBeDefined();
      expect(labelOf(path), path).not.toBe(path.replaceAll('/', '.'));
    }
    expect(sectionOf('hours/days/mon/0/to')).toBe('hours');
    expect(sectionOf('messenger/analytics')).toBe('privacy');
    // A mistake may be in a part of a setting.
    expect(labelOf('hours/days/mon/0')).toBe('Monday');
    expect(labelOf('channels/1/phoneNumber')).toBe('Channels');
    expect(labelOf('messenger/campaigns/0/text')).toBe('Campaigns');
    expect(labelOf('messenger/zIndex')).toBe('messenger.zIndex');
  });

  it('says a change in words', () => {
    const title = { path: 'messenger/title', after: 'Shop' };
    expect(changeWords(title)).toBe('Title: Shop');
    const day = { path: 'hours/days/mon', before: [{ from: '09:00', to: '17:00' }], after: [] };
    expect(changeWords(day)).toBe('Monday: closed (before: 09:00 to 17:00)');
    const back = { path: 'messenger/title', before: 'Shop' };
    expect(changeWords(back)).toBe('Title: the default again (before: Shop)');
    const faces = { path: 'messenger/people/faces', before: false, after: true };
    expect(changeWords(faces)).toBe('Show faces: on');
    const [before, after] = [
      [{ type: 'whatsapp', phoneNumber: '1' }],
      [{ type: 'whatsapp', phoneNumber: '2' }],
    ];
    expect(changeWords({ path: 'channels', before, after })).toBe('Channels: changed');
    expect(valueWords('messenger/position', 'left')).toBe('Bottom left');
    expect(valueWords('agent/avatarUrl', '/uploads/0123456789/picture.webp')).toBe('an uploaded picture');
    expect(valueWords('locales/offered', ['de'])).toBe('German (de)');
    expect(valueWords('features/fastLoad', false)).toBe('off');
  });
});

describe('the notes on contrast', () => {
  const notes = (values: Record<string, string>) => contrastNotes((path) => values[path]);

  it('warn of buttons that hardly stand out, and of text that is shown in another colour', () => {
    const pale = notes({ 'messenger/color/action': '#ffe9a8' }).get('messenger/color/action');
    expect(pale).toMatchObject({ warning: true, words: expect.stringContaining('1.1 to 1') });
    const low = notes({ 'messenger/color/primary': '#777777', 'messenger/theme/onPrimary': '#888888' });
    expect(low.get('messenger/theme/onPrimary')).toMatchObject({
      warning: true,
      words: expect.stringMatching(/^Too little contrast with the header: 1\.2 to 1\. Visitors see #/),
    });
  });

  it('tell the contrast where it is enough, and nothing of colours that are not set', () => {
    const good = notes({ 'messenger/color/primary': '#123456', 'messenger/theme/onPrimary': '#ffffff' });
    expect(good.get('messenger/color/primary')).toMatchObject({ warning: false });
    expect(good.get('messenger/theme/onPrimary')).toMatchObject({
      warning: false,
      sample: { surface: '#123456', ink: '#ffffff' },
    });
    expect(good.size).toBe(2);
  });

  it('look at both schemes where visitors may have either', () => {
    const colour = { 'messenger/color/action': '#dddddd' };
    const of = (scheme: string) =>
      notes({ ...colour, 'messenger/theme/scheme': scheme }).get('messenger/color/action')?.warning;
    expect(['light', 'dark', 'auto'].map(of)).toEqual([true, false, true]);
  });

  it('never fail, whatever is written', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        notes({ 'messenger/color/action': a, 'messenger/theme/onAction': b });
      }),
    );
  });
});
