import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ofField,
  showingCampaign,
  stateOf,
  toField,
} from '../../../examples/support-desk/inbox/model/settings/campaigns';
import { changeWords } from '../../../examples/support-desk/inbox/model/settings/changeWords';
import { FakeDesk } from './support/fakeDesk';
import { renderInbox } from './support/renderInbox';

// The timers of the preview run on the fake clock, so that no test waits.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

const start = async (prepare: (desk: FakeDesk) => void = () => undefined) => {
  const desk = new FakeDesk();
  prepare(desk);
  await renderInbox(desk);
  fireEvent.click(screen.getByRole('button', { name: 'Settings' }));
  await screen.findByRole('heading', { name: 'Launcher and window' });
  fireEvent.click(within(screen.getByRole('navigation')).getByRole('button', { name: /^Campaigns/ }));
  return desk.settings;
};
/** Lets the page redraw, as it does before a person's next press. */
const drawn = () => vi.advanceTimersByTimeAsync(20);
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await drawn();
};
const fill = async (label: string, value: string) => {
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
  await drawn();
};
const choose = async (label: string, value: string) => {
  const select = screen.getByLabelText<HTMLSelectElement>(label);
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
  await drawn();
};
const pause = () => vi.advanceTimersByTimeAsync(400);
const campaignsOf = (value: unknown) =>
  (value as { messenger?: { campaigns?: Record<string, unknown>[] } } | undefined)?.messenger?.campaigns ??
  [];

const SAVED = [
  { id: 'a', text: 'Hello', title: 'First' },
  { id: 'b', text: 'Later', from: '2099-01-01T00:00:00.000Z', rules: [{ on: 'time', value: 5 }] },
];

describe('the campaigns of the settings page', () => {
  it('are written with rules, and saved', async () => {
    const settings = await start();
    await press('Add a campaign');
    await fill('Message', 'Need help?');
    await fill('Who writes it', 'Ada');
    await press('Add a rule');
    await choose('Rule 1: comparison', 'begins');
    await fill('Rule 1: address', '/boots');
    await press('Add a rule');
    await fill('Rule 2: seconds', '20');
    await choose('How many rules must hold', 'any');
    await press('Add a rule');
    await choose('Rule 3', 'exit');
    await press('Rule 3: remove');
    await press('Save');
    await screen.findByText(/^Saved\./);
    expect(campaignsOf(settings.values.at(-1))).toEqual([
      {
        id: expect.stringMatching(/^\w+$/),
        text: 'Need help?',
        name: 'Ada',
        any: true,
        rules: [
          { on: 'page', how: 'begins', value: '/boots' },
          { on: 'time', value: 20 },
        ],
      },
    ]);
  });

  it('show the one that is edited in the preview at once, and none of the others', async () => {
    const settings = await start((desk) => desk.settings.put({ messenger: { campaigns: SAVED } }, 'Bo'));
    await press('Later Not begun');
    await pause();
    expect(campaignsOf(settings.drafts.at(-1))).toEqual([
      { ...SAVED[0], enabled: false },
      { id: 'b', text: 'Later', enabled: true, rules: [] },
    ]);
    fireEvent.click(within(screen.getByRole('navigation')).getByRole('button', { name: /^Texts/ }));
    await pause();
    expect(campaignsOf(settings.drafts.at(-1))).toEqual(SAVED);
  });

  it('have figures, an order and an end', async () => {
    const settings = await start((desk) => {
      desk.settings.put({ messenger: { campaigns: SAVED } }, 'Bo');
      desk.settings.figures = [{ _id: 'a', seen: 1200, opened: 30, answered: 12, dismissed: 200 }];
    });
    const first = (await screen.findByText('1,200')).closest('li') as HTMLElement;
    expect([...first.querySelectorAll('dd')].map((dd) => dd.textContent)).toEqual([
      '1,200',
      '30',
      '12',
      '200',
    ]);
    await press('Later Not begun');
    await press('Move up');
    fireEvent.click(screen.getByLabelText('Visitors see it'));
    await fill('Ends', '2099-02-01T12:00');
    await press('First On');
    await press('Remove');
    expect(document.activeElement?.textContent).toBe('Add a campaign');
    await press('Save');
    await screen.findByText(/^Saved\./);
    expect(campaignsOf(settings.values.at(-1))).toEqual([
      { ...SAVED[1], enabled: false, to: new Date('2099-02-01T12:00').toISOString() },
    ]);
  });

  it('say what is wrong at the field, and that figures did not load', async () => {
    const settings = await start((desk) => {
      desk.settings.put({ messenger: { campaigns: SAVED } }, 'Bo');
      desk.settings.check = () => [
        { path: 'messenger/campaigns/0/text', words: 'messenger.campaigns.0.text: must not be empty' },
      ];
      desk.settings.api.campaigns = async () => ({ ok: false, failure: 'network' });
    });
    await press('First On');
    await fill('Message', ' ');
    await press('Save');
    await screen.findByText('Not possible as it is: Campaigns.');
    expect(screen.getByLabelText('Message').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByText('This must not be empty.').length).toBeGreaterThan(0);
    expect(screen.getAllByText('Its figures did not load.')).toHaveLength(2);
    expect(settings.versions).toHaveLength(1);
  });
});

