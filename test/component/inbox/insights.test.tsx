import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { FakeDesk, T0 } from './support/fakeDesk';
import { renderInbox } from './support/renderInbox';

const FIGURES = {
  days: [
    { day: '2027-01-14', pageViews: 1200, opens: 30, conversations: 0 },
    { day: '2027-01-15', pageViews: 800, opens: 10, conversations: 4, firstAnswer: 90 },
  ],
  pages: [
    { page: 'shop.example/boots', pageViews: 1500, opens: 40, conversations: 4 },
    { page: '', pageViews: 500, opens: 0, conversations: 0 },
  ],
  firstAnswer: 90,
  ratings: { good: 9, bad: 1 },
  counted: { views: true, errors: true },
  errors: [
    {
      _id: 'f',
      level: 'error' as const,
      operation: 'Failed to list conversations',
      reason: '503',
      version: '1.0.0',
      url: 'https://shop.example/boots',
      count: 3,
      firstAt: T0,
      lastAt: T0,
    },
  ],
};

const open = async (prepare: (desk: FakeDesk) => void = () => {}) => {
  const desk = new FakeDesk();
  desk.insights = structuredClone(FIGURES);
  prepare(desk);
  await renderInbox(desk);
  fireEvent.click(screen.getByRole('button', { name: 'Insights' }));
  return desk;
};

/** The texts of a table's rows. */
const rowsOf = (name: RegExp) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));

describe('the Insights page', () => {
  it('shows sums, days with the newest first, pages, and errors with the failed operation', async () => {
    await open();
    await screen.findByRole('table', { name: /^By day/ });
    const figures = [...document.querySelectorAll('.figure')].map((figure) => figure.textContent);
    expect(figures).toEqual([
      'Page views with the messenger2,000',
      'Opened402% of page views',
      'Conversations started4',
      expect.stringMatching(/^First answer2 min/),
      'Rated good90%9 good, 1 bad',
    ]);
    expect(rowsOf(/^By day/)).toEqual([
      ['Day', 'Page views', 'Opened', 'Conversations', 'First answer'],
      ['Fri, Jan 15', '800', '10', '4', '2 min'],
      ['Thu, Jan 14', '1,200', '30', '0', '–'],
    ]);
    expect(rowsOf(/^By page/)).toEqual([
      ['Page', 'Page views', 'Opened', 'Conversations'],
      ['shop.example/boots', '1,500', '40', '4'],
      ['Other pages', '500', '0', '0'],
    ]);
    const [error] = within(screen.getByRole('region', { name: 'Errors' })).getAllByRole('listitem');
    expect(error?.textContent).toMatch(
      /^Error Failed to list conversations503 ?3 times, last .*shop\.example\/boots · version 1\.0\.0$/,
    );
  });

  it('takes the focus, and gives it back to its button', async () => {
    await open();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Insights'));
    fireEvent.click(screen.getByRole('button', { name: 'Back to the inbox' }));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Insights' })),
    );
  });

  it('loads another period', async () => {
    const desk = await open();
    await screen.findByRole('table', { name: /^By day/ });
    fireEvent.click(screen.getByRole('radio', { name: '30 days' }));
    await waitFor(() => expect(desk.periods).toEqual([7, 30]));
  });

  it('says how figures come about where nothing is counted', async () => {
    await open((desk) => {
      desk.insights = { ...FIGURES, days: [], pages: [], errors: [], counted: { views: true, errors: true } };
    });
    await screen.findByText('No data for this period');
    expect(screen.getByText(/switched on under Privacy in the settings/)).toBeTruthy();
    expect(screen.getByText('None reported.')).toBeTruthy();
  });

  it('says what is not counted or reported, with the way to its switch', async () => {
    await open((desk) => {
      const [, day] = FIGURES.days;
      const days = [{ ...day, day: '2027-01-15', pageViews: 0, opens: 0, conversations: 4 }];
      desk.insights = { ...FIGURES, days, pages: [], errors: [], counted: { views: false, errors: false } };
    });
    await screen.findByText('Not counted');
    expect(screen.queryByText(/^Page views($| with)/)).toBeNull();
    expect(rowsOf(/^By day/)[1]).toEqual(['Fri, Jan 15', '4', '2 min']);
    expect(screen.getByText(/^Not reported\./)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Privacy settings' }));
    await screen.findByRole('heading', { name: 'Privacy' });
  });

  it('keeps showing what was counted before counting was turned off', async () => {
    await open((desk) => {
      desk.insights = { ...FIGURES, counted: { views: false, errors: false } };
    });
    await screen.findByText('Page views with the messenger');
    expect(screen.queryByText('Not counted')).toBeNull();
  });

  it('says that the figures did not load, and tries again', async () => {
    const desk = await open((fake) => {
      fake.insightsFailure = 'network';
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The figures did not load');
    desk.insightsFailure = undefined;
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    await screen.findByRole('table', { name: /^By day/ });
  });

  it('leaves shortcuts of conversations alone', async () => {
    await open();
    fireEvent.keyDown(document, { key: '?' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
