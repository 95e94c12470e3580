import * as v from 'valibot';
import { agentConversation, visitorConversationsAnswer } from '../../../shared/answers/conversations';
import {
  campaignsAnswer,
  countersAnswer,
  insightPagesAnswer,
  insightsAnswer,
  ratingsAnswer,
  teamInsightsAnswer,
} from '../../../shared/answers/insights';
import {
  deliveriesAnswer,
  deliveryAnswer,
  integrationAnswer,
  integrationsAnswer,
  webhookAnswer,
} from '../../../shared/answers/integrations';
import {
  mergeAnswer,
  peopleAnswer,
  personAnswer,
  visitorNoteAnswer,
  visitorNotesAnswer,
} from '../../../shared/answers/people';
import {
  pictureAnswer,
  settingsAnswer,
  settingsDraftAnswer,
  settingsHistoryAnswer,
} from '../../../shared/answers/settings';
import { signingKey, signingKeysAnswer, visitorData } from '../../../shared/answers/visitors';
import { integrationBody, newIntegrationBody } from '../../../shared/bodies/integrations';
import { restoreSettingsBody, saveSettingsBody, settingsDraftBody } from '../../../shared/bodies/settings';
import {
  changedNoteBody,
  correctionBody,
  firstMessageBody,
  matchBody,
  mergeBody,
  signingKeyBody,
  visitorNoteBody,
} from '../../../shared/bodies/visitors';
import type { Operation } from './operation';

const PERIOD = ['days', 'from', 'to'];

const webhookBody = v.object({ target: v.pipe(v.string(), v.url()), triggers: v.array(v.string()) });

