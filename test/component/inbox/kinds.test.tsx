import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import type { AgentMessage } from '../../../examples/support-desk/shared/answers/messages';
import { FakeDesk, message, T0 } from './support/fakeDesk';
import { articles, openConversation, openInbox, reply } from './support/renderInbox';

/** Shows these messages. @returns their article elements */
const show = async (messages: Partial<AgentMessage>[], extra: object = {}) => {
  const desk = new FakeDesk();
  desk.pageSize = 100;
  desk.add(
    'ana',
    extra,
    messages.map((fields, i) => message(`m${i}`, { received: T0 + i, text: undefined, ...fields })),
  );
  const inbox = await openInbox(desk, 'Visitor ana');
  return { desk, inbox, shown: articles() };
};

const links = (element: HTMLElement | undefined) =>
  [...(element?.querySelectorAll('a') ?? [])].map((a) => [a.textContent, a.getAttribute('href')]);

describe('each type of message in the agent’s log', () => {
  it('shows a picture in the room it will take, with its words', async () => {
    const { shown } = await show([
      {
        type: 'image',
        mediaUrl: 'https://desk.example/cat.png',
        altText: 'A cat',
        text: 'Our cat',
        mediaWidth: 640,
        mediaHeight: 480,
      },
    ]);
    const picture = within(shown[0] as HTMLElement).getByRole('img', { name: 'A cat' });
    expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['640', '480']);
    expect(shown[0]?.textContent).toContain('Our cat');
    fireEvent.error(picture);
    await waitFor(() => expect(links(shown[0])).toEqual([['A cat', 'https://desk.example/cat.png']]));
  });

  const ofSize = (picture: Element | undefined, width: number, height: number): void => {
    Object.defineProperties(picture, { naturalWidth: { value: width }, naturalHeight: { value: height } });
    fireEvent.load(picture as Element);
  };
  const HUGE = [
    [20_000, 20_000],
    [8000, 5001],
    [40_000_001, 1],
    [1, 100_000_000],
  ] as const;
  const SHOWN = [
    [8000, 5000],
    [1, 1],
    [6324, 6324],
    [40_000_000, 1],
  ] as const;

  it.each(HUGE)(
    'links a picture of %i × %i pixels, which would stop the inbox, by its size or once it has loaded',
    async (mediaWidth, mediaHeight) => {
      const mediaUrl = 'https://desk.example/cat.png';
      const image = { type: 'image', mediaUrl, altText: 'A cat' };
      const item = { title: 'Cat', mediaUrl, altText: 'A cat' };
      const { shown } = await show([
        { ...image, mediaWidth, mediaHeight },
        image,
        { type: 'list', role: 'appMaker', items: [item] },
      ]);
      expect(document.querySelectorAll('.log img')).toHaveLength(2);
      for (const picture of document.querySelectorAll<HTMLElement>('.log img')) {
        expect(picture.style.visibility).toBe('hidden');
        ofSize(picture, mediaWidth, mediaHeight);
      }
      await waitFor(() => expect(document.querySelectorAll('.log img')).toHaveLength(0));
      for (const one of shown) expect(links(one)).toEqual([['A cat', mediaUrl]]);
    },
  );

  it.each(SHOWN)('shows a picture of %i × %i pixels', async (width, height) => {
    const { shown } = await show([
      { type: 'image', mediaUrl: 'https://desk.example/cat.png', altText: 'A cat' },
    ]);
    ofSize(shown[0]?.querySelector('img') ?? undefined, width, height);
    expect(await within(shown[0] as HTMLElement).findByRole('img', { name: 'A cat' })).toBeTruthy();
  });

  it('loads files from other hosts only when the agent allows that host in that conversation', async () => {
    const picture = (host: string, role: 'appUser' | 'appMaker' = 'appUser') => ({
      type: 'image',
      role,
      mediaUrl: `https://${host}/a.png`,
      altText: host,
    });
    const { desk, inbox, shown } = await show([
      picture('desk.example'),
      picture('evil.example'),
      picture('evil.example'),
      picture('other.example'),
      picture('bot.example', 'appMaker'),
      { type: 'carousel', items: [{ title: 'One', mediaUrl: 'https://evil.example/item.png' }] },
    ]);
    const loaded = () => [...document.querySelectorAll<HTMLImageElement>('.log img')].map((img) => img.src);
    expect(loaded()).toEqual(['https://desk.example/a.png', 'https://bot.example/a.png']);
    const ask = (at: number) =>
      within(shown[at] as HTMLElement).getByRole('button', { name: /^Load picture from/ });
    expect(ask(1).textContent).toBe('Load picture from evil.example');
    ask(1).focus();
    fireEvent.click(ask(1));
    await waitFor(() => expect(loaded()).toHaveLength(5));
    expect(loaded()).not.toContain('https://other.example/a.png');
    expect(document.activeElement).toBe(shown[1]?.querySelector('a'));
    // Another conversation needs its own consent.
    desk.add('bo', {}, [message('b', { ...picture('evil.example'), text: undefined })]);
    await inbox.workspace.value?.catchUp();
    await openConversation(inbox, 'Visitor bo');
    expect(loaded()).toEqual([]);
  });

  it('sends no referrer to the hosts of pictures and links', async () => {
    await show([
      { type: 'image', mediaUrl: 'https://desk.example/a.png', text: 'https://a.example' },
      { type: 'file', mediaUrl: 'https://desk.example/a.pdf' },
      {
        type: 'list',
        role: 'appMaker',
        references: [{ uri: 'https://s.example' }],
        items: [
          {
            title: 'One',
            mediaUrl: 'https://a.example/i.png',
            actions: [{ type: 'link', text: 'x', uri: 'https://l.example' }],
          },
        ],
      },
      { type: 'location', coordinates: { lat: 1, long: 2 } },
    ]);
    const outward = document.querySelectorAll('.log img, .log a');
    expect(outward).toHaveLength(9 - 1);
    for (const element of outward) expect(element.getAttribute('referrerpolicy')).toBe('no-referrer');
  });

  it('shows a file with its name and size, to be saved', async () => {
    const { shown } = await show([
      { type: 'file', mediaUrl: 'https://desk.example/1/bill.pdf', altText: 'bill.pdf', mediaSize: 5000 },
    ]);
    const link = within(shown[0] as HTMLElement).getByRole('link', { name: /bill\.pdf.*4\.9 kB/ });
    expect(link.getAttribute('download')).toBe('bill.pdf');
  });

  it('shows the words of a form before it, as visitors see them, and each label once', async () => {
    const fields = [{ type: 'email', name: 'e', label: 'Email address' }];
    const { shown } = await show([{ type: 'form', role: 'appMaker', text: 'May we write to you?', fields }]);
    expect(shown[0]?.textContent).toMatch(/May we write to you\?.*Form/);
    expect(shown[0]?.textContent?.match(/Email address/g)).toHaveLength(1);
  });

  it('shows a form’s fields, and that it was submitted once answered', async () => {
    const fields = [
      { type: 'text', name: 'n', label: 'Name' },
      { type: 'select', name: 's', label: 'Size', options: [{ name: 'l', label: 'Large' }] },
    ];
    const { desk, shown } = await show([{ type: 'form', role: 'appMaker', fields, blockChatInput: true }]);
    expect(shown[0]?.textContent).toMatch(/Form.*Not submitted yet.*Name.*Text.*Size.*Large/);
    expect(shown[0]?.textContent).toContain('The visitor must answer this before writing.');
    const answer = message('answer', {
      type: 'formResponse',
      text: undefined,
      received: T0 + 9,
      quotedMessageId: 'm0',
      fields: [
        { type: 'text', label: 'Name', text: 'Ada' },
        { type: 'select', label: 'Size', select: [{ name: 'l', label: 'Large' }] },
      ],
    });
    desk.emit({ type: 'message', conversation: desk.of('ana'), message: answer });
    await waitFor(() => expect(articles()[0]?.textContent).toContain('Submitted'));
    expect(articles()[1]?.textContent).toMatch(/Form answer.*Name.*Ada.*Size.*Large/);
  });

  it.each(['carousel', 'list'])('shows the items of a %s with pictures and buttons', async (type) => {
    const { shown } = await show([
      {
        type,
        role: 'appMaker',
        items: [
          {
            title: 'Boots',
            description: 'Waterproof',
            mediaUrl: 'https://desk.example/boots.png',
            altText: 'Brown boots',
            actions: [{ type: 'link', text: 'See', uri: 'https://desk.example/boots' }],
          },
          { title: 'Pack', mediaUrl: 'javascript:alert(1)' },
        ],
      },
    ]);
    const article = within(shown[0] as HTMLElement);
    const [boots] = article.getAllByRole('img', { hidden: true });
    // It is drawn once its size is known.
    expect(boots?.style.visibility).toBe('hidden');
    if (boots) fireEvent.load(boots);
    await waitFor(() => expect(article.getAllByRole('img')).toEqual([boots]));
    expect(boots?.getAttribute('alt')).toBe('Brown boots');
    expect(links(shown[0])).toEqual([['See', 'https://desk.example/boots']]);
    expect(shown[0]?.textContent).toMatch(/2 items.*Boots.*Waterproof.*Pack/);
  });

  it('shows a place with a link to a map, and the visitor’s answer to a request for it', async () => {
    const { shown } = await show([
      {
        type: 'location',
        coordinates: { lat: 52.5, long: 13.25 },
        location: { name: 'The shop', address: 'Main St 1' },
      },
      { type: 'location', coordinates: { lat: 'x', long: 0 } },
    ]);
    expect(shown[0]?.textContent).toMatch(/The shop.*Main St 1/);
    expect(links(shown[0])).toEqual([
      ['52.5, 13.25', 'https://www.openstreetmap.org/?mlat=52.5&mlon=13.25#map=16/52.5/13.25'],
    ]);
    expect(links(shown[1])).toEqual([]);
  });

  it('shows a template by its text', async () => {
    const { shown } = await show([{ type: 'template', textFallback: 'On its way', template: { order: 1 } }]);
    expect(shown[0]?.textContent).toMatch(/Template.*On its way.*What was sent.*"order": 1/s);
  });

  it('names each button’s action and links only safe addresses', async () => {
    const { shown } = await show([
      {
        text: 'Choose',
        role: 'appMaker',
        actions: [
          { type: 'reply', text: 'Yes' },
          { type: 'postback', text: 'Track' },
          { type: 'link', text: 'Site', uri: 'https://desk.example/' },
          { type: 'link', text: 'Trap', uri: 'javascript:alert(1)' },
          { type: 'locationRequest', text: 'Share' },
          { type: 'webview', text: 'Times', uri: 'https://desk.example/times' },
          { type: 'buy', text: 'Pay', amount: 8990, currency: 'EUR' },
          { type: 'buy', text: 'Odd', amount: 100, currency: 'not one' },
          null,
        ],
      },
    ]);
    const buttons = within(shown[0] as HTMLElement)
      .getByRole('list', { name: 'Buttons' })
      .querySelectorAll('li');
    expect([...buttons].map((b) => b.textContent)).toEqual([
      'Yes quick reply',
      'Track button',
      'Site link',
      'Trap link',
      'Share asks for the location',
      'Times page in the window',
      'Pay payment, €89.90',
      'Odd payment, 1 not one',
      ' ',
    ]);
    expect(links(shown[0]).map(([text]) => text)).toEqual(['Site', 'Times']);
  });

  it('marks messages not written by a person, with their source', async () => {
    const { shown } = await show([
      {
        text: 'Within 30 days.',
        role: 'appMaker',
        name: 'Assistant',
        authorSubtypes: ['AI', 'agent'],
        references: [
          { uri: 'https://desk.example/returns', title: 'Returns' },
          { uri: 'javascript:alert(1)', title: 'Trap' },
        ],
      },
    ]);
    expect(screen.getByRole('article', { name: /^Assistant, AI, \d/ })).toBe(shown[0]);
    expect(links(shown[0])).toEqual([['Returns', 'https://desk.example/returns']]);
  });

  it('shows a quote with its author, and none of another conversation', async () => {
    const { shown } = await show([
      {
        text: 'They are.',
        role: 'appMaker',
        quotedMessage: { type: 'message', content: { type: 'text', role: 'appUser', text: 'Waterproof?' } },
      },
      { text: 'Yes', quotedMessage: { type: 'externalMessageId', externalMessageId: 'x' } },
    ]);
    expect(shown[0]?.querySelector('.quote')?.textContent).toBe('Visitor anaWaterproof?');
    expect(shown[1]?.querySelector('.quote')).toBeNull();
  });

  it('keeps going through values of every wrong kind', async () => {
    const odd: unknown[] = [null, 7, 'x', [], {}, [null, 7, 'x', []], { type: 'message', content: 7 }];
    const fields =
      'actions items fields references quotedMessage coordinates location template authorSubtypes';
    const types = [
      'text',
      'image',
      'file',
      'form',
      'formResponse',
      'carousel',
      'list',
      'location',
      'template',
    ];
    const all = types.flatMap((type) =>
      odd.map((value) => ({
        type,
        ...Object.fromEntries(fields.split(' ').map((field) => [field, value])),
        mediaUrl: value as string,
        mediaSize: value,
        mediaWidth: value as number,
      })),
    );
    const { shown } = await show(all);
    expect(shown).toHaveLength(all.length);
    expect(document.querySelectorAll('script, iframe, .log img:not([src^="http"])')).toHaveLength(0);
  });
});

