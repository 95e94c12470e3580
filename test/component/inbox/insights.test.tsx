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
    { page: 'shop.example/gr%C3%B6%C3%9Fe', pageViews: 1500, opens: 40, conversations: 4 },
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

const COUNTS = {
  begun: 5,
  answered: 4,
  sent: 8,
  firstAnswer: { median: 90, slow: 600 },
  closed: 2,
  toClose: { median: 3600, slow: 7200 },
  good: 9,
  bad: 1,
};
const FEW = {
  begun: 1,
  answered: 1,
  sent: 1,
  firstAnswer: { median: 300, slow: 300 },
  closed: 0,
  good: 0,
  bad: 1,
};
const TEAM = {
  period: { from: '2027-01-09', to: '2027-01-15', timeZone: 'Europe/Berlin' },
  before: { from: '2027-01-02', to: '2027-01-08', ...FEW },
  all: COUNTS,
  agents: [
    { kind: 'agent' as const, agentId: 'ada', name: 'Ada', ...COUNTS },
    { kind: 'agent' as const, agentId: 'ben', name: 'Ben', removed: true, ...FEW },
    { kind: 'program' as const, name: 'Programs', ...FEW },
  ],
  tags: [{ name: 'vip', ...FEW }],
  hours: Array.from({ length: 7 }, (_, day) => Array.from({ length: 24 }, (_, hour) => day * hour)),
};
const RATING = {
  conversationId: 'c7',
  visitor: 'Dora',
  at: T0,
  score: 'bad' as const,
  comment: 'Too slow',
  agent: { kind: 'agent' as const, agentId: 'ben', name: 'Ben', removed: true },
};

const open = async (prepare: (desk: FakeDesk) => void = () => {}) => {
  const desk = new FakeDesk();
  desk.insights = structuredClone(FIGURES);
  desk.teamInsights = structuredClone(TEAM);
  desk.ratings = [RATING];
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
      'Answered4Before: 1',
      'Closed2Before: 0',
      'First answer2 minMedian; 90% within 10 min. Before: 5 min',
      'Time to close1 hrMedian; 90% within 2 hr. Before: –',
      'Rated good90%9 good, 1 bad. Before: 0%',
    ]);
    expect(rowsOf(/^By day/)).toEqual([
      ['Day', 'Page views', 'Opened', 'Conversations', 'First answer'],
      ['Fri, Jan 15', '800', '10', '4', '2 min'],
      ['Thu, Jan 14', '1,200', '30', '0', '–'],
    ]);
    expect(rowsOf(/^By page/)).toEqual([
      ['Page', 'Page views', 'Opened', 'Conversations'],
      ['shop.example/größe', '1,500', '40', '4'],
      ['Other pages', '500', '0', '0'],
    ]);
    const [error] = within(screen.getByRole('region', { name: 'Errors' })).getAllByRole('listitem');
    expect(error?.textContent).toMatch(
      /^Error Failed to list conversations503 ?3 times, last .*shop\.example\/boots · version 1\.0\.0$/,
    );
  });

  it('shows the work of each agent and on each tag, when visitors write, and ratings with their comments', async () => {
    await open();
    await screen.findByRole('table', { name: 'By agent' });
    const [head, ...agents] = rowsOf(/^By agent$/);
    expect(head?.slice(0, 3)).toEqual(['Agent', 'Messages', 'Answered']);
    expect(agents).toEqual([
      ['Ada', '8', '4', '2 min', '10 min', '2', '1 hr', '2 hr', '9', '1'],
      ['Ben left the team', '1', '1', '5 min', '5 min', '0', '–', '–', '0', '1'],
      ['Programs and API keys', '1', '1', '5 min', '5 min', '0', '–', '–', '0', '1'],
    ]);
    expect(rowsOf(/^By tag$/)[1]?.slice(0, 3)).toEqual(['vip', '1', '1']);
    const hours = rowsOf(/^When visitors write$/);
    expect([hours.length, hours[0]?.[24], hours[7]?.[0], hours[7]?.[24]]).toEqual([8, '23', 'Sun', '138']);
    const [rating] = within(screen.getByRole('list', { name: 'Ratings' })).getAllByRole('listitem');
    expect(rating?.textContent).toMatch(/^Bad Too slowConversation with Dora · Ben \(left the team\) · /);
  });

  it('shows the queries of addresses only where the agent wants them', async () => {
    await open();
    await screen.findByRole('table', { name: 'By page' });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Show queries' }));
    await screen.findByRole('table', { name: 'By page, with queries' });
    expect(rowsOf(/with queries$/)[1]).toEqual(['https://shop.example/ä?size=9', '2']);
  });

  it('takes other days, the first one first', async () => {
    await open();
    await screen.findByRole('table', { name: 'By agent' });
    fireEvent.click(screen.getByRole('radio', { name: 'Other days' }));
    const field = screen.getByLabelText('From');
    expect((field as HTMLInputElement).value).toBe('2027-01-09');
    fireEvent.input(field, { target: { value: '2027-01-16' } });
    expect(screen.getByRole('alert').textContent).toBe('The first day comes first.');
    fireEvent.input(field, { target: { value: '2026-01-16' } });
    expect(screen.getByRole('alert').textContent).toBe('Choose at most 92 days.');
    fireEvent.input(field, { target: { value: '2027-01-10' } });
    expect(screen.queryByRole('alert')).toBeNull();
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
      desk.teamInsights = new FakeDesk().teamInsights;
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
