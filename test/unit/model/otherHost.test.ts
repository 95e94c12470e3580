import { describe, expect, it } from 'vitest';
import { otherHost } from '../../../src/model/otherHost';

const EVIL = 'https://evil.example/login';

describe('the host shown after a link', () => {
  it.each([
    'https://bank.example',
    'https://bank.example/login',
    'HTTPS://BANK.EXAMPLE',
    'www.bank.example',
    'bank.example',
    'Sign in at bank.example now',
    'evil.example, formerly https://bank.example',
    'https://bank.example@evil.example/',
    'https://evil.example@bank.example/',
    'https://bank.example/?evil.example',
    'bank。example',
    'bank．example',
    'ｂａｎｋ.example',
    'bank\u200b.exam\u00adple',
    'https://evil.example.bank.example',
    'https://notevil.example',
    '93.184.216.34',
    'https://93.184.216.34/',
    'банк.рф',
    'me@bank.example',
    'https://bank.pdf',
  ])('is shown when the text looks like another address: %s', (words) => {
    expect(otherHost(words, EVIL)).toBe('evil.example');
  });

  it.each([
    ['Read more', EVIL],
    ['', EVIL],
    ['https://evil.example', EVIL],
    ['evil.example/login?next=https', EVIL],
    ['www.evil.example', EVIL],
    ['Our page: evil.example', EVIL],
    ['example.com', 'https://docs.example.com/'],
    ['https://evil.example/?to=bank.example', EVIL],
    ['The guide.pdf', EVIL],
    ['Version 2.10 of 3.4.5', EVIL],
    ['e.g. this', EVIL],
    ['a.b@shop.example', 'mailto:a.b@shop.example'],
    ['@someone', 'https://social.example/@someone'],
  ])('is not shown for other texts or the same address: %s', (words, href) => {
    expect(otherHost(words, href)).toBeUndefined();
  });

  it('is shown also for other kinds of addresses', () => {
    expect(otherHost('help@bank.example', 'mailto:x@evil.example')).toBe('evil.example');
    expect(otherHost('bank.example', 'tel:+123')).toBe('+123');
  });
});
