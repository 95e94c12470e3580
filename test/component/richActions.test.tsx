import { act, fireEvent, screen, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { renderRich } from './support/renderRich';

const draw = (change: () => void): Promise<void> => act(change);

const action = (type: string, more: Record<string, unknown> = {}) => ({
  _id: `id-${type}`,
  type,
  text: `Do ${type}`,
  ...more,
});
const link = (name: string) => screen.queryByRole('link', { name });

describe('links', () => {
  it('lead out in a new tab without an opener, for links, webviews and purchases (rich-10)', async () => {
    renderRich({
      actions: [
        action('link', { uri: 'https://a.example/' }),
        action('webview', { uri: 'https://b.example/' }),
        action('buy', { uri: 'https://c.example/', amount: 1999, currency: 'EUR' }),
      ],
    });
    const links = within(document.body).getAllByRole('link');
    expect(
      links.map((a) => [a.getAttribute('href'), a.getAttribute('target'), a.getAttribute('rel')]),
    ).toEqual(['a', 'b', 'c'].map((host) => [`https://${host}.example/`, '_blank', 'noopener noreferrer']));
    expect(links[2]?.textContent).toBe('Do buy€19.99');
  });

  it('are plain text when their address is not safe', async () => {
    renderRich({ actions: [action('link', { uri: 'javascript:alert(1)' })] });
    expect(link('Do link')).toBeNull();
    expect(screen.getByText('Do link').tagName).toBe('SPAN');
  });

  it('say that a purchase was made and are no longer links (rich-10)', async () => {
    renderRich({ actions: [action('buy', { uri: 'https://c.example/', state: 'paid', amount: 100 })] });
    expect(screen.getByText('Do buy · Paid')).toBeTruthy();
    expect(link('Do buy')).toBeNull();
  });

  it('show an amount of unknown currency as a number', async () => {
    renderRich({ actions: [action('buy', { uri: 'https://c.example/', amount: 250, currency: '<b>' })] });
    expect(within(document.body).getByRole('link').textContent).toBe('Do buy2.50');
  });
});

describe('replies', () => {
  const question = {
    actions: [action('reply', { payload: 'P', metadata: { a: 1 } }), action('reply', { text: 'No' })],
  };

  it('send their text with their payload and metadata (rich-7)', async () => {
    const { did } = renderRich(question);
    fireEvent.click(screen.getByRole('button', { name: 'Do reply' }));
    expect(did.reply.mock.calls).toEqual([[{ text: 'Do reply', payload: 'P', metadata: { a: 1 } }]]);
  });

  it('disappear once a message follows (rich-7)', async () => {
    const { sent } = renderRich(question);
    expect(screen.getByRole('button', { name: 'No' })).toBeTruthy();
    await draw(() => {
      sent.value = [question, { role: 'appUser', text: 'Well' }];
    });
    expect(screen.queryByRole('button', { name: 'No' })).toBeNull();
  });
});

describe('postbacks', () => {
  it('are sent with their message and action', async () => {
    const { did } = renderRich({ actions: [action('postback')] });
    fireEvent.click(screen.getByRole('button', { name: 'Do postback' }));
    expect(did.press.mock.calls).toEqual([['m0 id-postback', 'id-postback', expect.any(String)]]);
  });

  it('cannot be pressed while one is on its way', async () => {
    const { did, postbacks } = renderRich({ actions: [action('postback')] });
    await draw(() => {
      postbacks.value = { 'm0 id-postback': 'pending' };
    });
    const button = screen.getByRole('button', { name: 'Do postback' });
    expect(button.getAttribute('aria-busy')).toBe('true');
    fireEvent.click(button);
    expect(did.press).not.toHaveBeenCalled();
  });

  it('say that they could not be completed (rich-8)', async () => {
    const { postbacks } = renderRich({ actions: [action('postback')] });
    await draw(() => {
      postbacks.value = { 'm0 id-postback': 'failed' };
    });
    expect(screen.getByRole('alert').textContent).toBe(
      '“Do postback” could not be completed. Try again later.',
    );
  });
});

it('a request for the location asks for it, and gives a next step when it cannot be read (rich-9)', async () => {
  const { did, locations } = renderRich({ actions: [action('locationRequest')] });
  fireEvent.click(screen.getByRole('button', { name: 'Do locationRequest' }));
  expect(did.share.mock.calls).toEqual([['m0 id-locationRequest']]);
  await draw(() => {
    locations.value = { 'm0 id-locationRequest': 'failed' };
  });
  expect(screen.getByRole('alert').textContent).toContain('Type it instead.');
});

it('malformed actions are left out, and the text stays', async () => {
  renderRich({
    text: 'Hello',
    actions: [
      null,
      7,
      'x',
      [],
      {},
      { type: 'link' },
      { type: 'reply', text: ' ' },
      { type: 'dance', text: 'D' },
    ],
  });
  expect(document.body.textContent).toContain('Hello');
  expect(within(document.body).queryAllByRole('button')).toEqual([]);
  expect(within(document.body).queryAllByRole('link')).toEqual([]);
});
