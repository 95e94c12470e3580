import { type Context, Hono } from 'hono';
import { isOpen } from '../../shared/openingHours';
import { servedCampaigns } from '../domain/insights/campaigns';
import { mailingOf } from '../domain/settings/emailSettings';
import { multiConversation, type Settings } from '../domain/settings/settings';
import type { SettingsDrafts } from '../domain/settings/settingsDrafts';
import { teamForVisitors } from '../domain/visitors/visitorFaces';
import { answerText } from '../http/answerText';
import { errorAnswer } from '../http/errors';
import type { OriginOf } from '../http/origin';
import { createVariants } from '../http/variants';
import type { Json } from '../model/entities';
import { withAddresses } from '../model/uploadAddress';
import type { Store } from '../store/store';
import type { LauncherLocale, LocaleWords } from '../words/localeWords';
import { shortConfig } from './shortConfig';

/** The size of the cache of compressed configurations, in bytes: some thousand of them. */
const MAX_BYTES = 1e6;

export type ConfigSources = {
  settings: () => Settings;
  /** The desk's integration, if its settings choose none, and that of an earlier version. */
  store: Pick<Store, 'integrationId' | 'formerIntegrationId'>;
  /** The settings with the preview merged over them. */
  previewSettings: () => Settings;
  settingsWith: (draft: Json) => Settings | undefined;
  drafts: Pick<SettingsDrafts, 'find'>;
  locale: LocaleWords;
  /** Signs a campaign. */
  sign: (id: string) => string;
  /** In ms. */
  now: () => number;
};

/** Outside the opening hours, the description announces that. */
const atThisHour = (settings: Settings, at: number): Settings =>
  isOpen(settings.hours, at)
    ? settings
    : { ...settings, messenger: { ...settings.messenger, description: settings.hours.awayText } };

/** A preview keeps its visitor for the lifetime of its tab, separate from the visitor of the desk's own pages. */
const ofPreview = (settings: Settings): Settings => ({
  ...settings,
  messenger: {
    ...settings.messenger,
    conversationHistory: 'forget',
    // Agents' actions in a preview are neither counted nor reported.
    analytics: false,
    errorReports: false,
    campaigns: settings.messenger.campaigns?.map((c) => ({ ...c, id: `preview-${c.id}` })),
  },
});

/** The people who answer, as the widget reads them; undefined if all of it is off. */
const peopleOf = (settings: Settings): Json | undefined => {
  const { faces, presence, greeting, starters = [] } = settings.messenger.people;
  const said = { greeting: greeting || undefined, starters: starters.length > 0 ? starters : undefined };
  if (!faces && !presence && !said.greeting && !said.starters) return undefined;
  return {
    ...said,
    presence: presence || undefined,
    ...(faces ? { faces, team: teamForVisitors(settings) } : {}),
  };
};

/** The configuration with every value, including the clients' defaults. */
export const wholeConfig = (
  settings: Settings,
  { integrationId, formerIntegrationId }: ConfigSources['store'],
  served: Json[],
  origin: string,
  { locale, words }: LauncherLocale,
): Json => {
  const { launcher, campaigns: _, proactiveMessagingEnabled, ...messenger } = settings.messenger;
  const any = proactiveMessagingEnabled && served.length > 0;
  const whole = {
    features: settings.features,
    messenger: {
      ...messenger,
      ...(proactiveMessagingEnabled ? {} : { proactiveMessagingEnabled }),
      canUserSeeConversationList: multiConversation(settings).canUserSeeConversationList,
      ...(settings.voice.enabled ? { voiceEnabled: true } : {}),
      ...(settings.channels.length > 0 ? { channelLinkingEnabled: true } : {}),
      // The app's setting, repeated here so that the widget knows it without another request.
      ...(settings.app.endSessionEnabled ? { endSessionEnabled: true } : {}),
      ...(settings.rating.enabled ? { ratingEnabled: true } : {}),
      ...(mailingOf(settings.email) ? { transcriptMailEnabled: true } : {}),
      // An integration chosen by an operator has no former one.
      ...(messenger.integrationId === integrationId ? { formerIntegrationId } : {}),
      baseUrl: `${origin}/sc/sdk`,
      locale,
      campaigns: any ? served : undefined,
      people: peopleOf(settings),
      // Campaigns' words are added if there is a campaign.
      launcher: { ...launcher, words: any ? words : { ...words, campaign: undefined, dismiss: undefined } },
    },
  };
  return withAddresses(whole, origin);
};

/** Returns the configuration for the requesting visitor, as JSON. */
export type ConfigText = (c: Context) => string;

/** @param sign signs a campaign; by default like all campaigns */
const createTextOf =
  (sources: ConfigSources, originOf: OriginOf) =>
  (c: Context, settings: Settings, sign = sources.sign): string => {
    const locale = sources.locale({
      query: c.req.query('locale'),
      header: c.req.header('accept-language'),
      ...settings.locales,
    });
    const now = atThisHour(settings, sources.now());
    const served = servedCampaigns(settings, sources.now(), sign);
    return JSON.stringify(shortConfig(wholeConfig(now, sources.store, served, originOf(c), locale)));
  };

/** For the answer that contains the configuration (`porch.now.js`). */
export const createConfigText = (sources: ConfigSources, originOf: OriginOf): ConfigText => {
  const textOf = createTextOf(sources, originOf);
  return (c) => textOf(c, sources.settings());
};

/** `/embeddable/config`, its preview, and the custom ticket fields. */
export const configRoutes = (sources: ConfigSources, originOf: OriginOf): Hono => {
  const routes = new Hono();
  const variants = createVariants(MAX_BYTES);
  const textOf = createTextOf(sources, originOf);
  const answer = (c: Context, settings: Settings, sign = sources.sign): Promise<Response> => {
    const headers = { 'Cache-Control': 'no-cache', Vary: 'Accept-Language' };
    return answerText(c, textOf(c, settings, sign), 'application/json', headers, variants);
  };

  routes.get('/messaging/custom_ticket_fields', (c) =>
    c.json({ ticket_fields: sources.settings().customTicketFields }),
  );
  routes.get('/config', (c) => answer(c, sources.settings()));
  routes.get('/preview/config', async (c) => {
    const id = c.req.query('draft');
    if (id === undefined) return answer(c, sources.previewSettings());
    const draft = await sources.drafts.find(id);
    const settings = draft && sources.settingsWith(draft);
    if (!settings) return errorAnswer(c, 404, 'not_found', 'There is no such draft, or it has expired');
    return answer(c, ofPreview(settings), () => 'preview');
  });
  return routes;
};
