import { signal } from '@preact/signals-react';
import { describe, expect, it } from 'vitest';
import { describeReport } from '../../../../src/features/errorReports/describe';
import { takeReport } from '../../../../src/features/errorReports/errorReports';
import { RequestError } from '../../../../src/services/requestError';
import { createFakeClock } from '../../../support/fakeClock';
import { createFakePage } from '../../../support/fakePage';

type Sent = { url: string; body: { reports: Record<string, unknown>[] } };

const start = (options: { debug?: unknown; level?: 'all' | 'functional' | 'none'; draw?: number } = {}) => {
  const sent: Sent[] = [];
  const deps = {
    host: {} as Window,
    handover: { config: { features: { debug: options.debug } } },
    page: createFakePage(),
    clock: createFakeClock(0),
    slices: {
      settings: { address: 'https://desk.example/embeddable/config?' },
      consent: { level: signal(options.level ?? 'all') },
    },
  } as unknown as Parameters<typeof takeReport>[0];
  const take = (message: string, ...causes: unknown[]) =>
    takeReport(
      deps,
      message,
      causes,
      () => options.draw ?? 0,
      async (_host, url, body) => {
        sent.push({ url, body: body as Sent['body'] });
        return true;
      },
    );
  return { take, sent };
};

describe('a report', () => {
  it('names the failed operation, its cause, the version and the page without its query', () => {
    const { take, sent } = start();
    take('Failed to create conversation', new RequestError('http', '404: Not here', 404));
    expect(sent).toEqual([
      {
        url: 'https://desk.example/frontendevents/errors?client=porch',
        body: {
          reports: [
            {
              level: 'error',
              operation: 'Failed to create conversation',
              reason: expect.stringContaining('404: Not here'),
              fingerprint: expect.stringContaining('Failed to create conversation'),
              version: '0.0.0',
              timestamp: '1970-01-01T00:00:00.000Z',
              url: 'https://publisher.example/shoes',
            },
          ],
        },
      },
    ]);
  });

  it('is sent once a page for each case', () => {
    const { take, sent } = start();
    take('Failed to list conversations', new Error('500'));
    take('Failed to list conversations', new Error('500'));
    take('Failed to list conversations', new Error('404'));
    expect(sent).toHaveLength(2);
  });

  it('is sent in one case of a thousand (err-3)', () => {
    const lucky = start({ draw: 0.000_999 });
    const other = start({ draw: 0.001 });
    lucky.take('x');
    other.take('x');
    expect([lucky.sent.length, other.sent.length]).toEqual([1, 0]);
  });

  it('is always sent where the configuration debugs (err-3)', () => {
    const { take, sent } = start({ debug: true, draw: 0.999 });
    take('x');
    expect(sent).toHaveLength(1);
  });

  it('is not sent where the visitor has refused cookies', () => {
    const { take, sent } = start({ debug: true, level: 'none' });
    take('x');
    expect(sent).toEqual([]);
  });
});

describe('what a report says', () => {
  it.each([
    ["zIndex must be a number. See the README, section 'Calls'.", 'warning'],
    ["The configuration's color is none", 'warning'],
    ['Missing translation (de): composer_label', 'warning'],
    ['Realtime retry interval cannot be below 15 seconds', 'warning'],
    ['true for cookies is deprecated', 'info'],
    ['Failed to start conversation', 'error'],
  ])('has a level: %s is of the level %s (err-2)', (message, level) => {
    expect(describeReport(message, []).level).toBe(level);
  });

  it('tells an operation from its details', () => {
    expect(describeReport('Missing translation (de): title', [])).toMatchObject({
      operation: 'Missing translation (de)',
      reason: 'title',
    });
  });

  it('is the same case whatever the ids and amounts, and another for another status (err-2)', () => {
    const of = (text: string) => describeReport('Failed to get conversation', [new Error(text)]).fingerprint;
    expect(of('conversation 3f2a9c1d4e5b6a7f is gone after 12000 ms')).toBe(
      of('conversation 9b8c7d6e5f4a3b2c is gone after 7 ms'),
    );
    expect(of('404')).not.toBe(of('500'));
    const start = describeReport('Failed to start conversation', [new Error('404')]);
    expect(start.fingerprint).toBe('Failed to start conversation');
  });

  it('holds no query of an address, and is cut', () => {
    const { reason } = describeReport('x', ['GET https://shop.example/a?email=ada@example.com#b failed']);
    expect(reason).toBe('GET https://shop.example/a failed');
    const long = describeReport('o'.repeat(999), [new Error('r'.repeat(999)), null, 5, {}]);
    expect([long.operation, long.reason, long.fingerprint].map((text) => text.length)).toEqual([
      300, 300, 300,
    ]);
  });
});
