import { createHmac } from 'node:crypto';
import type { AgentCampaignFigures } from '../../../shared/answers/insights';
import type { Conversation, Json, Message } from '../../model/entities';
import { sameSecret } from '../../model/tokens';
import type { Transaction } from '../../store/store';
import type { Deps } from '../deps';
import type { Settings } from '../settings/settings';
import { faceForVisitors } from '../visitors/visitorFaces';

/** How long before its start a campaign is served, for pages that stay open. */
const AHEAD_MS = 86_400_000;
const CLOCK_STEP_MS = 1;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const HEAD = encode({ alg: 'HS256', typ: 'JWT' });

/** A campaign's signed data: a JWT that names it. It is always the same for the same campaign. */
export const signCampaign = (key: string, id: string): string => {
  const signed = `${HEAD}.${encode({ campaign: id })}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
};

/** The campaign of this signed data; `undefined` if this desk has not signed it. */
const campaignOf = (key: string, signedData: string): string | undefined => {
  const [, body = ''] = signedData.split('.');
  try {
    const { campaign } = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Json;
    if (typeof campaign !== 'string') return undefined;
    return sameSecret(signedData, signCampaign(key, campaign)) ? campaign : undefined;
  } catch {
    return undefined;
  }
};

/** The campaigns for widgets, without those that are off or over. */
export const servedCampaigns = (settings: Settings, now: number, sign: (id: string) => string): Json[] =>
  (settings.messenger.campaigns ?? []).flatMap(({ id, text, name, enabled, from, to, any, rules }) => {
    const begins = from ? Date.parse(from) : undefined;
    const ends = to ? Date.parse(to) : undefined;
    if (!enabled || (begins ?? 0) > now + AHEAD_MS || (ends ?? Number.POSITIVE_INFINITY) <= now) return [];
    return [
      {
        id,
        text,
        name: faceForVisitors(settings, { name: name || settings.agent.name }).name,
        jwt: sign(id),
        from: begins,
        to: ends,
        any: any || undefined,
        rules: rules.length > 0 ? rules : undefined,
      },
    ];
  });

/** The prefix of the `referenceId` of a campaign's message. */
const REFERENCE = 'campaign:';

/** Whether a message is a campaign's, and not an answer to the visitor. */
export const isOfCampaign = ({ referenceId }: Pick<Message, 'referenceId'>): boolean =>
  referenceId?.startsWith(REFERENCE) === true;

/**
 * Adds the message that the visitor has opened to their conversation, if the campaign is this desk's. It answers
 * nothing, so it counts neither as a message nor as an answer: agents see the conversation once the visitor writes.
 * @returns the message and the conversation with it; `undefined` if there is no such campaign
 */
export const beginCampaign = async (
  deps: Pick<Deps, 'store' | 'settings' | 'now' | 'newId'>,
  tx: Transaction,
  conversation: Conversation,
  signedData: string,
): Promise<{ message: Message; conversation: Conversation } | undefined> => {
  const id = campaignOf(deps.store.campaignKey, signedData);
  const { messenger, agent } = deps.settings();
  const campaign = id === undefined ? undefined : messenger.campaigns?.find((c) => c.id === id);
  if (!campaign) return undefined;
  const openedAt = Math.max(Math.floor(deps.now()), conversation.lastReceived + CLOCK_STEP_MS);
  const visit = { campaignId: campaign.id, conversationId: conversation.id, openedAt, answeredAt: null };
  if (!(await tx.insertCampaignVisit(visit))) return undefined;
  const referenceId = `${REFERENCE}${campaign.id}`;
  const message: Message = {
    id: deps.newId(),
    conversationId: conversation.id,
    referenceId,
    received: openedAt,
    role: 'appMaker',
    type: 'text',
    body: { text: campaign.text, name: campaign.name || agent.name, avatarUrl: agent.avatarUrl },
  };
  if (await tx.messageByReference(conversation.id, referenceId)) return undefined;
  await tx.insertMessage(message);
  const change = {
    campaignId: campaign.id,
    lastUpdatedAt: openedAt,
    lastReceived: openedAt,
    lastMessageId: message.id,
    // The visitor has just read it.
    visitorLastRead: conversation.visitorUnread === 0 ? openedAt : conversation.visitorLastRead,
  };
  await tx.updateConversation(conversation.id, change);
  return { message, conversation: { ...conversation, ...change } };
};

/** Counts the reports of widgets about this desk's campaigns. */
export const countCampaigns = (
  deps: Pick<Deps, 'settings' | 'figures'>,
  events: readonly { kind: 'campaignSeen' | 'campaignDismissed'; campaign: string }[],
): void => {
  const known = new Set(deps.settings().messenger.campaigns?.map(({ id }) => id));
  for (const { kind, campaign: campaignId } of events) {
    const isSeen = kind === 'campaignSeen';
    if (known.has(campaignId))
      deps.figures.addCampaign({ campaignId, seen: isSeen ? 1 : 0, dismissed: isSeen ? 0 : 1 });
  }
};

/** The counts of each campaign, including those no longer in the settings. */
export const readCampaignFigures = async (
  deps: Pick<Deps, 'store' | 'figures'>,
): Promise<AgentCampaignFigures[]> => {
  await deps.figures.flush();
  const figures = await deps.store.campaignFigures();
  return figures.map(({ campaignId, ...rest }) => ({ _id: campaignId, ...rest }));
};
