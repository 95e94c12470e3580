import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isSigned } from '../../../examples/lib/signature.js';
import { hostileString } from '../../support/hostileValues';

/** The sample of Slack's documentation, docs.slack.dev/authentication/verifying-requests-from-slack. */
const TIME = '1531420618';
const BODY =
  'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
const SIGNATURE = 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503';
const of = {
  secret: '8f742231b10e8888abcd99yyyzzz85a5',
  text: `v0:${TIME}:${BODY}`,
  prefix: 'v0=',
  time: TIME,
};

beforeEach(() => void vi.useFakeTimers({ now: Number(TIME) * 1000, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

it('the signature of Slack’s own sample is right, and wrong for anything else', () => {
  expect(isSigned(SIGNATURE, of)).toBe(true);
  expect(isSigned(SIGNATURE, { ...of, text: `${of.text} ` })).toBe(false);
  expect(isSigned(SIGNATURE, { ...of, secret: 'other' })).toBe(false);
  expect(isSigned(SIGNATURE.toUpperCase(), of)).toBe(false);
  expect(isSigned(undefined, of)).toBe(false);
});

it('a signature is right for five minutes only', () => {
  for (const [seconds, isRight] of [
    [300, true],
    [301, false],
    [-300, true],
    [-301, false],
  ] as const) {
    vi.setSystemTime((Number(TIME) + seconds) * 1000);
    expect([seconds, isSigned(SIGNATURE, of)]).toEqual([seconds, isRight]);
  }
});

it('nothing hostile is a signature or a time', () => {
  fc.assert(
    fc.property(hostileString, (given) => {
      expect(isSigned(given, of)).toBe(false);
      if (given !== TIME) expect(isSigned(SIGNATURE, { ...of, time: `x${given}` })).toBe(false);
    }),
  );
  expect(isSigned(SIGNATURE, { ...of, time: undefined })).toBe(false);
});
