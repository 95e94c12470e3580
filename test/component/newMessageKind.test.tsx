import { signal } from '@preact/signals-react';
import { cleanup, screen, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inShort } from '../../examples/support-desk/inbox/model/describe';
import type { KindProps } from '../../src/conversation/features';
import { ConversationList } from '../../src/features/conversationList/List';
import { transcriptOf } from '../../src/features/optionsMenu/transcript';
import { VIEWS } from '../../src/features/richMessages/views';
import type { KindText } from '../../src/messageKinds/kind';
import { TEXTS } from '../../src/messageKinds/texts';
import type { Status } from '../../src/slices/status';
import { type Json, list } from '../../src/wire/decode';
import { decodeMessage, type WireMessage } from '../../src/wire/message';
import { shownText } from '../../src/wire/shown';
import { createVisitor, leave } from '../spec/support/visitor';
import { CONVERSATION, draw, renderHome } from './support/renderHome';
import { renderRich } from './support/renderRich';

// What the folder of a new kind holds: decode.ts, text.ts and its view.
const decodePoll = (raw: Json) => ({
  question: shownText(raw.question) ?? '',
  answers: list(raw.answers).flatMap((answer) => shownText(answer) ?? []),
});
const pollText: KindText = {
  names: (raw) => [decodePoll(raw).question],
  lines(raw) {
    const { question, answers } = decodePoll(raw);
    return [{ name: question, detail: answers.join(', ') }];
  },
};
const PollMessage = ({ message }: KindProps) => {
  const { question, answers } = decodePoll(message.raw);
  return (
    <fieldset>
      <legend>{question}</legend>
      {answers.map((answer) => (
        <button key={answer} type="button">
          {answer}
        </button>
      ))}
    </fieldset>
  );
};

const poll = { type: 'poll', question: 'Tea or coffee?', answers: ['Tea', 'Coffee'] };
const received = 1_700_000_000;

beforeEach(() => {
  // One row in each registry.
  TEXTS.poll = pollText;
  VIEWS.poll = PollMessage;
});
afterEach(() => {
  delete TEXTS.poll;
  delete VIEWS.poll;
  cleanup();
});

describe('a new message kind needs its folder and one row in each of two registries', () => {
  it('to be drawn', () => {
    renderRich(poll);
    const group = within(screen.getByRole('group', { name: 'Tea or coffee?' }));
    expect(group.getAllByRole('button').map((button) => button.textContent)).toEqual(['Tea', 'Coffee']);
  });

  it('to be announced', async () => {
    const visitor = await createVisitor();
    await visitor.agentSays({ name: 'Ann', ...poll });
    const said = [...document.querySelectorAll('[aria-live=polite] > p')].map((p) => p.textContent);
    await leave();
    expect(said).toEqual(['Ann says: Tea or coffee?']);
  });

  it('to be named in the list of conversations', async () => {
    const home = renderHome({
      messenger: { title: 'Shoe shop', canUserSeeConversationList: true },
    });
    const { conversations, messages } = home;
    await draw(() => {
      messages.merge(CONVERSATION, [decodeMessage({ _id: 'm', received, ...poll }) as WireMessage]);
      const nothing = () => {};
      const flow = { refresh: nothing, loadMore: nothing, retry: nothing, open: nothing, create: nothing };
      home.features.conversationList.value = () => (
        <ConversationList
          list={{
            ...flow,
            listStatus: signal<Status>('successful'),
            createConversationStatus: signal<Status>('notConnected'),
            hasMore: signal(false),
            mayCreate: signal(true),
          }}
          conversations={conversations.all}
          messages={messages.shown}
        />
      );
      conversations.show();
    });
    expect(screen.getByRole('list', { name: 'Conversations' }).textContent).toContain('Tea or coffee?');
  });

  it('to stand in the transcript', () => {
    const words = { locale: 'en-us', you: 'You', business: 'Shoe shop', unsupported: 'Not for here' };
    const text = transcriptOf(
      { title: 'T', date: 'D' },
      [decodeMessage({ _id: 'm', received, ...poll }) as WireMessage],
      words,
    );
    expect(text).toContain('\n  Tea or coffee?: Tea, Coffee\n');
  });

  it('to be named in the inbox', () => {
    expect(inShort({ _id: 'm', received, role: 'appUser', ...poll })).toBe('Tea or coffee? – Tea, Coffee');
  });
});
