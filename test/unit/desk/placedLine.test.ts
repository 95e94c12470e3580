import { describe, expect, it, vi } from 'vitest';
import { OPENING } from '../../../examples/support-desk/server/assets/placedLoader';
import { linkAddress } from '../../../examples/support-desk/server/domain/mail/emailLinks';

const KEY = 'WyJjIiwidSIsMSwyXQ.sig-nature_1';

/** A visitor opens the address; then the desk's line runs. @returns the address after it, and what was resumed */
const open = (address: string) => {
  let url = new URL(address);
  const zE = vi.fn();
  const location = {
    get hash() {
      return url.hash;
    },
    get href() {
      return url.href;
    },
    replace: (to: string) => {
      // As on a page that has another base.
      url = new URL(to, 'https://shop.example/base/');
    },
  };
  const history = { state: null, replaceState: (_: unknown, __: string, to: string) => location.replace(to) };
  new Function('location', 'history', 'zE', OPENING)(location, history, zE);
  return { address: url.href, resumed: zE.mock.calls };
};

describe('the link of an email', () => {
  it.each([
    ['on a plain page', '#porch-open=', ''],
    ['at the root of a hash router', '#/?porch-open=', ''],
    ['that a hash router has taken for a path', '#/porch-open=', '#/'],
    ['that a router of hashbangs has taken for a path', '#!/porch-open=', '#!/'],
    ['of which a router has written the sign of equality in another way', '#/porch-open%3D', '#/'],
    ['behind a route', '#/support?porch-open=', '#/support'],
    ['behind a route with a query', '#/support?from=mail&porch-open=', '#/support?from=mail'],
    ['behind an anchor', '#contact?porch-open=', '#contact'],
  ])('opens its conversation %s, and leaves no key in the address', (_, hash, left) => {
    const page = 'https://shop.example/help?a=1';
    expect(open(`${page}${hash}${KEY}`)).toEqual({
      address: `${page}${left}`,
      resumed: [['messenger', 'resume', KEY]],
    });
  });

  it.each(['', '#', '#/support?from=mail', '#porch-opened'])('is not taken from a page with %j', (hash) => {
    const address = `https://shop.example/${hash}`;
    expect(open(address)).toEqual({ address, resumed: [] });
  });

  it.each(['', '#/support', '#/support?from=mail', '#!/help', '#contact'])(
    'leads to the page that is set, with its own hash %j',
    async (hash) => {
      const page = `https://shop.example/help${hash}`;
      const store = { linkKeys: async () => ['secret'] } as never;
      const target = { conversationId: 'c', userId: 'u', email: 'ada@visitor.example' };
      const { url } = await linkAddress({ store, now: () => 0 }, { page, linkDays: 7 }, target);
      expect(open(url)).toEqual({
        address: page,
        resumed: [['messenger', 'resume', expect.stringMatching(/^Wy/)]],
      });
    },
  );
});
