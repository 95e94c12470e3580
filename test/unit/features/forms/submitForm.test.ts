import { signal } from '@preact/signals-react';
import { describe, expect, test, vi } from 'vitest';
import { createFormStates } from '../../../../src/features/forms/formState';
import { createFormFlow } from '../../../../src/features/forms/submitForm';
import { formSteps } from '../../../../src/messageKinds/form/decode';
import { fromWire } from '../../../../src/model/message';
import type { submitForm } from '../../../../src/services/conversationCalls';
import { RequestError } from '../../../../src/services/requestError';
import { createConversations } from '../../../../src/slices/conversations';
import { createMessages } from '../../../../src/slices/messages';
import type { WireMessage } from '../../../../src/wire/message';
import { flush } from '../../../support/fakeClock';
import { wire, wireConversation } from '../../../support/messages';

const fields = [
  { type: 'text', name: 'name', label: 'Name' },
  { type: 'email', name: 'mail', label: 'Email' },
];
const steps = formSteps(fields);
const [name, mail] = steps as [(typeof steps)[0], (typeof steps)[0]];

const create = () => {
  const conversations = createConversations();
  const messages = createMessages();
  const appUserId = signal<string | undefined>('u');
  const answers: (WireMessage | Error | Promise<WireMessage>)[] = [];
  const sent: Parameters<typeof submitForm>[3][] = [];
  const report = vi.fn();
  let ids = 0;
  const flow = createFormFlow({
    forms: createFormStates(),
    messages,
    conversations,
    async submit(_, answer) {
      sent.push(answer);
      const told = await (answers.shift() ?? response());
      if (told instanceof Error) throw told;
      return told;
    },
    createId: () => `ref-${++ids}`,
    owner: appUserId,
    report,
  });
  conversations.upsert(wireConversation('c'));
  messages.merge('c', [wire('form', 10, { type: 'form', fields, name: 'Mara' })]);
  const state = () => flow.state('form').value;
  const fill = () => {
    flow.change('form', name, ' Ann ');
    flow.next('form', steps);
    flow.change('form', mail, ' ann@boats.example ');
  };
  return { ...flow, conversations, messages, appUserId, answers, sent, report, state, fill };
};
const response = () =>
  wire('response', 20, { type: 'formResponse', role: 'appUser', quotedMessageId: 'form', fields: [] });

const it = test.extend('side', () => create());

describe('filling in a form', () => {
  it('begins with step 1, continues with a valid value, and goes back (form-1)', ({ side }) => {
    expect(side.state()).toEqual({ _id: 'form', step: 1, values: {}, formSubmissionStatus: 'unsubmitted' });
    side.next('form', steps);
    expect(side.state().step).toBe(1);
    side.fill();
    expect(side.state()).toMatchObject({ step: 2, values: { name: ' Ann ', mail: ' ann@boats.example ' } });
    side.back('form');
    side.back('form');
    expect(side.state().step).toBe(1);
    expect(side.sent).toEqual([]);
  });

  it('keeps the values of two forms apart', ({ side }) => {
    side.change('form', name, 'Ann');
    side.change('other', name, 'Bo');
    expect([side.state().values.name, side.state().step]).toEqual(['Ann', 1]);
  });
});

describe('submitting a form', () => {
  it('posts trimmed answers once, under one key, and hides the form (form-2)', async ({ side }) => {
    side.fill();
    side.next('form', steps);
    side.next('form', steps);
    expect(side.state().formSubmissionStatus).toBe('pending');
    side.change('form', name, 'late');
    side.back('form');
    await flush();
    expect(side.sent).toEqual([
      {
        quotedMessageId: 'form',
        referenceId: 'ref-1',
        fields: [
          { type: 'text', name: 'name', label: 'Name', text: 'Ann' },
          { type: 'email', name: 'mail', label: 'Email', email: 'ann@boats.example' },
        ],
      },
    ]);
    expect([side.state().formSubmissionStatus, side.answered('form').value]).toEqual(['success', true]);
    expect(side.messages.of('c').value.map((m) => m._id)).toEqual(['form', 'response']);
    side.next('form', steps);
    expect(side.sent).toHaveLength(1);
  });

  it('fails, and is tried again under the same key (form-3)', async ({ side }) => {
    side.answers.push(new RequestError('network', 'no'));
    side.fill();
    side.next('form', steps);
    await flush();
    expect([side.state().formSubmissionStatus, side.answered('form').value]).toEqual(['failed', false]);
    expect(side.report).toHaveBeenCalledTimes(1);
    side.next('form', steps);
    await flush();
    expect(side.sent.map((s) => s.referenceId)).toEqual(['ref-1', 'ref-1']);
    expect(side.state().formSubmissionStatus).toBe('success');
  });

  it('succeeds also when its answer is lost and the response arrives another way', async ({ side }) => {
    side.answers.push(new RequestError('network', 'no'));
    side.fill();
    side.next('form', steps);
    await flush();
    side.messages.merge('c', [response()]);
    expect(side.answered('form').value).toBe(true);
  });

  it('is not done by a response of the business', ({ side }) => {
    side.messages.merge('c', [{ ...response(), role: 'appMaker' }]);
    expect(side.answered('form').value).toBe(false);
  });
});

it('another visitor finds forms empty and unaffected by a late answer', async ({ side }) => {
  let refuse = (_: Error) => {};
  side.answers.push(
    new Promise<WireMessage>((_, reject) => {
      refuse = reject;
    }),
  );
  side.fill();
  side.next('form', steps);
  side.appUserId.value = 'other';
  refuse(new RequestError('network', 'no'));
  await flush();
  expect(side.state()).toEqual({ _id: 'form', step: 1, values: {}, formSubmissionStatus: 'unsubmitted' });
  expect(side.report).not.toHaveBeenCalled();
});

describe('a form that only the browser has kept', () => {
  const drawn = () => {
    const side = create();
    side.messages.reset();
    side.messages.keepBy(() => [fromWire(wire('form', 10, { type: 'form', fields, name: 'Mara' }))]);
    return side;
  };

  it('keeps what is filled in when the login’s answer says whose it is, and not when they leave', () => {
    const side = drawn();
    side.appUserId.value = undefined;
    side.fill();
    side.appUserId.value = 'u';
    expect(side.state().values).toEqual({ name: ' Ann ', mail: ' ann@boats.example ' });
    side.appUserId.value = undefined;
    expect(side.state().values).toEqual({});
  });

  it('goes to the open conversation, with which it is drawn', async () => {
    const side = drawn();
    side.fill();
    side.next('form', steps);
    await flush();
    expect([side.sent.length, side.state().formSubmissionStatus]).toEqual([1, 'success']);
  });

  it('fails, and can be sent again, where the service has not told of a conversation', async () => {
    const side = drawn();
    side.conversations.reset();
    side.fill();
    side.next('form', steps);
    expect([side.sent.length, side.state().formSubmissionStatus]).toEqual([0, 'failed']);
    side.conversations.upsert(wireConversation('c'));
    side.next('form', steps);
    await flush();
    expect([side.sent.length, side.state().formSubmissionStatus]).toEqual([1, 'success']);
  });
});
