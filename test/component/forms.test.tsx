import { signal } from '@preact/signals-react';
import { act, fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { createFormStates } from '../../src/features/forms/formState';
import { createFormFlow } from '../../src/features/forms/submitForm';
import { FormProvider } from '../../src/messageKinds/form/context';
import { RequestError } from '../../src/services/requestError';
import type { WireMessage } from '../../src/wire/message';
import { flush } from '../support/fakeClock';
import { FORM_FIELDS, wire } from '../support/messages';
import { CONVERSATION, draw, log, renderHome } from './support/renderHome';

const renderForm = async (more: Record<string, unknown> = {}) => {
  const home = renderHome();
  const Rich = home.features.richMessages.value as NonNullable<typeof home.features.richMessages.value>;
  const answers: (WireMessage | Error)[] = [];
  const submit = vi.fn(async (): Promise<WireMessage> => {
    const next = answers.shift() ?? response();
    if (next instanceof Error) throw next;
    return next;
  });
  const forms = createFormFlow({
    forms: createFormStates(),
    messages: home.messages,
    conversations: home.conversations,
    submit,
    createId: () => 'ref',
    owner: signal('u'),
    report: () => {},
  });
  const response = () =>
    wire('response', home.ago(0), {
      type: 'formResponse',
      role: 'appUser',
      quotedMessageId: 'form',
      fields: [
        { type: 'text', name: 'name', label: 'Name', text: 'Ann' },
        { type: 'select', name: 'boat', label: 'Boat', select: [{ name: 'e', label: 'Elk' }] },
      ],
    });
  await draw(() => {
    home.features.richMessages.value = (props) => (
      <FormProvider value={forms}>
        <Rich {...props} />
      </FormProvider>
    );
    home.messages.merge(CONVERSATION, [
      wire('form', home.ago(9), {
        type: 'form',
        text: undefined,
        name: 'Mara',
        avatarUrl: 'https://a.example/m.png',
        fields: FORM_FIELDS,
        ...more,
      }),
    ]);
  });
  return { ...home, answers, submit, response };
};

const box = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
const fill = (name: string, value: string) =>
  draw(() => void fireEvent.input(box(name), { target: { value } }));
/** Submits the form, as pressing Enter in a field does. */
const goOn = async () => {
  await draw(() => void fireEvent.submit(document.querySelector('[role=log] form') as Element));
  await act(flush);
};
/** The rows of messages, including hidden ones, without the date divider above them. */
const messageRows = () => [...log().querySelectorAll('li')].slice(1);
const fillAll = async () => {
  await fill('Name', 'Ann');
  await goOn();
  await fill('Email', 'ann@boats.example');
  await goOn();
  await fill('Boat', 'e');
};
/** The error text that describes a field. */
const described = (name: string) =>
  (box(name).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .filter(Boolean);

describe('a form in the log', () => {
  it('shows one field a step and moves the focus to the next (form-1)', async () => {
    await renderForm();
    expect([box('Name').type, box('Name').autocomplete, box('Name').getAttribute('aria-required')]).toEqual([
      'text',
      'name',
      'true',
    ]);
    expect(document.activeElement).not.toBe(box('Name'));
    expect(described('Name')).toEqual(['Step 1 of 3']);
    expect(screen.queryByLabelText('Email')).toBeNull();
    await fill('Name', 'Ann');
    await goOn();
    expect([box('Email').type, box('Email').autocomplete]).toEqual(['email', 'email']);
    expect(document.activeElement).toBe(box('Email'));
    await fill('Email', 'ann@boats.example');
    await goOn();
    expect(document.activeElement).toBe(box('Boat'));
    expect([...box('Boat').querySelectorAll('option')].map((o) => o.textContent)).toEqual([
      'Choose an option',
      'Otter',
      'Elk',
    ]);
    await draw(() => screen.getByRole('button', { name: 'Back' }).click());
    expect(box('Email').value).toBe('ann@boats.example');
  });

  it('shows the error at its field until it is corrected', async () => {
    const { submit } = await renderForm();
    await goOn();
    expect(box('Name').getAttribute('aria-invalid')).toBe('true');
    expect(described('Name')).toEqual(['Step 1 of 3', 'Enter a name']);
    expect(document.activeElement).toBe(box('Name'));
    await fill('Name', 'Ann');
    expect([box('Name').getAttribute('aria-invalid'), described('Name')]).toEqual([null, ['Step 1 of 3']]);
    expect(submit).not.toHaveBeenCalled();
  });

  it('is hidden once submitted, its answers shown under the author of the form (form-4)', async () => {
    const { submit } = await renderForm();
    await fillAll();
    await goOn();
    expect(submit).toHaveBeenCalledTimes(1);
    expect(document.querySelector('[role=log] form')).toBeNull();
    const [form, answer] = messageRows();
    expect(form?.style.display).toBe('none');
    expect([...(answer?.querySelectorAll('dt,dd') ?? [])].map((e) => e.textContent)).toEqual([
      'Name',
      'Ann',
      'Boat',
      'Elk',
    ]);
    expect(answer?.querySelector('bdi')?.textContent).toBe('Mara');
    expect(answer?.querySelector('img')?.getAttribute('src')).toBe('https://a.example/m.png');
    expect(document.activeElement).toBe(log());
  });

  it('says that it failed, and is submitted again (form-3)', async () => {
    const { answers, submit } = await renderForm();
    answers.push(new RequestError('network', 'no'));
    await fillAll();
    await goOn();
    expect(screen.getByText('Error submitting form. Try again.').getAttribute('role')).toBe('alert');
    await draw(() => screen.getByRole('button', { name: 'Submit' }).click());
    await act(flush);
    expect(submit).toHaveBeenCalledTimes(2);
    expect(screen.queryByText('Error submitting form. Try again.')).toBeNull();
  });

  it('is hidden when it was submitted before (form-4)', async () => {
    await renderForm({ submitted: true });
    expect(document.querySelector('[role=log] form')).toBeNull();
    expect(messageRows()[0]?.style.display).toBe('none');
  });

  it('keeps its text when its fields are hidden', async () => {
    await renderForm({ submitted: true, text: 'Who are you?' });
    expect(messageRows()[0]?.style.display).toBe('');
    expect(screen.getByText('Who are you?')).toBeTruthy();
  });

  it('shows its text when its fields are invalid', async () => {
    await renderForm({ fields: [{ type: 'date', name: 'x' }, null], textFallback: 'A form' });
    expect(screen.getByText('A form')).toBeTruthy();
  });

  it('shows the quoted text when the log does not hold the form', async () => {
    const { response, messages } = await renderForm();
    await draw(() =>
      messages.merge(CONVERSATION, [
        { ...response(), quotedMessageId: 'older', raw: { quotedMessage: { content: { name: 'Jonas' } } } },
      ]),
    );
    expect(messageRows()[1]?.querySelector('bdi')?.textContent).toBe('Jonas');
  });
});
