import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../examples/support-desk/server/domain/settings/settings';
import { visitorMessageView } from '../../../examples/support-desk/server/domain/views';
import {
  activityForVisitors,
  faceForVisitors,
} from '../../../examples/support-desk/server/domain/visitors/visitorFaces';
import type { Message } from '../../../examples/support-desk/server/model/entities';
import { agentMessageBody } from '../../../examples/support-desk/shared/bodies/messages';

const settingsWith = (agentNames: boolean) => {
  const read = readSettings({ agent: { name: 'Support' }, messenger: { people: { agentNames } } });
  if ('problem' in read) throw new Error(read.problem);
  return read.settings;
};

const author = {
  name: 'Ada',
  avatarUrl: 'https://a.example/a.png',
  authorId: 'ada',
  jobTitle: 'Head of Fraud',
};

const messageOf = (body: object): Message => ({
  id: 'm',
  conversationId: 'c',
  referenceId: null,
  received: 1000,
  role: 'appMaker',
  type: 'text',
  body: { ...body },
});

describe.each([
  ['shown', true],
  ['hidden', false],
])('agents are %s', (_, agentNames) => {
  const settings = settingsWith(agentNames);
  const shown = agentNames
    ? { name: 'Ada', avatarUrl: author.avatarUrl, authorId: 'ada' }
    : { name: 'Support' };

  it('a field of an author that nobody has listed reaches no visitor', () => {
    const content = { role: 'appMaker', text: 'Earlier', ...author };
    const quotedMessage = { type: 'message', content };
    const view = visitorMessageView(settings, messageOf({ text: 'Hello', ...author, quotedMessage }));
    expect(view).toEqual({
      ...{ _id: 'm', type: 'text', role: 'appMaker', received: 1, text: 'Hello', ...shown },
      quotedMessage: { type: 'message', content: { role: 'appMaker', text: 'Earlier', ...shown } },
    });
    const activity = { type: 'typing:start', role: 'appMaker', ...author } as const;
    const { authorId: _id, ...face } = shown as typeof author;
    expect(activityForVisitors(settings, activity)).toMatchObject(face);
    expect(activityForVisitors(settings, activity)).not.toHaveProperty('jobTitle');
    expect(faceForVisitors(settings, author)).toEqual(face);
  });

  it('a visitor sees every field that an agent’s message may have', () => {
    const fields = agentMessageBody.pipe[2].options.flatMap(({ entries }) => Object.keys(entries));
    const own = ['seen', 'followUp', 'type', 'referenceId', 'quotedMessage', 'name', 'avatarUrl', 'authorId'];
    const content = Object.fromEntries(
      fields.filter((field) => !own.includes(field)).map((field) => [field, `a ${field}`]),
    );
    expect(visitorMessageView(settings, messageOf(content))).toMatchObject(content);
  });

  it.each(['email', 'emailOffer', 'surprise'])('the field %s reaches no visitor', (field) => {
    const view = visitorMessageView(settings, messageOf({ text: 'Hello', [field]: { from: 'a' } }));
    expect(view).toMatchObject({ text: 'Hello' });
    expect(view).not.toHaveProperty(field);
  });

  it('a quote from outside the conversation keeps its id', () => {
    const quotedMessage = { type: 'externalMessageId', externalMessageId: 'x' };
    expect(visitorMessageView(settings, messageOf({ quotedMessage }))).toMatchObject({ quotedMessage });
  });
});
