import { describe, expect, it, vi } from 'vitest';
import { createListFlow } from '../../../../src/features/conversationList/listFlow';
import { RequestError } from '../../../../src/services/requestError';
import { createConversations } from '../../../../src/slices/conversations';
import { createMessages } from '../../../../src/slices/messages';
import { createPageEvents } from '../../../../src/slices/pageEvents';
import { decodeUserAnswer } from '../../../../src/wire/user';
import { wireConversation as conversation, wire } from '../../../support/messages';
import { createExperienceReader } from '../../../support/readExperience';

const answer = (ids: string[], hasMore = false) => ({
  ...decodeUserAnswer({
    conversations: ids.map((_id, i) => ({
      _id,
      lastUpdatedAt: 100 - i,
      messages: [{ _id: `m-${_id}`, received: 100 - i, text: `last of ${_id}` }],
    })),
  }),
  hasMore,
});

const create = (allowed = true) => {
  const conversations = createConversations();
  const messages = createMessages();
  let ids = 0;
  const listConversations = vi.fn(
    async (_user: string, offset = 0): Promise<ReturnType<typeof answer>> =>
      offset ? answer(['c', 'd']) : answer(['a', 'b'], true),
  );
  const createConversation = vi.fn(async () => ({
    conversation: conversation('new', { lastUpdatedAt: 200 }),
    messages: [],
    hasPrevious: false,
  }));
  const refresh = vi.fn();
  const report = vi.fn();
  const { experience, fetchIntegration, readExperience, router } = createExperienceReader({
    conversations,
    allowed,
    report,
  });
  const hear = vi.fn();
  const pageEvents = createPageEvents();
  pageEvents.on(hear);
  const visitor = { epoch: 0 };
  const list = createListFlow({
    pageEvents,
    user: { appUserId: { value: 'u' } as never, epoch: () => visitor.epoch },
    conversations,
    messages,
    calls: { listConversations },
    messaging: { createConversation },
    experience,
    readExperience,
    client: () => ({}) as never,
    createId: () => `ref-${++ids}`,
    refresh,
    report,
  });
  return {
    list,
    conversations,
    messages,
    listConversations,
    createConversation,
    experience,
    router,
    fetchIntegration,
    refresh,
    report,
    hear,
    visitor,
  };
};
const failure = new RequestError('network', 'offline');

