import type { Hono } from 'hono';
import { textOf } from '../http/bodies';
import type { Rates } from '../http/rates';
import type { LimitName } from '../limits/table';

const USERS = '/apps/:appId/appusers';
const CONVERSATION = '/apps/:appId/conversations/:id';

/** The limits for a POST by a visitor's page, under `/sc/sdk/v2`. */
const COUNTED: readonly [path: string, ...LimitName[]][] = [
  [USERS, 'visitors', 'allVisitors'],
  ['/apps/:appId/login', 'signIns'],
  ['/apps/:appId/emaillinks', 'signIns'],
  [`${USERS}/:appUserId/conversations`, 'messages', 'addressMessages'],
  [`${CONVERSATION}/messages`, 'messages', 'addressMessages'],
  [`${CONVERSATION}/messages/:messageId/stop`, 'activities', 'addressActivities'],
  [`${CONVERSATION}/postback`, 'messages', 'addressMessages'],
  [`${CONVERSATION}/referral`, 'messages', 'addressMessages'],
  [`${CONVERSATION}/activity`, 'activities', 'addressActivities'],
  [`${CONVERSATION}/rating`, 'activities', 'addressActivities'],
  [`${CONVERSATION}/transcript`, 'transcripts'],
  [`${CONVERSATION}/files`, 'uploads', 'addressUploads'],
  [`${USERS}/:appUserId/calls`, 'calls', 'addressCalls'],
  [`${USERS}/:appUserId/calls/:id/signals`, 'signals', 'addressSignals'],
];

/** The calls of a visitor's page that store no text: their effect ends soon, or is bounded by other limits. */
const KEEPS_NO_TEXT = /\/(?:activity|stop|calls|signals|left|transcript|emaillinks|logout|token)$/;

/** Whether the database stores text of such a call. */
export const keepsText = (method: string, path: string): boolean =>
  ['POST', 'PUT', 'PATCH'].includes(method) && !KEEPS_NO_TEXT.test(path);

/** Counts what a visitor's page posts, before any access to the database. */
export const limitCalls = (routes: Hono, rates: Rates): void => {
  for (const [path, ...names] of COUNTED) routes.on('POST', path, rates.limit(...names));
  routes.on('POST', `${CONVERSATION}/transcript`, rates.limitTaken('addressTranscripts'));
  const text = rates.limitTaken('addressText', (c) => Math.ceil(textOf(c) / 1024));
  routes.use('/apps/*', (c, next) => (keepsText(c.req.method, c.req.path) ? text(c, next) : next()));
};
