import { Hono } from 'hono';
import * as v from 'valibot';
import type { CountersSource } from '../domain/counters';
import { limitBody, readBody } from './http';

const pageViewBody = v.object({ pageView: v.record(v.string(), v.unknown()) });
const eventsBody = v.object({ events: v.pipe(v.array(v.unknown()), v.maxLength(1000)) });

/** `POST /frontendevents/pv` and `/dl`: counts page views and events and drops their content. */
export const frontendEventRoutes = (counters: CountersSource): Hono => {
  const routes = new Hono();
  routes.use(limitBody);
  routes.post('/pv', async (c) => {
    await readBody(c, pageViewBody);
    counters.pageView();
    return c.body(null, 204);
  });
  routes.post('/dl', async (c) => {
    const { events } = await readBody(c, eventsBody);
    counters.events(events.length);
    return c.body(null, 204);
  });
  return routes;
};
