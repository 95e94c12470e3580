import { expect, it, vi } from 'vitest';
import { createMailFlow } from '../../../../src/features/transcriptMail/mailFlow';
import { flush } from '../../../support/fakeClock';

const create = (known?: string) => {
  let ids = 0;
  const fetchEmail = vi.fn(async () => known);
  const mail = vi.fn(async (_request: { email: string; referenceId: string }) => {});
  const report = vi.fn();
  const flow = createMailFlow({ fetchEmail, mail, report, createId: () => `id-${++ids}` });
  return { flow, fetchEmail, mail, report };
};

it('knows the address that the service has, and asks once', async () => {
  const { flow, fetchEmail } = create('ana@shop.example');
  flow.open();
  await flush();
  flow.open();
  expect([flow.known.value, fetchEmail.mock.calls.length]).toEqual(['ana@shop.example', 1]);
});

it('says how far the email is', async () => {
  const { flow } = create();
  const sent = flow.send('a@b.example');
  expect(flow.step.value).toBe('sending');
  await sent;
  expect(flow.step.value).toBe('sent');
  flow.open();
  expect(flow.step.value).toBe('asked');
});

it('repeats a failed request under the same key, and has another one for another address or email', async () => {
  const { flow, mail, report } = create();
  mail.mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline'));
  for (const email of ['a@b.example', 'a@b.example', 'c@b.example', 'c@b.example']) {
    await flow.send(email);
    if (email === 'a@b.example') expect(flow.step.value).toBe('failed');
  }
  expect(mail.mock.calls.map(([{ referenceId }]) => referenceId)).toEqual(['id-1', 'id-1', 'id-2', 'id-3']);
  expect(report).toHaveBeenCalledTimes(2);
});

it('sends nothing while an email is under way', async () => {
  const { flow, mail } = create();
  const sent = flow.send('a@b.example');
  void flow.send('a@b.example');
  flow.open();
  expect(flow.step.value).toBe('sending');
  await sent;
  expect([mail.mock.calls.length, flow.step.value]).toEqual([1, 'sent']);
});
