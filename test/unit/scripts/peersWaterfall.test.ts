import { describe, expect, it } from 'vitest';
import { medianStory } from '../../bench/peers/beside.mjs';
import { nameOf, requestsAfter, type Story, sharesOf } from '../../bench/peers/story.mjs';
import { describeStory, waterfallOf } from '../../bench/peers/waterfall.mjs';

const story: Story = {
  marks: { writing: 100, card: 400, started: 700, live: 1000 },
  requests: [
    { name: 'a<b.js', begun: 0, answered: 200, ended: 500, bytes: 34_900 },
    { name: 'live connection', begun: 600, answered: 800, ended: 1000 },
  ],
  stepMs: 5,
  script: [1, 0.5, 0],
  work: [1, 1, 0.5],
};

describe('the requests after a click', () => {
  const asked = (id: string, method: string, url: string, begun: number) => ({
    method: 'requestWillBeSent',
    params: { requestId: id, timestamp: begun, request: { method, url } },
  });
  const answered = (id: string, ended: number, more = {}) => [
    {
      method: 'responseReceived',
      params: {
        requestId: id,
        timestamp: ended,
        response: {
          status: 200,
          timing: { requestTime: ended - 0.25, sendEnd: 10, receiveHeadersEnd: 20 },
          ...more,
        },
      },
    },
    { method: 'loadingFinished', params: { requestId: id, timestamp: ended, encodedDataLength: 1500 } },
  ];
  const moments = { click: 1000, live: 2000, latency: 150 };

  it('are told with when they began, were answered and ended, in the order of their beginnings', () => {
    const heard = [
      asked('late', 'GET', 'https://site.example/late.js', 1.4),
      ...answered('late', 1.65),
      asked('first', 'GET', 'https://site.example/first.js', 1.25),
      ...answered('first', 1.5),
    ];
    const [first, late] = requestsAfter(heard, moments);
    // The slowed-down connection adds its latency once the request is sent.
    expect(first).toEqual({ name: 'first.js', begun: 250, answered: 410, ended: 500, bytes: 1500 });
    expect(late?.name).toBe('late.js');
  });

  it('leave out what a cache answers, what was requested before the press and what comes once the visitor is live', () => {
    const heard = [
      ...answered('old', 1.2),
      asked('disk', 'GET', 'https://site.example/disk.js', 1.1),
      ...answered('disk', 1.2, { fromDiskCache: true }),
      asked('memory', 'GET', 'https://site.example/memory.js', 1.1),
      { method: 'requestServedFromCache', params: { requestId: 'memory' } },
      ...answered('memory', 1.2),
      asked('later', 'GET', 'https://site.example/later.js', 2.5),
      ...answered('later', 2.7),
      asked('open', 'GET', 'https://site.example/open.js', 1.5),
      asked('data', 'GET', 'data:text/plain,x', 1.1),
      ...answered('data', 1.2),
    ];
    expect(requestsAfter(heard, moments)).toEqual([]);
  });

  it('have those among them that the press itself has requested', () => {
    const heard = [asked('press', 'GET', 'https://site.example/early.js', 0.9), ...answered('press', 1.2)];
    expect(requestsAfter(heard, moments)[0]).toMatchObject({ name: 'early.js', begun: -100, ended: 200 });
  });

  it('have the WebSocket among them, until the visitor is live', () => {
    const heard = [
      { method: 'webSocketWillSendHandshakeRequest', params: { requestId: 's', timestamp: 1.5 } },
      { method: 'webSocketHandshakeResponseReceived', params: { requestId: 's', timestamp: 1.7 } },
    ];
    expect(requestsAfter(heard, moments)).toEqual([
      { name: 'live connection', begun: 500, answered: 700, ended: 1000 },
    ]);
  });

  it('are named by their file, or by their method and what they are about', () => {
    expect(nameOf('GET', 'https://a.example/porch/zhmkn/l/en-us.js')).toBe('en-us.js');
    expect(nameOf('POST', 'https://a.example/sc/v2/apps/porch/appusers?x=1')).toBe('POST appusers');
    expect(nameOf('GET', 'https://a.example/integrations/web-991af3a8c38c/config')).toBe('GET config');
    expect(nameOf('GET', 'https://a.example/conversations/b23b28eb55ed249dc5d1a885')).toBe(
      'GET conversations',
    );
    expect(nameOf('POST', 'https://a.example/faye')).toBe('handshake');
  });
});

it('the page’s work is the share of each step that something took', () => {
  const spent = (from: number, until: number) => Math.max(0, Math.min(until, 108) - Math.max(from, 103));
  expect(sharesOf(spent, 100, 115)).toEqual([0.4, 0.6, 0]);
});

describe('the waterfall', () => {
  const svg = waterfallOf(story);

  it('has a row for each request, with its time and size, and escapes its name', () => {
    expect(svg.match(/<rect class="wait" x="[\d.]+" y="[\d.]+" width="[\d.]+" height="4"\/>/g)).toHaveLength(
      3,
    );
    expect(svg).toContain('>a&#60;b.js<');
    expect(svg).toContain('>500 ms, 34.9 kB<');
    expect(svg).toContain('>400 ms<');
  });

  it('draws times in proportion', () => {
    const rows = [
      ...svg.matchAll(/<rect class="receive" x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="12" rx/g),
    ];
    const [first, second] = rows.map(([, x, width]) => [Number(x), Number(width)]);
    expect((first?.[1] ?? 0) / (second?.[1] ?? 1)).toBeCloseTo(300 / 200, 1);
    const ends = [first, second].map((at) => (at?.[0] ?? 0) + (at?.[1] ?? 0));
    expect((ends[1] ?? 0) - (ends[0] ?? 0)).toBeCloseTo((first?.[1] ?? 0) * (500 / 300), 0);
  });

  it('marks what the visitor gets and says it to those who do not see it', () => {
    for (const words of ['the text box, 100 ms', 'the finished card, 400 ms', 'live, 1,000 ms'])
      expect(svg).toContain(`>${words}<`);
    expect(describeStory(story)).toBe(
      'What a first visitor waits for after the click: the text box after 100 ms, the finished card after 400 ms, conversation started after 700 ms, live after 1,000 ms, 2 requests.',
    );
    expect(svg).toContain('role="img" aria-label="What a first visitor waits for');
    expect(svg).toContain('@media (prefers-color-scheme: dark)');
  });

  it('leaves out a mark that was not reached', () => {
    const without = waterfallOf({ ...story, marks: { ...story.marks, live: Number.NaN } });
    expect(without).not.toContain('>live,');
    expect(without).not.toContain('NaN');
  });

  it('is of the visit in the middle', () => {
    const at = (live: number): Story => ({ ...story, marks: { ...story.marks, live } });
    expect(medianStory([at(900), at(Number.NaN), at(700), at(800)])?.marks.live).toBe(800);
    expect(medianStory([at(Number.NaN)])).toBeUndefined();
  });
});
