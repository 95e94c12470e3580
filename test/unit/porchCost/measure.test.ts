import { describe, expect, it } from 'vitest';
import { readHeap } from '../../../scripts/porch-cost/measure/heap.mjs';
import { WATCHER_URL } from '../../../scripts/porch-cost/measure/inPage.mjs';
import { medians } from '../../../scripts/porch-cost/measure/measure.mjs';
import { median } from '../../../scripts/porch-cost/measure/numbers.mjs';
import { covered, readTrace } from '../../../scripts/porch-cost/measure/trace.mjs';
import { arrivalOf, loadedBy, namedByTag } from '../../../scripts/porch-cost/measure/traffic.mjs';

describe('a median', () => {
  it.each([
    [[3], 3],
    [[9, 1, 2], 2],
    [[10, 9, 100], 10],
    [[4, 1, 3, 2], 2.5],
    [[], Number.NaN],
  ])('of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });

  it('of visits is taken figure by figure, and a visit that failed once has failed', () => {
    const visit = (time: number, bytes: number, wrote: boolean) => ({ time, card: { bytes }, wrote });
    const all = [visit(5, 100, true), visit(1, 300, true), visit(9, 200, false)];
    expect(medians(all)).toEqual({ time: 5, card: { bytes: 200 }, wrote: false });
  });
});

describe('what was loaded', () => {
  const answered = (url: string, begun: number, ended: number, bytes: number) => ({
    url,
    begun,
    ended,
    bytes,
    answered: true,
  });
  const requests = [
    answered('/', 1000, 1100, 900),
    answered('/loader.js', 1110, 1200, 10),
    answered('/style.css', 1120, 1300, 5),
    answered('/widget.js', 1210, 1400, 100),
    { url: '/refused', begun: 1220, ended: 1230, bytes: 0, failed: 'net::ERR_FAILED' },
    { url: '/cached.js', begun: 1220, ended: 1230, bytes: 0 },
    { url: '/poll', begun: 1220, bytes: 0 },
  ];

  it('until a moment leaves out the page, what failed, what came from the cache and what is still open', () => {
    expect(loadedBy(requests)).toEqual({ bytes: 115, requests: 3 });
    expect(loadedBy(requests, 300)).toEqual({ bytes: 15, requests: 2 });
    expect(loadedBy(requests, 50)).toEqual({ bytes: 0, requests: 0 });
  });

  it('begins with the page itself', () => {
    expect(arrivalOf(requests)).toBe(100);
    const [document, ...others] = requests;
    expect(arrivalOf([{ url: '/', begun: 1000, bytes: 0, ...document, handed: 1130 }, ...others])).toBe(130);
  });

  it('by the tag is what was asked for before its first file had come', () => {
    expect(namedByTag(requests)).toEqual({ bytes: 15, requests: 2 });
  });
});

describe('a trace', () => {
  const event = (name: string, ts: number, dur: number, args: object = {}) => ({
    name,
    ph: 'X',
    ts: ts * 1000,
    dur: dur * 1000,
    pid: 1,
    tid: 2,
    args,
  });
  const of = (url: string) => ({ data: { url } });
  const start = event('navigationStart', 100, 0, {
    frame: 'main',
    data: { isOutermostMainFrame: true, documentLoaderURL: 'https://page/' },
  });
  const shift = (frame: string, score: number) => event('LayoutShift', 200, 0, { frame, data: { score } });
  const events = [
    // Before the navigation, and in another process.
    event('FunctionCall', 50, 20, of('https://page/a.js')),
    { ...event('FunctionCall', 120, 90, of('https://page/a.js')), pid: 7 },
    start,
    // The page's own first task.
    event('RunTask', 105, 80),
    event('RunTask', 200, 30),
    event('EvaluateScript', 205, 20, of('https://page/a.js')),
    event('FunctionCall', 210, 10, of('https://page/a.js')),
    // The watcher, and what it calls.
    event('RunTask', 240, 15),
    event('FunctionCall', 241, 12, of(WATCHER_URL)),
    event('RunMicrotasks', 245, 3),
    event('RunTask', 300, 50),
    event('RunMicrotasks', 310, 4),
    shift('main', 0.1),
    shift('main', 0.05),
    shift('child', 0.25),
  ];
  const trace = readTrace(events, 'https://page/');

  it('gives the time of scripts until a moment, each counted once and the watcher’s left out', () => {
    expect(trace.scriptTime(1000)).toBeCloseTo(24);
    expect(trace.scriptTime(115)).toBeCloseTo(10);
  });

  it('gives the longest task from the first script to a moment', () => {
    expect(trace.longestTask(1000)).toBe(50);
    expect(trace.longestTask(150)).toBe(30);
    expect(trace.longestTask(1000, 110)).toBe(50);
    expect(trace.longestTask(1000, 250)).toBe(0);
  });

  it('gives the time of all tasks between two moments', () => {
    expect(trace.taskTime(0)).toBe(80 + 30 + 15 + 50);
    expect(trace.taskTime(110, 210)).toBe(20 + 15 + 10);
  });

  it('gives the layout shift on the page and in its frames', () => {
    expect(trace.shifts().page).toBeCloseTo(0.15);
    expect(trace.shifts().frames).toBe(0.25);
    expect(trace.shifts(0, 100)).toEqual({ page: 0, frames: 0 });
    expect(trace.shifts(101)).toEqual({ page: 0, frames: 0 });
  });

  it('says so when it has no such navigation', () => {
    expect(() => readTrace(events, 'https://other/')).toThrow('no navigation to https://other/');
  });

  it('counts what overlaps once, and only inside the interval', () => {
    const two = [event('a', 0, 10), event('b', 5, 10), event('c', 30, 10)];
    expect(covered(two, 2000, 35_000)).toBe(13 + 5);
  });
});

it('a heap snapshot is summed up by kind, the text of scripts and what is outside the heap apart', () => {
  const types: [string[], string] = [['string', 'code', 'native', 'sliced string', 'regexp'], 'string'];
  const snapshot = {
    snapshot: { meta: { node_fields: ['type', 'name', 'id', 'self_size'], node_types: types } },
    nodes: [
      [0, 0, 1, 8],
      [3, 0, 2, 16],
      [1, 0, 3, 100],
      [2, 1, 4, 5000],
      [2, 0, 5, 70],
      [4, 0, 6, 1],
    ].flat(),
    strings: ['a', 'system / ExternalStringData'],
  };
  expect(readHeap(snapshot)).toEqual({
    strings: { bytes: 24, count: 2 },
    code: { bytes: 100, count: 1 },
    'script text': { bytes: 5000, count: 1 },
    outside: { bytes: 70, count: 1 },
    other: { bytes: 1, count: 1 },
  });
});
