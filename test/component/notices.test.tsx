import { screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { createEntries } from '../../src/features/notices/entries';
import { createNotices } from '../../src/features/notices/notices';
import { URLS } from './support/hostileVectors';
import { draw, renderHome } from './support/renderHome';

const renderNotices = async (messenger: Record<string, unknown>) => {
  const home = renderHome({ messenger });
  const View = createNotices({ slices: home });
  await draw(() => {
    home.features.notices.value = View;
  });
  return home;
};
const privacyNoticeUrl = 'https://boats.example/privacy';

describe('the notices below the composer', () => {
  it('include the privacy notice, which opens in a new tab (home-6)', async () => {
    await renderNotices({ privacyNoticeEnabled: true, privacyNoticeUrl });
    const link = screen.getByRole('link', { name: 'Privacy notice' });
    expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
      privacyNoticeUrl,
      '_blank',
      'noopener noreferrer',
    ]);
    expect(screen.queryByText('Messaging by Porch')).toBeNull();
  });

  it('name who made the messenger (home-7)', async () => {
    await renderNotices({ showZendeskLogo: true, privacyNoticeUrl });
    expect(screen.getByText('Messaging by Porch')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it.each([' JaVaScRiPt:alert(1)', 'boats', 7, undefined])('contain no unsafe link: %j', async (url) => {
    await renderNotices({ privacyNoticeEnabled: true, privacyNoticeUrl: url });
    expect(document.querySelector('a')).toBeNull();
  });

  it(`lead to none of ${URLS.length} hostile addresses`, () => {
    const notices = URLS.map(
      (url) => createEntries({ privacyNoticeEnabled: true, privacyNoticeUrl: url })[0],
    );
    expect(notices.map((notice) => [notice?.shown.value, notice?.href])).toEqual(
      URLS.map(() => [false, undefined]),
    );
  });

  it.each([{ privacyNoticeEnabled: true }, { showZendeskLogo: true }])(
    'have their space kept while they load: %j',
    (messenger) => {
      const { container } = renderHome({ messenger });
      const without = renderHome();
      const places = (card: Element) =>
        card.parentElement?.querySelectorAll(':scope > form ~ * > *').length ?? 0;
      expect(places(container) - places(without.container)).toBe(1);
    },
  );

  it('are empty when the account has turned both off', async () => {
    await renderNotices({ privacyNoticeUrl, showZendeskLogo: 'yes' });
    expect([screen.queryByRole('link'), screen.queryByText('Messaging by Porch')]).toEqual([null, null]);
  });
});
