import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePeople, decodeTeamStatus } from '../../../src/wire/people';
import { hostileNumber, hostileValue } from '../../support/hostileValues';

const OFF = { faces: false, presence: false, greeting: undefined, starters: [], team: [] };
const people = (block: unknown) => decodePeople({ people: block });

describe('the people of the configuration', () => {
  it('are off where the configuration does not name them', () => {
    for (const messenger of [undefined, {}, { people: true }, { people: [] }, { people: null }])
      expect(decodePeople(messenger)).toEqual(OFF);
  });

  it('are read as they are written', () => {
    const block = {
      faces: true,
      presence: true,
      greeting: 'Hello!\nWhat may it be?',
      starters: ['Where is my order?', 'Something else'],
      team: [{ name: 'Mara', avatarUrl: 'https://a.example/m.png' }, { name: 'Jonas' }],
    };
    expect(people(block)).toEqual({
      ...block,
      team: [block.team[0], { name: 'Jonas', avatarUrl: undefined }],
    });
  });

  it('have at most five starters and four faces, each text once and none that is empty or endless', () => {
    const texts = ['a', ' a ', '', ' ', 'x'.repeat(101), 7, 'b', 'c', 'd', 'e', 'f'];
    expect(people({ starters: texts }).starters).toEqual(['a', 'b', 'c', 'd', 'e']);
    const team = [{ name: ' ' }, {}, 'Mara', ...['a', 'b', 'c', 'd', 'e'].map((name) => ({ name }))];
    expect(people({ team }).team.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
    expect(people({ greeting: 'x'.repeat(1001) }).greeting).toBeUndefined();
    expect(people({ greeting: ' ' }).greeting).toBeUndefined();
  });

  it('turn the direction of no text', () => {
    const read = people({ greeting: 'a\u202eb', starters: ['a\u202eb'], team: [{ name: 'a\u202eb' }] });
    expect([read.greeting, read.starters[0], read.team[0]?.name]).toEqual(['ab', 'ab', 'ab']);
  });

  it('are off, or something that can be drawn, whatever the configuration has', () => {
    fc.assert(
      fc.property(hostileValue, hostileValue, hostileValue, (faces, greeting, list) => {
        const read = people({ faces, presence: faces, greeting, starters: list, team: list });
        expect(read.faces).toBe(faces === true);
        expect(['string', 'undefined']).toContain(typeof read.greeting);
        expect(read.starters.every((text) => typeof text === 'string' && text !== '')).toBe(true);
        expect(read.team.every(({ name }) => typeof name === 'string' && name !== '')).toBe(true);
      }),
    );
  });
});

describe('whether the team is there', () => {
  it('is read from the answer', () => {
    expect(decodeTeamStatus({ team: { agentsOnline: 2, replyTime: 240.5 } })).toEqual({
      agentsOnline: 2,
      replyTime: 240.5,
    });
  });

  it('is unknown where the answer does not say, or says something that cannot be', () => {
    const unknown = { agentsOnline: 0, replyTime: undefined };
    for (const team of [
      {},
      null,
      [],
      { agentsOnline: '2', replyTime: '5' },
      { agentsOnline: -1, replyTime: -1 },
    ])
      expect(decodeTeamStatus({ team })).toEqual(unknown);
    expect(decodeTeamStatus({ team: { agentsOnline: 1.5, replyTime: 31 * 86_400 } })).toEqual(unknown);
    fc.assert(
      fc.property(fc.oneof(hostileNumber, hostileValue), (value) => {
        const { agentsOnline, replyTime = 0 } = decodeTeamStatus({
          team: { agentsOnline: value, replyTime: value },
        });
        expect(Number.isInteger(agentsOnline) && agentsOnline >= 0).toBe(true);
        expect(replyTime >= 0 && replyTime <= 30 * 86_400).toBe(true);
      }),
    );
  });
});