describe('the list', () => {
  it('of the next visitor is read although the one before still waited for theirs', async () => {
    const { list, listConversations, visitor, report } = create();
    let cancel = (_: unknown) => {};
    listConversations.mockImplementationOnce(
      () =>
        new Promise((_, reject) => {
          cancel = reject;
        }),
    );
    void list.refresh();
    visitor.epoch++;
    await list.refresh();
    expect(listConversations).toHaveBeenCalledTimes(2);
    cancel(new RequestError('cancelled', 'another visitor'));
    await Promise.resolve();
    expect(list.listStatus.value).toBe('successful');
    expect(report).not.toHaveBeenCalled();
  });

  it('of the next visitor knows nothing of a creation that failed for the one before', async () => {
    const { list, createConversation, visitor } = create();
    createConversation.mockRejectedValueOnce(failure);
    await list.create();
    visitor.epoch++;
    await list.refresh();
    expect([list.createConversationStatus.value, list.hasMore.value]).toEqual(['notConnected', true]);
    await list.create();
    const references = (createConversation.mock.calls as unknown as [string, { referenceId: string }][]).map(
      ([, body]) => body.referenceId,
    );
    expect(new Set(references).size).toBe(2);
  });

  it('is read with the newest message of each conversation', async () => {
    const { list, conversations, messages } = create();
    await list.refresh();
    expect(conversations.all.value.map((c) => c._id)).toEqual(['a', 'b']);
    expect(messages.of('b').value.map((m) => m.text)).toEqual(['last of b']);
    expect([list.listStatus.value, list.hasMore.value]).toEqual(['successful', true]);
  });

  it('continues after the rows it has (list-8)', async () => {
    const { list, conversations, listConversations } = create();
    await list.refresh();
    await list.loadMore();
    expect(listConversations.mock.calls.map(([, offset]) => offset)).toEqual([0, 2]);
    expect(conversations.all.value).toHaveLength(4);
    expect(list.hasMore.value).toBe(false);
  });

  it('that fails to load keeps its rows and can be requested again (err-1)', async () => {
    const { list, listConversations, report } = create();
    listConversations.mockRejectedValueOnce(failure);
    await list.refresh();
    expect([list.listStatus.value, report.mock.calls]).toEqual([
      'failed',
      [['Failed to list conversations', failure]],
    ]);
    await list.refresh();
    expect(list.listStatus.value).toBe('successful');
  });

  it('that fails to load anew is reported as a refresh (err-1)', async () => {
    const { list, listConversations, report } = create();
    await list.refresh();
    listConversations.mockRejectedValueOnce(failure);
    await list.refresh();
    expect(report.mock.calls).toEqual([['Failed to refresh user conversations', failure]]);
  });

  it('whose later page fails asks for that page again (list-9, err-1)', async () => {
    const { list, listConversations, conversations, report } = create();
    await list.refresh();
    listConversations.mockRejectedValueOnce(failure);
    await list.loadMore();
    expect([list.listStatus.value, report.mock.calls]).toEqual([
      'failed',
      [['Failed to update conversations list', failure]],
    ]);
    await list.retry();
    expect(listConversations.mock.calls.map(([, offset]) => offset)).toEqual([0, 2, 2]);
    expect([list.listStatus.value, conversations.all.value.length]).toEqual(['successful', 4]);
  });

  it('reports nothing that a newer visitor has cancelled', async () => {
    const { list, listConversations, report } = create();
    listConversations.mockRejectedValueOnce(new RequestError('cancelled', 'gone'));
    await list.refresh();
    expect(report).not.toHaveBeenCalled();
  });

  it('lets a visitor start more only if the integration allows it (list-3)', async () => {
    const [limited, free] = [create(false), create(true)];
    await Promise.all([limited.list.refresh(), free.list.refresh()]);
    expect([limited.list.mayCreate.value, free.list.mayCreate.value]).toEqual([false, true]);
  });

  it('requests the integration until it has loaded, then never again (list-6)', async () => {
    const { list, experience, fetchIntegration } = create();
    fetchIntegration.mockRejectedValueOnce(failure);
    await list.refresh();
    expect(experience.integrationsFetchStatus.value).toBe('failed');
    await list.refresh();
    await list.refresh();
    expect([fetchIntegration.mock.calls.length, list.mayCreate.value]).toEqual([2, true]);
  });
});

