import type { Clock } from '../../platform/clock';
import { placeOf } from '../../platform/pagePlace';
import type { ConsentLevel } from '../../platform/storage';
import { createTimer } from '../../platform/timer';
import { createIds } from './ids';
import type { Keep } from './keep';
import { describePage, type PageFacts } from './pageView';

/** Events are sent in batches of this size. */
const BATCH = 10;
/** A page view that did not arrive is sent once more after this time. */
const AGAIN_MS = 2000;
/** The same settings are reported once in this time. */
const SETTINGS_MS = 86_400_000;
/** The share of pages that report how long the start took, and of calls that are reported. */
const START_SAMPLE = 0.1;
const CALL_SAMPLE = 0.001;

type Deps = {
  page: PageFacts;
  clock: Clock;
  keep: Keep;
  createId: () => string;
  /** From 0 to 1, exclusive. */
  random: () => number;
  /** The consent of this moment. */
  level: () => ConsentLevel;
  /** Sends one request; resolves to false where sending it again may help. */
  post: (path: string, body: unknown) => Promise<boolean>;
  version: string;
  /** How the publisher has set up the widget. It holds no text of a visitor. */
  settings: () => Record<string, unknown>;
  /** Time until the launcher was drawn, in milliseconds. */
  startTime: () => number;
};

/**
 * Sends page views and events ('blips'). Without consent nothing is sent and nothing is kept; events wait for their
 * batch, and are sent when the page is hidden or left.
 */
export const createAnalytics = (deps: Deps) => {
  const { page, clock, keep, random, post } = deps;
  const ids = createIds({ ...deps, now: clock.now });
  let events: unknown[] = [];
  let begun = false;
  let followed: ConsentLevel | undefined;
  /** Cancels the page view that waits to be sent again. */
  const again = createTimer(clock);

  const blip = (data: Record<string, unknown>) => ({
    ...data,
    channel: 'web_messenger',
    version: deps.version,
    buid: ids.buid(),
    suid: ids.suid(),
    timestamp: new Date(clock.now()).toISOString(),
    url: placeOf(page.url()),
  });
  const flush = () => {
    if (!events[0]) return;
    void post('dl', { events });
    events = [];
  };
  const add = (kind: string, data: Record<string, unknown> = {}) => {
    if (deps.level() === 'none') return;
    if (events.push(blip({ kind, ...data })) >= BATCH) flush();
  };

  const tellPage = () => {
    const pageView = describePage(page, keep);
    if (!pageView) return;
    const body = blip({ pageView });
    const send = () => post('pv', body);
    void send().then((done) => {
      if (!done) again.set(AGAIN_MS, () => deps.level() !== 'none' && void send());
    });
  };
  const tellSettings = () => {
    const settings = deps.settings();
    const text = JSON.stringify(settings);
    const [, at = '0', known] = /^(\d+) (.*)$/s.exec(keep.get('settings') ?? '') ?? [];
    if (known === text && clock.now() - Number(at) < SETTINGS_MS) return;
    keep.set('settings', `${clock.now()} ${text}`);
    add('settings', { settings });
  };
  /** Follows the consent: begins once it is given, and drops what may no longer be kept or sent. */
  const follow = () => {
    const level = deps.level();
    if (level !== followed && level !== 'all') keep.clear();
    followed = level;
    if (level === 'none') events = [];
    else if (!begun) {
      begun = true;
      tellPage();
      tellSettings();
      if (random() < START_SAMPLE) add('initInterval', { interval: Math.round(deps.startTime()) });
    }
  };

  follow();
  return {
    /** Takes an event, such as `open`. */
    add,
    /** Takes a call that the page has made. */
    call(method: string) {
      if (random() < CALL_SAMPLE) add('apiCall', { method });
    },
    /** The consent may have changed. */
    follow,
    /** The page is hidden: it may never be shown again. */
    hidden: flush,
    /** The page is left. */
    left() {
      flush();
      ids.leave();
    },
    /** The page came back from the back/forward cache, and is an open tab again. */
    shownAgain() {
      if (deps.level() !== 'none') ids.suid();
    },
    dispose: again.stop,
  };
};