describe('a mistake in the campaign that the preview shows', () => {
  const startWith = async (path: string) => {
    const settings = await start((desk) => {
      desk.settings.put({ messenger: { campaigns: SAVED } }, 'Bo');
      // As the desk, it complains only of what it is given.
      desk.settings.check = (value) => {
        const { to, rules = [] } = campaignsOf(value)[1] as { to?: string; rules?: { value?: unknown }[] };
        const wrong = path.endsWith('to') ? to !== undefined && to < '2099' : rules[0]?.value === 0;
        return wrong ? [{ path, words: `${path.replaceAll('/', '.')}: must be more` }] : [];
      };
    });
    await press('Later Not begun');
    return settings;
  };

  it.each([
    ['messenger/campaigns/1/to', 'Ends', '2098-02-01T12:00', '2099-02-01T12:00'],
    ['messenger/campaigns/1/rules/0/value', 'Rule 1: seconds', '0', '5'],
  ])('stands at %s until that is changed', async (path, label, bad, good) => {
    const settings = await startWith(path);
    await fill(label, bad);
    await pause();
    await press('Save');
    await pause();
    const field = screen.getByLabelText(label);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(`${field.getAttribute('aria-describedby')}`)?.textContent).toBe(
      'This must be more.',
    );
    await fill('Message', 'Later on');
    await pause();
    screen.getByText('Not possible as it is: Campaigns.');
    await fill(label, good);
    await pause();
    expect(screen.queryByText(/^Not possible/)).toBeNull();
    await press('Save');
    await screen.findByText(/^Saved\./);
    expect(settings.version).toBe(2);
  });
});

describe('a campaign', () => {
  it('is off, over, not begun or on', () => {
    const now = Date.parse('2027-01-15T00:00Z');
    const of = (more: object) => stateOf({ id: 'a', text: 'x', ...more }, now);
    expect([
      of({ enabled: false }),
      of({ to: '2027-01-15T00:00:00Z' }),
      of({ from: '2027-01-15T00:00:01Z' }),
      of({}),
    ]).toEqual(['Off', 'Over', 'Not begun', 'On']);
  });

  it.each(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/New_York'])(
    'keeps its moments through the fields of a computer in %s',
    (zone) => {
      vi.stubEnv('TZ', zone);
      for (const moment of ['2027-06-15T10:30:00.000Z', '2027-01-15T23:30:00.000Z'])
        expect(ofField(toField(moment))).toBe(moment);
      // The keys of a year, one after the other: what is shown again must be what was typed.
      for (const year of ['0002', '0020', '0202', '2027'])
        expect(toField(ofField(`${year}-03-05T10:00`))).toBe(`${year}-03-05T10:00`);
      vi.unstubAllEnvs();
      expect([toField(undefined), toField('nonsense'), ofField('')]).toEqual(['', '', undefined]);
    },
  );

  it('is told by its name in the history', () => {
    expect(changeWords({ path: 'messenger/campaigns', before: undefined, after: SAVED })).toBe(
      'Campaigns: First, Later',
    );
    expect(showingCampaign({}, 'a')).toEqual({ messenger: { campaigns: [] } });
  });
});
