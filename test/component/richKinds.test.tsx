import { act, fireEvent, screen, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { fileSize } from '../../src/i18n/fileSize';
import { renderRich } from './support/renderRich';

const PICTURE = { type: 'image', mediaUrl: 'https://a.example/a.png', altText: 'A canoe', text: '' };
const picture = () => document.querySelector('img') as HTMLImageElement;
const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));

describe('an image', () => {
  it('is a button by its words, which shows it large and closes again (rich-1)', async () => {
    renderRich(PICTURE);
    await act(() => void fireEvent.click(screen.getByRole('button', { name: 'Enlarge image: A canoe' })));
    const dialog = screen.getByRole('dialog', { name: 'A canoe' });
    expect(within(dialog).getByRole('img', { name: 'A canoe' }).getAttribute('src')).toBe(PICTURE.mediaUrl);
    await act(() => void fireEvent.click(within(dialog).getByRole('button', { name: 'Close image' })));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    [20_000, 20_000],
    [8000, 5001],
    [41, 1_000_000],
  ])(
    'of %i × %i pixels is a link to it, by its size or once it has loaded, and so are items’',
    async (width, height) => {
      const item = { title: 'Canoe', mediaUrl: PICTURE.mediaUrl, altText: 'A canoe' };
      renderRich({ ...PICTURE, mediaWidth: width, mediaHeight: height }, PICTURE, {
        type: 'carousel',
        items: [item],
      });
      const drawn = [...document.querySelectorAll('img')];
      expect(drawn).toHaveLength(2);
      for (const one of drawn) {
        Object.defineProperties(one, { naturalWidth: { value: width }, naturalHeight: { value: height } });
        await act(() => void fireEvent.load(one));
      }
      expect(document.querySelectorAll('img')).toHaveLength(0);
      const links = screen.getAllByRole<HTMLAnchorElement>('link', { name: 'Download image' });
      expect(links.map(({ href }) => href)).toEqual(Array(3).fill(PICTURE.mediaUrl));
      expect(screen.queryByText(/Unable to load/)).toBeNull();
    },
  );

  it('is enlarged and made whole again by a press, and downloaded, in the large view', async () => {
    renderRich(PICTURE);
    await act(() => void fireEvent.click(screen.getByRole('button', { name: 'Enlarge image: A canoe' })));
    const large = within(screen.getByRole('dialog'));
    const link = large.getByRole('link', { name: 'Download image' });
    expect([link.getAttribute('href'), link.hasAttribute('download')]).toEqual([PICTURE.mediaUrl, true]);
    fireEvent.click(large.getByRole('img', { name: 'A canoe' }));
    expect(large.getByRole('img').style.transform).toContain('scale(2.5)');
    fireEvent.click(large.getByRole('button', { name: 'Zoom out' }));
    expect(large.getByRole('img').style.transform).toContain('scale(1)');
    fireEvent.keyDown(screen.getByRole('dialog'), { key: '+' });
    fireEvent.wheel(large.getByRole('img'), { deltaY: -400 });
    expect(large.getByRole('img').style.transform).toMatch(/scale\(4\.07/);
    // A press beside the picture closes it.
    fireEvent.click(large.getByRole('img').parentElement as Element);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('has the focus again, and Tab stays within the large view', async () => {
    renderRich(PICTURE);
    const opener = screen.getByRole('button', { name: 'Enlarge image: A canoe' });
    await act(() => void fireEvent.click(opener));
    const names = ['Close image'];
    for (let i = 0; i < 3; i++) {
      fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Tab' });
      names.push(document.activeElement?.getAttribute('aria-label') ?? '');
    }
    expect(names).toEqual(['Close image', 'Download image', 'Zoom in', 'Close image']);
    await act(() => void fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' }));
    expect(document.activeElement).toBe(opener);
  });

  it('that is taken away takes its large view along', async () => {
    const { unmount } = renderRich(PICTURE);
    await act(() => void fireEvent.click(screen.getByRole('button', { name: 'Enlarge image: A canoe' })));
    await act(() => void unmount());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes by Escape alone, and keeps the key from the widget (rich-1)', async () => {
    const heard = vi.fn();
    document.addEventListener('keydown', heard);
    renderRich(PICTURE);
    await act(() => void fireEvent.click(screen.getByRole('button', { name: /Enlarge/ })));
    await act(() => void fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(heard).not.toHaveBeenCalled();
    document.removeEventListener('keydown', heard);
  });

  it('opens again by a press that comes before the browser has told of the closing', async () => {
    // Browsers send `close` with their next frame.
    const late: (() => void)[] = [];
    const close = vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function (
      this: HTMLDialogElement,
    ) {
      this.removeAttribute('open');
      late.push(() => this.dispatchEvent(new Event('close')));
    });
    renderRich(PICTURE);
    const enlarge = () => fireEvent.click(screen.getByRole('button', { name: /Enlarge/ }));
    await act(() => void enlarge());
    await act(() => void fireEvent.click(screen.getByRole('button', { name: 'Close image' })));
    expect(close).toHaveBeenCalled();
    await act(() => void enlarge());
    await act(() => {
      for (const tell of late) tell();
    });
    expect(screen.getByRole('dialog').hasAttribute('open')).toBe(true);
    close.mockRestore();
  });

  it('shows its text below it', () => {
    renderRich({ ...PICTURE, text: 'Look: https://b.example/' });
    expect(screen.getByRole('link', { name: 'https://b.example/' })).toBeTruthy();
  });

  it('requests another address from the service when its own fails (rich-2)', async () => {
    const { did } = renderRich(PICTURE);
    did.contentUrl.mockResolvedValue('https://signed.example/a.png');
    await act(() => void fireEvent.error(picture()));
    await settle();
    expect(did.contentUrl.mock.calls).toEqual([[PICTURE.mediaUrl]]);
    expect(picture().src).toBe('https://signed.example/a.png');
    await act(() => void fireEvent.error(picture()));
    expect(did.contentUrl).toHaveBeenCalledOnce();
    expect(screen.getByText(/Unable to load image/).textContent).toBe('Unable to load image (A canoe)');
  });

  it('can be downloaded when this browser cannot draw it (rich-2)', async () => {
    for (const mediaUrl of ['https://a.example/photo.heic', 'https://a.example/a.png?w=1&h=2']) {
      const { unmount } = renderRich({ ...PICTURE, mediaUrl });
      await act(() => void fireEvent.error(picture()));
      await settle();
      const link = screen.getByRole('link', { name: 'Download image' });
      expect(link.getAttribute('href')).toBe(mediaUrl);
      expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
        '_blank',
        'noopener noreferrer',
      ]);
      unmount();
    }
  });

  it('can be retried when it failed to load (rich-2)', async () => {
    renderRich(PICTURE);
    await act(() => void fireEvent.error(picture()));
    await settle();
    await act(() => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
    expect(picture().src).toBe(PICTURE.mediaUrl);
  });
});

describe('a file', () => {
  it('is a link with its name, ending and size (rich-3)', () => {
    renderRich({
      type: 'file',
      mediaUrl: 'https://a.example/x',
      altText: 'bill.pdf',
      mediaSize: 1_234_567,
      text: '',
    });
    const link = screen.getByRole('link', { name: /bill\.pdf/ });
    expect(link.textContent).toBe('bill.pdfPDF · 1.2 MB');
    expect(link.getAttribute('href')).toBe('https://a.example/x');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  });

  it('is named by its address when it has no name', () => {
    renderRich({ type: 'file', mediaUrl: 'https://a.example/files/my%20plan.txt?x=1', text: '' });
    expect(screen.getByRole('link').textContent).toBe('my plan.txtTXT');
  });

  it('has a size in the words of the language', () => {
    expect([
      fileSize('en-us', 0),
      fileSize('en-us', 1023),
      fileSize('de', 1536),
      fileSize('en-us', 52_428_800),
    ]).toEqual(['0 bytes', '1,023 bytes', '1,5 kB', '50 MB']);
  });
});

const items = [1, 2, 3].map((n) => ({
  title: `Boat ${n}`,
  description: `It floats ${n}`,
  actions: [{ _id: `a${n}`, type: 'postback', text: `Take ${n}` }],
}));

describe('a carousel', () => {
  it('shows each item as a card whose buttons are its own (rich-4)', () => {
    const { did } = renderRich({ type: 'carousel', items, text: '' });
    const strip = screen.getByRole('list', { name: 'Choices' });
    // Nothing beside the list has its name.
    expect(screen.getAllByLabelText('Choices')).toEqual([strip]);
    expect(
      within(strip)
        .getAllByRole('listitem')
        .map((li) => li.querySelector('b')?.textContent),
    ).toEqual(['Boat 1', 'Boat 2', 'Boat 3']);
    fireEvent.click(screen.getByRole('button', { name: 'Take 2' }));
    expect(did.press.mock.calls).toEqual([['m0 1 a2', 'a2', 'Take 2']]);
  });

  it('has pictures 1.91 times as wide as high, or square where it says so (rich-13)', () => {
    const ratios = (displaySettings?: object) => {
      const pictured = items.map((item) => ({ ...item, mediaUrl: PICTURE.mediaUrl }));
      const { styles } = renderRich({ type: 'carousel', items: pictured, displaySettings, text: '' });
      return [...new Set(styles.flatMap((block) => /aspect-ratio:([\d.]+)/.exec(block)?.[1] ?? []))];
    };
    expect(ratios()).toEqual(['1.91']);
    expect(ratios({ imageAspectRatio: 'horizontal' })).toEqual(['1.91']);
    expect(ratios({ imageAspectRatio: 'square' })).toEqual(['1']);
  });

  it('moves by buttons, and not past its ends (rich-4)', async () => {
    renderRich({ type: 'carousel', items, text: '' });
    const strip = screen.getByRole('list', { name: 'Choices' });
    const scrollBy = vi.fn();
    Object.assign(strip, { scrollBy });
    Object.defineProperties(strip, { scrollWidth: { value: 700 }, clientWidth: { value: 300 } });
    await act(() => void fireEvent.scroll(strip));
    fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
    expect(screen.getByRole('button', { name: 'Previous' }).getAttribute('aria-disabled')).toBe('true');
    expect(scrollBy).not.toHaveBeenCalled();
    const next = screen.getByRole('button', { name: 'Next' });
    fireEvent.click(next);
    expect(next.tabIndex).toBe(-1);
    expect(scrollBy.mock.calls.map(([{ left }]) => Math.sign(left))).toEqual([1]);
    strip.scrollLeft = 400;
    await act(() => void fireEvent.scroll(strip));
    expect(screen.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('is one stop of the Tab key, which arrows, Home and End move from card to card (rich-4)', async () => {
    renderRich({ type: 'carousel', items: [...items, { title: 'Only a name' }], text: '' });
    const strip = screen.getByRole('list', { name: 'Choices' });
    const stops = () =>
      [...strip.querySelectorAll<HTMLElement>('[tabindex="0"]')].map((e) => e.textContent?.trim());
    const [first] = strip.querySelectorAll<HTMLElement>('button,a');
    await vi.dynamicImportSettled();
    expect(stops()).toEqual([first?.textContent]);
    first?.focus();
    const at = (key: string) => {
      fireEvent.keyDown(document.activeElement as Element, { key });
      const card = document.activeElement?.closest('ol[aria-label] > li');
      expect(strip.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
      expect(document.activeElement?.getAttribute('tabindex')).toBe('0');
      return card?.querySelector('b')?.textContent;
    };
    expect(
      ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'End', 'ArrowRight', 'Home', 'ArrowLeft'].map(at),
    ).toEqual(['Boat 2', 'Boat 3', 'Boat 2', 'Only a name', 'Only a name', 'Boat 1', 'Boat 1']);
  });
});

it('a list shows rows with their buttons, and its own under them (rich-5)', () => {
  renderRich({
    type: 'list',
    items,
    actions: [{ type: 'link', text: 'All', uri: 'https://a.example/' }],
    text: '',
  });
  expect(screen.getByText('It floats 3')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Take 3' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'All' })).toBeTruthy();
});

it('a location has its name, its address and a map (rich-6)', () => {
  renderRich({
    type: 'location',
    text: '',
    coordinates: { lat: 53.55, long: -9.99 },
    location: { name: 'The shed', address: 'Quay 4' },
  });
  expect(screen.getByText('The shed')).toBeTruthy();
  expect(screen.getByText('Quay 4')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Show on map' }).getAttribute('href')).toBe(
    'https://www.openstreetmap.org/?mlat=53.55&mlon=-9.99#map=16/53.55/-9.99',
  );
});

describe('unknown kinds and templates', () => {
  it('are shown by their text or their fallback, or say that they cannot be shown (msg-24)', () => {
    const { log } = renderRich(
      { type: 'template', textFallback: 'A template' },
      { type: 'template', text: 'Words of its own', textFallback: 'unused' },
      { type: 'hologram', text: 'A text' },
      { type: 'carousel', items: [{}] },
    );
    expect([...log.querySelectorAll('p')].map((p) => p.textContent)).toEqual([
      'A template',
      'Words of its own',
      'A text',
      'This message can’t be shown here.',
    ]);
  });
});

describe('a text message with more fields', () => {
  it('is formatted', () => {
    const { log } = renderRich({
      text: 'plain',
      markdownText:
        '## Plan\n**Bold** and *soft* `code`\nnext [here](https://a.example/)\n\n- one\n- two\n\n3. three',
    });
    expect([...log.querySelectorAll('strong')].map((e) => e.textContent)).toEqual(['Plan', 'Bold']);
    expect(log.querySelector('em')?.textContent).toBe('soft');
    expect(log.querySelector('code')?.textContent).toBe('code');
    expect(screen.getByRole('link', { name: 'here' }).getAttribute('href')).toBe('https://a.example/');
    expect([...log.querySelectorAll('ul > li')].map((e) => e.textContent)).toEqual(['one', 'two']);
    expect(log.querySelector('ol ol')?.getAttribute('start')).toBe('3');
  });

  it('shows a block of code from left to right, with its line breaks and without links', () => {
    const { log } = renderRich({ markdownText: 'ראה:\n```js\nget(\n  "https://a.example/*b*")\n```' });
    const code = log.querySelector<HTMLElement>('[dir=ltr]');
    expect(code?.textContent).toBe('get(\n  "https://a.example/*b*")');
    expect([code?.firstElementChild?.tagName, code?.querySelector('a, em')]).toEqual(['CODE', null]);
  });

  it('shows a picture as a link, and loads nothing', () => {
    const { log } = renderRich({ markdownText: 'See ![a canoe](https://a.example/c.png)' });
    expect(screen.getByRole('link', { name: 'a canoe' }).getAttribute('href')).toBe(
      'https://a.example/c.png',
    );
    expect([log.querySelector('img'), log.querySelector('p[dir]')?.textContent]).toEqual([
      null,
      'See a canoe',
    ]);
  });

  it('is large when it is one to three emoji', () => {
    const { log } = renderRich({ text: '👍🏽 🇩🇪' }, { text: '👋👋👋👋' }, { text: '👋 Hello' });
    const tags = [...log.querySelectorAll('[dir=auto]')].map((p) => p.parentElement?.tagName);
    expect(tags).toEqual(['LI', 'DIV', 'DIV']);
  });

  it('shows its quote and its source (rich-11)', () => {
    renderRich(
      { role: 'appUser', text: 'Is it steady?' },
      {
        quotedMessageId: 'm0',
        references: [{ uri: 'https://a.example/', title: 'Manual', description: 'Page 4' }],
      },
    );
    expect(document.querySelector('blockquote')?.textContent).toBe('Is it steady?');
    expect(screen.getByText('Sources')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Manual' }).getAttribute('href')).toBe('https://a.example/');
  });

  it('says when it was not written by a person (rich-11)', () => {
    renderRich({ text: 'a', authorSubtypes: ['AI'] }, { text: 'b', name: 'Robbie', authorSubtypes: ['bot'] });
    expect(screen.getByText('AI')).toBeTruthy();
    expect(screen.getByText('Bot')).toBeTruthy();
    // The mark belongs to the line with the name.
    expect(screen.getByText('Bot').parentElement).toBe(screen.getByText('Robbie').parentElement);
  });

  it('shows its author’s picture, or the first letter if it fails to load', async () => {
    const { log } = renderRich(
      { avatarUrl: 'https://a.example/ann.png' },
      { avatarUrl: 'https://a.example/ann.png' },
    );
    const [first, ...more] = log.querySelectorAll('b img');
    expect(first?.getAttribute('src')).toBe('https://a.example/ann.png');
    expect(more).toEqual([]);
    await act(() => void fireEvent.error(first as Element));
    expect(log.querySelector('b')?.textContent).toMatch(/^AAnn,/);
  });
});