describe('the rows between the messages', () => {
  it('show pressed buttons and campaigns at their time', async () => {
    const desk = new FakeDesk();
    const own = (id: string, at: number) => message(id, { role: 'appMaker', received: T0 + at });
    desk.add('ana', {}, [own('1', 0), own('2', 20)]);
    desk.happenings.set('ana', [{ id: 'h1', kind: 'postback', received: T0 + 10, text: 'Track order' }]);
    await openInbox(desk, 'Visitor ana');
    const order = () =>
      [...document.querySelectorAll('.log .message, .log .event')].map((e) =>
        e.classList.contains('event') ? e.textContent : e.querySelector('.text')?.textContent,
      );
    await waitFor(() => expect(order()).toHaveLength(3));
    expect(order()[1]).toMatch(/^Visitor ana pressed “Track order” \d/);
    expect(articles().map((a) => a.classList.contains('first'))).toEqual([true, true]);
    desk.emit({
      type: 'referral',
      conversation: desk.of('ana'),
      referral: { _id: 'h2', createdAt: T0 + 30, signedCampaignData: 'x' },
    });
    desk.emit({
      type: 'postback',
      conversation: desk.of('ana'),
      postback: { _id: 'h1', createdAt: T0 + 10, text: 'Track order' },
    });
    await waitFor(() => expect(order()).toHaveLength(4));
    expect(order()[3]).toMatch(/^Visitor ana answered a campaign/);
  });

  it('says of the last reply whether it was sent, delivered or seen', async () => {
    const own = (id: string, at: number) => message(id, { role: 'appMaker', received: T0 + at });
    const desk = new FakeDesk();
    desk.add('ana', { visitorLastRead: T0 + 1, visitorDelivered: T0 + 2 }, [
      own('1', 1),
      own('2', 2),
      own('3', 3),
    ]);
    await openInbox(desk, 'Visitor ana');
    const states = () => articles().map((a) => a.querySelector('.message-state')?.textContent);
    expect(states()).toEqual(['Seen', 'Delivered', 'Sent']);
    const conversation = { ...desk.of('ana'), visitorLastRead: T0 + 3, visitorDelivered: T0 + 3 };
    const activity = { type: 'conversation:read', role: 'appUser' as const };
    desk.emit({ type: 'activity', conversation, activity });
    await waitFor(() => expect(states()).toEqual([undefined, undefined, 'Seen']));
  });

  it('quotes a visitor’s message in the next reply, once', async () => {
    const { desk, inbox } = await show([{ text: 'Waterproof?' }]);
    fireEvent.click(screen.getByRole('button', { name: 'Quote in the reply' }));
    await waitFor(() => expect(document.activeElement).toBe(reply()));
    expect(document.querySelector('.quoting')?.textContent).toBe('Visitor anaWaterproof?');
    for (const text of ['They are', 'And warm']) {
      fireEvent.input(reply(), { target: { value: text } });
      fireEvent.keyDown(reply(), { key: 'Enter' });
      await waitFor(() => expect(desk.sent.at(-1)?.body.text).toBe(text));
    }
    expect(desk.sent.map(({ body }) => body.quotedMessageId)).toEqual(['m0', undefined]);
    expect(inbox.workspace.value?.quoted.value).toBeUndefined();
  });

  it('removes a quote with Escape or its button', async () => {
    await show([{ text: 'Waterproof?' }]);
    const quote = () => fireEvent.click(screen.getByRole('button', { name: 'Quote in the reply' }));
    const quoting = () => document.querySelector('.quoting');
    quote();
    await waitFor(() => expect(quoting()).not.toBeNull());
    fireEvent.keyDown(reply(), { key: 'Escape' });
    await waitFor(() => expect(quoting()).toBeNull());
    quote();
    fireEvent.click(await screen.findByRole('button', { name: 'Do not quote' }));
    await waitFor(() => expect(quoting()).toBeNull());
  });

  it('keeps a quote beside its draft while another conversation is open', async () => {
    const { desk, inbox } = await show([{ text: 'Waterproof?' }]);
    desk.add('bo');
    desk.emit({ type: 'conversation:added', conversation: desk.of('bo') });
    fireEvent.click(screen.getByRole('button', { name: 'Quote in the reply' }));
    fireEvent.input(reply(), { target: { value: 'They are' } });
    await screen.findByRole('button', { name: /^Visitor bo/ });
    await openConversation(inbox, 'Visitor bo');
    expect(document.querySelector('.quoting')).toBeNull();
    await openConversation(inbox, 'Visitor ana');
    expect(document.querySelector('.quoting')?.textContent).toBe('Visitor anaWaterproof?');
    fireEvent.keyDown(reply(), { key: 'Enter' });
    await waitFor(() => expect(desk.sent.map(({ body }) => body.quotedMessageId)).toEqual(['m0']));
  });

  it('brings the quote back with the text of a reply that was refused', async () => {
    const { desk } = await show([{ text: 'Waterproof?' }]);
    desk.sendFailure = 'rejected';
    fireEvent.click(screen.getByRole('button', { name: 'Quote in the reply' }));
    fireEvent.input(reply(), { target: { value: 'They are' } });
    fireEvent.keyDown(reply(), { key: 'Enter' });
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    await waitFor(() => expect(reply().value).toBe('They are'));
    expect(document.querySelector('.quoting')?.textContent).toBe('Visitor anaWaterproof?');
  });
});
