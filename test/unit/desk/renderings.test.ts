import { describe, expect, it, vi } from 'vitest';
import { createRenderings } from '../../../examples/support-desk/server/realtime/renderings';

const PATH = '/uploads/abcdefghij/a.png';
const event = () => ({ channel: '/c', data: { events: [{ message: { mediaUrl: PATH } }] } });

describe('what readers get of an event', () => {
  it('has the addresses of the reader’s own origin, as data and as text', () => {
    const renderings = createRenderings();
    const sent = event();
    for (const origin of ['https://a.example', 'https://b.example']) {
      const data = { events: [{ message: { mediaUrl: `${origin}${PATH}` } }] };
      expect(renderings.data(sent.data, origin)).toEqual(data);
      expect(JSON.parse(renderings.frame(sent, origin))).toEqual([{ channel: '/c', data }]);
    }
    expect(sent).toEqual(event());
  });

  it('is made once for all readers of one origin', () => {
    const stringify = vi.spyOn(JSON, 'stringify');
    const renderings = createRenderings();
    const sent = event();
    for (let reader = 0; reader < 100; reader++) renderings.frame(sent, `https://${reader % 2}.example`);
    expect(stringify).toHaveBeenCalledTimes(2);
    stringify.mockRestore();
    const data = () => renderings.data(sent.data, 'https://0.example');
    expect(data()).toBe(data());
  });
});
