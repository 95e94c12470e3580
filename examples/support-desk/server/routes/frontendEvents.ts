import { Hono } from 'hono';
import * as v from 'valibot';
import type { Deps } from '../domain/deps';
import { countCampaigns } from '../domain/insights/campaigns';
import type { CountersSource } from '../domain/insights/counters';
import { BLIP_KINDS, pageOf } from '../domain/insights/insights';
import { limitBody, readBody } from '../http/bodies';
import { DeskError } from '../model/deskError';

const text = (max: number) => v.pipe(v.string(), v.maxLength(max));
const named = (max: number) => v.pipe(v.string(), v.regex(/\S/, 'may not be empty'), v.maxLength(max));
const milliseconds = v.pipe(v.number(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));

/** The fields of every blip. Ids are checked and dropped: the desk stores only counts. */
const common = {
  url: text(1000),
  buid: v.optional(text(100)),
  suid: v.optional(text(100)),
  channel: v.optional(text(100)),
  version: v.optional(text(100)),
  timestamp: v.optional(text(100)),
};

const pageViewBody = v.object({
  ...common,
  pageView: v.partial(
    v.object({
      pageTitle: text(1000),
      referrer: text(1000),
      time: milliseconds,
      loadTime: milliseconds,
      navigatorLanguage: text(100),
      userAgent: text(1000),
      helpCenterDedup: v.boolean(),
    }),
  ),
});
const counted = v.object({ ...common, kind: v.picklist(BLIP_KINDS) });
const ofCampaign = v.object({
  ...common,
  kind: v.picklist(['campaignSeen', 'campaignDismissed']),
  campaign: named(100),
});
const event = v.union([counted, ofCampaign]);
const eventsBody = v.object({ events: v.pipe(v.array(event), v.maxLength(100)) });

const report = v.object({
  level: v.picklist(['error', 'warning', 'info']),
  fingerprint: named(300),
  operation: named(300),
  reason: v.optional(text(300), ''),
  version: v.optional(text(100), ''),
  url: v.optional(text(1000), ''),
});
const reportsBody = v.object({ reports: v.pipe(v.array(report), v.minLength(1), v.maxLength(10)) });

/** Widgets post in the background, as plain text: with JSON, browsers would send a preflight. */
const QUIET = { plain: true };

/** @throws not_found if the setting is off: then no widget of the desk sends anything */
const allow = (setting: boolean | undefined): void => {
  if (!setting) throw new DeskError('not_found', 'This desk does not count this');
};

/**
 * `POST /frontendevents/pv`, `/dl` and `/errors`: the widget's page views, events and errors. A body with any mistake
 * is refused as a whole.
 */
export const frontendEventRoutes = (
  deps: Pick<Deps, 'settings' | 'figures'>,
  counters: CountersSource,
): Hono => {
  const { figures } = deps;
  const routes = new Hono();
  routes.use(limitBody);
  routes.post('/pv', async (c) => {
    allow(deps.settings().messenger.analytics);
    const { url } = await readBody(c, pageViewBody, QUIET);
    figures.add({ kind: 'pageView', page: pageOf(url) });
    counters.pageView();
    return c.body(null, 204);
  });
  routes.post('/dl', async (c) => {
    const { events } = await readBody(c, eventsBody, QUIET);
    const campaigns = events.flatMap((e) => ('campaign' in e ? [e] : []));
    const blips = events.flatMap((e) => ('campaign' in e ? [] : [e]));
    if (blips.length > 0) allow(deps.settings().messenger.analytics);
    for (const { kind, url } of blips) figures.add({ kind, page: pageOf(url) });
    countCampaigns(deps, campaigns);
    counters.events(events.length);
    return c.body(null, 204);
  });
  routes.post('/errors', async (c) => {
    allow(deps.settings().messenger.errorReports);
    const { reports } = await readBody(c, reportsBody, QUIET);
    for (const one of reports) figures.addError(one);
    return c.body(null, 204);
  });
  return routes;
};
