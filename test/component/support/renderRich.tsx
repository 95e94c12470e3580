import { computed, type Signal, signal } from '@preact/signals-react';
import { render } from '@testing-library/preact';
import { Fragment } from 'react';
import { vi } from 'vitest';
import { type HomeActions, HomeProvider, type HomeState } from '../../../src/conversation/context';
import { LinkedText } from '../../../src/conversation/log/LinkedText';
import { MessageRow } from '../../../src/conversation/log/MessageRow';
import { Failure } from '../../../src/features/failures/Failure';
import { FormView } from '../../../src/features/forms/FormView';
import { openLightbox } from '../../../src/features/richMessages/lightbox';
import { RichMessage } from '../../../src/features/richMessages/RichMessage';
import { type RichActions, RichProvider } from '../../../src/messageKinds/shared/context';
import { fromWire } from '../../../src/model/message';
import { createLog } from '../../../src/model/messageLog';
import { quotableOf } from '../../../src/model/quotable';
import { CssProvider } from '../../../src/ui/theme/css';
import { decodeMessages } from '../../../src/wire/history';
import { englishWords } from '../../support/words';

const START = 1_700_000_000;

const FEATURES = { linkedText: LinkedText, richMessages: RichMessage, forms: FormView, failures: Failure };

/** Renders the rows of messages from the service, without the card around them. */
export const renderRich = (...raws: Record<string, unknown>[]) => {
  const sent: Signal<Record<string, unknown>[]> = signal(raws);
  const messages = computed(() =>
    decodeMessages({
      messages: sent.value.map((raw, i) => ({
        type: 'text',
        role: 'appMaker',
        name: 'Ann',
        ...raw,
        _id: `m${i}`,
        received: START + i,
      })),
    }).messages.map((message) => fromWire(message)),
  );
  const blocksOf = createLog();
  const rows = computed(() => blocksOf(messages.value, undefined, false).flatMap(([, rows]) => rows));
  const progress = {
    postbacks: signal<Record<string, 'pending' | 'failed'>>({}),
    locations: signal<Record<string, 'pending' | 'failed'>>({}),
  };
  const did = {
    reply: vi.fn(),
    press: vi.fn(),
    share: vi.fn(),
    prepare: vi.fn(),
    enlarge: (picture: { src: string; alt: string }, from: HTMLElement, onClose: () => void) =>
      openLightbox(
        { surface: { root: document }, host: window, isShown: () => true },
        picture,
        englishWords().t,
        from,
        onClose,
      ),
    contentUrl: vi.fn((_mediaUrl: string): Promise<string> => Promise.reject(new Error('There is none'))),
  };
  const quotable = computed(() => quotableOf(messages.value));
  const actions = { ...did, ...progress, quotable } satisfies RichActions;
  const state = {
    feature: (name: keyof typeof FEATURES) => signal(FEATURES[name]),
    missing: signal(new Map()),
    settings: { title: 'Shoe shop' },
    People: Fragment,
    words: signal(englishWords()),
    rows,
    last: computed(() => messages.value.at(-1)),
    seenTo: signal(0),
    clock: { now: () => START * 1000 },
    drawnAt: 0,
  } as unknown as HomeState;
  const Log = () => (
    <ol>
      {rows.value.map((row) =>
        row.kind === 'message' ? (
          <MessageRow
            key={row.key}
            message={row.message}
            firstInGroup={row.firstInGroup}
            lastInGroup={row.lastInGroup}
            lastNonFailed={row.lastNonFailed}
          />
        ) : undefined,
      )}
    </ol>
  );
  /** The declarations that the components ask for, in order. They have no effect here. */
  const styles: string[] = [];
  const css = (block: string) => {
    styles.push(block);
    return '';
  };
  const view = render(
    <CssProvider value={css}>
      <HomeProvider value={{ state, actions: {} as HomeActions }}>
        <RichProvider value={actions}>
          <Log />
        </RichProvider>
      </HomeProvider>
    </CssProvider>,
  );
  return { ...view, styles, did, ...progress, sent, log: view.container };
};
