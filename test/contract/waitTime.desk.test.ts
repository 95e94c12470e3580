import { expect, it } from 'vitest';
import { createWaitTimeCall } from '../../src/features/waitTime/fetchWaitTime';
import { createClock } from '../../src/platform/clock';
import { startDesk } from '../support/desk';
import { agent, createVisitor, sendText, type Visitor } from '../support/deskClient';
import { forThisFile } from '../support/forThis';
import { servicesOf } from '../support/servicesOf';

let time = 1_800_000_000_000;
const desk = await forThisFile(startDesk({ now: () => time }));

const basic = (visitor: Visitor) => `Basic ${btoa(`${visitor.id}:${visitor.sessionToken}`)}`;
const route = (visitor: Visitor, to: 'queue' | 'assign') =>
  agent(desk)('POST', `/conversations/${visitor.conversationId}/${to}`, { name: 'Ada' });
const callOf = (visitor: Visitor) => {
  const clock = createClock();
  const services = servicesOf(desk.origin, clock, () => basic(visitor));
  return createWaitTimeCall({ ...services, clock, baseUrl: desk.origin });
};

it('the desk gives the place and the usual time only to a visitor who waits', async () => {
  const [first, second] = [await createVisitor(desk), await createVisitor(desk)];
  await route(first, 'queue');
  time += 1000;
  await route(second, 'queue');
  expect(await callOf(second)(second.conversationId)).toEqual({
    queuePosition: 2,
    responseTime: undefined,
    isInitialRouting: true,
  });
  const answered = await createVisitor(desk);
  await sendText(answered, 'hello');
  time += 30_000;
  await agent(desk)('POST', `/conversations/${answered.conversationId}/messages`, { text: 'hi' });
  await route(first, 'assign');
  expect(await callOf(second)(second.conversationId)).toEqual({
    queuePosition: 1,
    responseTime: 30,
    isInitialRouting: true,
  });
  expect(await callOf(first)(first.conversationId)).toEqual({
    queuePosition: undefined,
    responseTime: undefined,
    isInitialRouting: false,
  });
});

it('the desk never answers a visitor about another visitor’s conversation', async () => {
  const [one, other] = [await createVisitor(desk), await createVisitor(desk)];
  await expect(callOf(one)(other.conversationId)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
  await expect(callOf(one)('none')).rejects.toMatchObject({ status: 404 });
});