/** Visitors, settings, figures, integrations. */
export const DESK_OPERATIONS = {
  'GET /users': { summary: 'All visitors, searched', query: ['search', 'after'], answer: peopleAnswer },
  'GET /users/:id': { summary: 'A visitor', answer: personAnswer },
  'PATCH /users/:id': {
    summary: 'Correct the name, email address or phone number of a visitor',
    body: correctionBody,
    example: { name: 'Ada', email: 'ada@shop.example', phone: null },
    answer: personAnswer,
  },
  'GET /users/:id/merge/:otherId': { summary: 'What merging two visitors would do', answer: mergeAnswer },
  'POST /users/:id/merge': {
    summary: 'Merge two visitors into one for agents',
    body: mergeBody,
    example: { with: 'b94d27b9934d3e08a52e52d7' },
    answer: personAnswer,
    errors: [409],
  },
  'DELETE /users/:id/merge/:otherId': { summary: 'Separate a merged visitor', answer: personAnswer },
  'GET /users/:id/notes': { summary: "The team's notes about a visitor", answer: visitorNotesAnswer },
  'POST /users/:id/notes': {
    summary: 'Write a note about a visitor',
    body: visitorNoteBody,
    example: { text: 'Prefers to be called' },
    answer: visitorNoteAnswer,
    status: 201,
    errors: [409],
  },
  'PATCH /users/:id/notes/:noteId': {
    summary: 'Change a note about a visitor',
    body: changedNoteBody,
    example: { text: 'Prefers email' },
    answer: visitorNoteAnswer,
  },
  'DELETE /users/:id/notes/:noteId': { summary: 'Remove a note about a visitor' },
  'GET /users/:id/data': { summary: 'How much the desk stores about a visitor', answer: visitorData },
  'GET /users/:id/export': { summary: 'Everything about a visitor', media: 'application/zip' },
  'DELETE /users/:id': { summary: 'Delete a visitor and everything about them', answer: visitorData },
  'GET /users/:id/conversations': {
    summary: 'The newest conversations of a visitor',
    answer: visitorConversationsAnswer,
  },
  'POST /users/:id/conversations': {
    summary: 'Begin a conversation with a visitor',
    body: firstMessageBody,
    example: { text: 'Your canoe is ready' },
    answer: v.object({ conversation: agentConversation }),
    status: 201,
    errors: [409],
  },
  'POST /users/:id/block': { summary: 'Block a visitor' },
  'POST /users/:id/unblock': { summary: 'Unblock a visitor' },
  'POST /users/:id/clients/:clientId/unlink': { summary: 'Unlink a channel' },
  'POST /link-requests/:code/match': {
    summary: 'Report the outcome of a channel link',
    body: matchBody,
    example: { displayName: 'Ada' },
  },
  'POST /users/:id/expire-sessions': {
    summary: "End a visitor's sessions",
    answer: v.object({ expired: v.number() }),
  },
  'GET /insights': { summary: 'Page views, conversations and errors', query: PERIOD, answer: insightsAnswer },
  'GET /insights.csv': { summary: 'Figures as a table', query: ['table', ...PERIOD], media: 'text/csv' },
  'GET /insights/team': { summary: "The team's work", query: PERIOD, answer: teamInsightsAnswer },
  'GET /insights/ratings': {
    summary: 'Ratings with their comments',
    query: [...PERIOD, 'after'],
    answer: ratingsAnswer,
  },
  'GET /insights/pages': {
    summary: 'The pages of visitors who began a conversation',
    query: PERIOD,
    answer: insightPagesAnswer,
  },
  'GET /campaigns': { summary: 'The figures of campaigns', answer: campaignsAnswer },
  'GET /counters': { summary: 'What this process has counted', answer: countersAnswer },
  'GET /settings': { summary: 'The settings', answer: settingsAnswer },
  'GET /settings/history': {
    summary: 'The versions of the settings',
    query: ['before'],
    answer: settingsHistoryAnswer,
  },
  'POST /settings': {
    summary: 'Save all settings',
    body: saveSettingsBody,
    example: { base: 0, value: { messenger: { title: 'Shop' } }, name: 'Ada' },
    answer: settingsAnswer,
    errors: [409],
  },
  'POST /settings/restore': {
    summary: 'Restore a version of the settings',
    body: restoreSettingsBody,
    example: { base: 0, version: 0 },
    answer: settingsAnswer,
    errors: [409],
  },
  'POST /settings/drafts': {
    summary: 'Keep unsaved settings for a preview',
    body: settingsDraftBody,
    example: { value: { messenger: { title: 'Soon' } } },
    answer: settingsDraftAnswer,
  },
  'POST /settings/pictures': {
    summary: 'Upload a picture for the settings',
    isUpload: true,
    answer: pictureAnswer,
    status: 201,
    errors: [413, 507],
  },
  'GET /signing-keys': { summary: "The keys that sign visitors' JWTs", answer: signingKeysAnswer },
  'POST /signing-keys': {
    summary: 'Create a signing key',
    body: signingKeyBody,
    example: { name: 'Shop' },
    answer: v.object({ signingKey }),
    status: 201,
  },
  'DELETE /signing-keys/:id': { summary: 'Delete a signing key', errors: [409] },
  'POST /email-links/rotate': { summary: 'End all links in emails' },
  'GET /integrations': { summary: 'The bots and bridges', answer: integrationsAnswer },
  'POST /integrations': {
    summary: 'Add a bot or a bridge',
    body: newIntegrationBody,
    example: { displayName: 'Bot', answersFirst: true },
    answer: integrationAnswer,
    status: 201,
    errors: [409],
  },
  'PATCH /integrations/:id': {
    summary: 'Change a bot or a bridge',
    body: integrationBody,
    example: { hearsAll: true },
    answer: integrationAnswer,
  },
  'DELETE /integrations/:id': { summary: 'Remove a bot or a bridge' },
  'POST /integrations/:id/webhooks': {
    summary: 'Add a webhook',
    body: webhookBody,
    example: { target: 'https://bot.example/hook', triggers: ['conversation:message'] },
    answer: webhookAnswer,
    status: 201,
    errors: [409],
  },
  'DELETE /integrations/:id/webhooks/:webhookId': { summary: 'Remove a webhook' },
  'GET /webhooks/:id/deliveries': {
    summary: 'The log of a webhook',
    query: ['before'],
    answer: deliveriesAnswer,
  },
  'POST /deliveries/:id/repeat': { summary: 'Repeat a delivery', answer: deliveryAnswer, errors: [409] },
} satisfies Record<string, Operation>;
