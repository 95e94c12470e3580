import type { Hono } from 'hono';
import type { LimitName } from '../limits/table';
import type { Rates } from './rates';

const USERS = '/apps/:appId/appusers';
const CONVERSATION = '/apps/:appId/conversations/:id';

/** Which limits count a POST of a visitor's page, below `/sc/sdk/v2`. */
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
  [`${CONVERSATION}/transcript`, 'transcripts', 'addressTranscripts'],
  [`${CONVERSATION}/files`, 'uploads', 'addressUploads'],
  [`${USERS}/:appUserId/calls`, 'calls', 'addressCalls'],
  [`${USERS}/:appUserId/calls/:id/signals`, 'signals', 'addressSignals'],
];

/** What the database keeps texts of. */
const KEPT: readonly [method: string, path: string][] = [
  ['POST', USERS],
  ['PUT', `${USERS}/:appUserId`],
  ['POST', '/apps/:appId/login'],
  ['POST', `${USERS}/:appUserId/conversations`],
  ['PUT', CONVERSATION],
  ['POST', `${CONVERSATION}/messages`],
  ['POST', `${CONVERSATION}/files`],
  ['POST', `${CONVERSATION}/referral`],
  ['POST', `${CONVERSATION}/postback`],
  ['POST', `${CONVERSATION}/rating`],
];

/** Counts what a visitor's page posts, before anything looks into the database. */
export const limitCalls = (routes: Hono, rates: Rates): void => {
  for (const [path, ...names] of COUNTED) routes.on('POST', path, rates.limit(...names));
  const text = rates.limitText('addressText');
  for (const [method, path] of KEPT) routes.on(method, path, text);
};