describe('a conversation', () => {
  it('that is chosen is the active one, and is read', async () => {
    const { list, conversations, refresh } = create();
    await list.refresh();
    conversations.show();
    list.open('b');
    expect([conversations.active.value?._id, conversations.listShown.value]).toEqual(['b', false]);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('that is new is opened again by later presses, as long as nobody has written in it (list-13)', async () => {
    const { list, conversations, messages, createConversation } = create();
    await list.create();
    conversations.show('a');
    await list.create();
    expect([conversations.active.value?._id, createConversation.mock.calls.length]).toEqual(['new', 1]);
    messages.merge('new', [wire('m-new', 300)]);
    await list.create();
    expect(createConversation).toHaveBeenCalledTimes(2);
  });

  it('is not the one without a message that has ended (list-13)', async () => {
    const { list, listConversations, createConversation } = create();
    const [ended] = answer(['x']).conversations;
    listConversations.mockResolvedValueOnce({
      conversations: [{ ...ended, messages: [], status: 'idle' }],
      hasMore: false,
    } as unknown as ReturnType<typeof answer>);
    await list.refresh();
    await list.create();
    expect(createConversation).toHaveBeenCalledOnce();
  });

  it('that is new is opened', async () => {
    const { list, conversations, hear } = create();
    await list.refresh();
    await list.create();
    expect(conversations.active.value?._id).toBe('new');
    expect(list.createConversationStatus.value).toBe('successful');
    expect(hear.mock.calls).toEqual([
      ['newConversationButtonClicked', { source: 'conversationList' }],
      ['conversationStarted', { conversation: { id: 'new' } }],
    ]);
  });

  it('is not made twice by a second press or a second try (list-13, err-1)', async () => {
    const { list, createConversation, messages, report } = create();
    createConversation.mockRejectedValueOnce(failure);
    await Promise.all([list.create(), list.create()]);
    expect(list.createConversationStatus.value).toBe('failed');
    expect(report.mock.calls).toEqual([['Failed to create conversation', failure]]);
    await list.create();
    messages.merge('new', [wire('m-new', 300)]);
    await list.create();
    const references = createConversation.mock.calls.map((call) => (call as unknown[])[1]);
    expect(references.map((b) => (b as { referenceId: string }).referenceId)).toEqual([
      'ref-1',
      'ref-1',
      'ref-2',
    ]);
  });

  it('that the visitor chose is forgotten with the visitor', async () => {
    const { list, conversations } = create();
    await list.refresh();
    list.open('b');
    conversations.reset();
    for (const id of ['a', 'b'])
      conversations.upsert(conversation(id, { status: id === 'a' ? 'active' : 'idle' }));
    expect(conversations.active.value?._id).toBe('a');
  });
});

describe('redirectToHomePage', () => {
  const state = ({ conversations }: ReturnType<typeof create>) => [
    conversations.redirectToHomePage.value,
    conversations.listShown.value,
  ];

  it('is set when a conversation action succeeds while multi-conversation is enabled but the user cannot create more conversations (list-4)', async () => {
    const side = create(false);
    await side.list.refresh();
    // The page has a new visitor; the account's settings are the same.
    side.conversations.reset();
    await side.list.create();
    expect(state(side)).toEqual([true, true]);
    expect(side.conversations.find('new')).toBeDefined();
  });

  it('is not set by an action that fails, nor while the user can create more conversations', async () => {
    const failed = create(false);
    await failed.list.refresh();
    failed.conversations.reset();
    failed.createConversation.mockRejectedValueOnce(failure);
    await failed.list.create();
    expect(state(failed)).toEqual([false, false]);
    const free = create(true);
    await free.list.refresh();
    await free.list.create();
    expect(state(free)).toEqual([false, false]);
  });

  it('is not set if multi-conversation is disabled', async () => {
    const side = create();
    side.fetchIntegration.mockResolvedValueOnce({
      multiConvoEnabled: false,
      canUserCreateMoreConversations: false,
    });
    await side.list.refresh();
    await side.list.create();
    expect(state(side)).toEqual([false, false]);
  });

  it('is set when another status event reports success: the fetch of the integration (list-5)', async () => {
    const side = create(false);
    side.fetchIntegration.mockRejectedValueOnce(failure);
    await side.list.refresh();
    expect(state(side)).toEqual([false, false]);
    await side.list.refresh();
    expect(side.experience.integrationsFetchStatus.value).toBe('successful');
    // A visitor who is reading a conversation stays in it.
    expect(state(side)).toEqual([true, false]);
  });

  it('is not set if the visitor may not see the list, which is then left (list-1)', async () => {
    for (const settings of [{ multiConvoEnabled: false }, { canUserSeeConversationList: false }]) {
      const side = create(true);
      side.fetchIntegration.mockResolvedValueOnce({ multiConvoEnabled: true, ...settings });
      side.conversations.show();
      await side.list.refresh();
      expect([side.experience.listed.value, ...state(side)]).toEqual([false, false, false]);
    }
  });

  it('shows the list when the window is closed, to who has several conversations (list-5)', async () => {
    const side = create(false);
    await side.list.refresh();
    side.router.widgetOpen.value = false;
    expect(state(side)).toEqual([true, true]);
    // A card beside the launcher leads to its conversation.
    side.list.open('b');
    side.router.widgetOpen.value = true;
    expect(state(side)).toEqual([true, false]);
    side.router.widgetOpen.value = false;
    expect(state(side)).toEqual([true, true]);
  });

  it('leaves who has one conversation in it', async () => {
    const side = create(false);
    await side.list.refresh();
    side.conversations.remove('b');
    side.router.widgetOpen.value = false;
    expect(state(side)).toEqual([true, false]);
  });

  it('keeps no visitor from the conversation they choose', async () => {
    const side = create(false);
    await side.list.refresh();
    side.conversations.show();
    side.list.open('b');
    expect(state(side)).toEqual([true, false]);
  });

  it('is cleared by a reset action (list-5)', async () => {
    const side = create(false);
    await side.list.refresh();
    side.conversations.reset();
    expect(state(side)).toEqual([false, false]);
  });
});
