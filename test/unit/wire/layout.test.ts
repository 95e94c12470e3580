import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutCss } from '../../../src/features/appearance/layoutCss';
import { decodeLayout } from '../../../src/wire/layout';
import { isArranged } from '../../../src/wire/theme';

const DOCUMENTED = {
  common: { hideHeader: true, contentScale: 150, stylingPreset: 'minimalistic' },
  conversationList: {
    hideHeader: true,
    hideNewConversationButton: true,
    avatar: { hidden: false, size: 32 },
    hideTimestamp: true,
    hideMessagePreview: true,
    hideDivider: false,
    groupByTimestamp: true,
  },
  messageLog: {
    hideHeader: true,
    avatar: { position: 'side', size: 28 },
    businessMessage: { bubbleMaxWidth: 280, hideBubble: true },
    userMessage: { bubbleMaxWidth: '70%', hideBubble: false },
    citations: { sources: false },
  },
  position: {
    side: 'left',
    offset: { web: { horizontal: 0, vertical: 40 }, mobile: { horizontal: 8, vertical: 1000 } },
  },
};

describe('what is arranged otherwise', () => {
  it('is read from the documented object (conf-7)', () => {
    expect(decodeLayout(DOCUMENTED)).toEqual({
      problems: [],
      layout: {
        contentScale: 150,
        hideHeader: true,
        hideListHeader: true,
        hideNew: true,
        hideListAvatar: false,
        listAvatarSize: 32,
        hideTime: true,
        hidePreview: true,
        hideDivider: false,
        group: true,
        hideLogHeader: true,
        avatarPosition: 'side',
        avatarSize: 28,
        businessWidth: '280px',
        hideBusinessBubble: true,
        userWidth: '70%',
        hideUserBubble: false,
        showSources: false,
        side: 'left',
        webHorizontal: 0,
        webVertical: 40,
        mobileHorizontal: 8,
        mobileVertical: 1000,
      },
    });
  });

  it('has its place also under common, and that beside it stands over it', () => {
    const common = { position: { side: 'left', offset: { web: { vertical: 1 } } } };
    expect(decodeLayout({ common }).layout).toEqual({ side: 'left', webVertical: 1 });
    expect(decodeLayout({ position: { side: 'right' }, common }).layout).toEqual({
      side: 'right',
      webVertical: 1,
    });
  });

  it.each([
    [{ common: 'x' }, 'common must be an object.'],
    [{ common: { contentScale: 20 } }, 'common.contentScale must be a number from 50 to 200.'],
    [{ common: { hideHeader: 'yes' } }, 'common.hideHeader must be true or false.'],
    [{ common: { hideFooter: true } }, 'common.hideFooter is unknown.'],
    [{ conversationList: [] }, 'conversationList must be an object.'],
    [{ conversationList: null }, 'conversationList must be an object.'],
    [{ conversationList: { hideTimestamp: 1 } }, 'conversationList.hideTimestamp must be true or false.'],
    [{ conversationList: { avatar: true } }, 'conversationList.avatar must be an object.'],
    [
      { conversationList: { avatar: { size: 1e9 } } },
      'conversationList.avatar.size must be a number from 16 to 64.',
    ],
    [
      { messageLog: { avatar: { position: '}*{display:none' } } },
      'messageLog.avatar.position must be top or side.',
    ],
    [
      { messageLog: { avatar: { size: '20px;}*{}' } } },
      'messageLog.avatar.size must be a number from 16 to 64.',
    ],
    ...['10%', '101%', '80px', '80%;}', 'calc(1px)', 119, 1001, Number.NaN, [200]].map(
      (bubbleMaxWidth): [unknown, string] => [
        { messageLog: { userMessage: { bubbleMaxWidth } } },
        'messageLog.userMessage.bubbleMaxWidth must be a number of pixels from 120 to 1000, or 20% to 100% in quotes.',
      ],
    ),
    [{ messageLog: { citations: { sources: [] } } }, 'messageLog.citations.sources must be true or false.'],
    [{ messageLog: { footer: {} } }, 'messageLog.footer is unknown.'],
    [{ position: 'left' }, 'position must be an object.'],
    [{ position: { side: 'top' } }, 'position.side must be left or right.'],
    [
      { position: { offset: { web: { vertical: -1 } } } },
      'position.offset.web.vertical must be a number from 0 to 1000.',
    ],
    [{ position: { offset: { tv: {} } } }, 'position.offset.tv is unknown.'],
    [JSON.parse('{"messageLog":{"__proto__":{"hideHeader":true}}}'), 'messageLog.__proto__ is unknown.'],
  ])('says what is wrong with %j, and reads nothing of it', (value, problem) => {
    expect(decodeLayout(value)).toEqual({ layout: {}, problems: [problem] });
  });

  it('never throws, and makes nothing but our own names and numbers of anything', () => {
    const block = fc.oneof(fc.anything(), fc.dictionary(fc.string(), fc.anything()));
    fc.assert(
      fc.property(block, block, block, (a, b, c) => {
        const { layout } = decodeLayout({
          conversationList: a,
          messageLog: { avatar: b, userMessage: c },
          position: { offset: { web: a }, side: b },
        });
        expect(layoutCss(layout)).not.toMatch(/[<@\\]|url|import/);
      }),
      { numRuns: 300 },
    );
  });

  it('is nothing where nothing is wished', () => {
    expect(layoutCss({})).toBe('');
    expect(layoutCss(decodeLayout({ common: { contentScale: 100 } }).layout)).toBe('');
  });

  it.each(Object.keys(DOCUMENTED))('needs a part of its own for %s', (name) => {
    expect(isArranged({ [name]: {} })).toBe(true);
    expect(isArranged({ theme: {}, labels: {} })).toBe(false);
  });
});
