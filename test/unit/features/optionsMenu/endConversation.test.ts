import { describe, expect, it, vi } from 'vitest';
import { createEnding } from '../../../../src/features/optionsMenu/endConversation';
import { RequestError } from '../../../../src/services/requestError';
import { createConversations } from '../../../../src/slices/conversations';
import { wireConversation } from '../../../support/messages';
import { createExperienceReader } from '../../../support/readExperience';

const create = (allowed: boolean, listed = true) => {
  const conversations = createConversations();
  for (const [i, _id] of ['old', 'open'].entries())
    conversations.upsert(wireConversation(_id, { lastUpdatedAt: i, routingStatus: 'queued' }));
  const sendActivity = vi.fn(async () => {});
  const { experience, fetchIntegration, readExperience } = createExperienceReader({
    conversations,
    allowed,
    listed,
  });
  const author = { role: 'appUser', appUserId: 'u' } as const;
  const end = createEnding({
    messaging: { sendActivity },
    conversations,
    author: () => author,
    experience,
    readExperience,
  });
  return { end, conversations, sendActivity, fetchIntegration, author };
};

describe('ending a conversation', () => {
  it('tells the service by an activity, and shows it idle', async () => {
    const { end, conversations, sendActivity, author } = create(true);
    await end();
    expect(sendActivity.mock.calls).toEqual([['open', { author, activity: { type: 'conversation:end' } }]]);
    expect(conversations.find('open')).toMatchObject({ status: 'idle', routingStatus: undefined });
  });

  it('leaves the visitor in it, although another one is active', async () => {
    const { end, conversations } = create(true);
    await end();
    expect(conversations.find('old')?.status).toBe('active');
    expect([conversations.active.value?._id, conversations.listShown.value]).toEqual(['open', false]);
  });

  it('that the service refuses changes nothing', async () => {
    const { end, conversations, sendActivity } = create(false);
    const refusal = new RequestError('http', '403', 403, 'forbidden');
    sendActivity.mockRejectedValueOnce(refusal);
    await expect(end()).rejects.toBe(refusal);
    expect([conversations.find('open')?.status, conversations.redirectToHomePage.value]).toEqual([
      'active',
      false,
    ]);
  });

  it('shows the list to a visitor who may start no other one', async () => {
    const { end, conversations } = create(false);
    await end();
    expect([conversations.redirectToHomePage.value, conversations.listShown.value]).toEqual([true, true]);
  });

  it('stays where there is no list or the settings are unknown', async () => {
    const alone = create(false, false);
    await alone.end();
    const unsure = create(false);
    unsure.fetchIntegration.mockRejectedValueOnce(new RequestError('network', 'offline'));
    await unsure.end();
    for (const { conversations } of [alone, unsure])
      expect([conversations.redirectToHomePage.value, conversations.listShown.value]).toEqual([false, false]);
    expect(alone.fetchIntegration).not.toHaveBeenCalled();
  });

  it.each([
    ['a visitor who came after the one that ended it', 'cancelled'],
    ['who has chosen another conversation meanwhile', 'chosen'],
  ])('does not lead to the list %s', async (_, how) => {
    const { end, conversations, fetchIntegration } = create(false);
    let answer = () => {};
    fetchIntegration.mockImplementationOnce(async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      if (how === 'cancelled') throw new RequestError('cancelled', 'Another visitor came meanwhile');
      return { multiConvoEnabled: true, canUserCreateMoreConversations: false };
    });
    const ending = end();
    await vi.waitFor(() => expect(fetchIntegration).toHaveBeenCalled());
    if (how === 'cancelled') conversations.reset();
    else conversations.show('old');
    answer();
    await ending;
    expect([conversations.redirectToHomePage.value, conversations.listShown.value]).toEqual([
      how === 'chosen',
      false,
    ]);
  });
});
