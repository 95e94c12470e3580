import type { ReadonlySignal } from '@preact/signals-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useHome } from '../../conversation/context';
import { Feature } from '../../conversation/Feature';
import { EmptyLog } from '../../conversation/log/EmptyLog';
import type { Words } from '../../i18n/words';
import type { Message } from '../../model/message';
import type { Conversation } from '../../slices/conversations';
import type { Status } from '../../slices/status';
import { useCss } from '../../ui/theme/css';
import { hidden } from '../../ui/theme/tokens';
import { ConversationRow } from './Row';

/** What the list's view shows and calls; `listFlow.ts` creates it. */
type ListFlow = {
  listStatus: ReadonlySignal<Status>;
  createConversationStatus: ReadonlySignal<Status>;
  hasMore: ReadonlySignal<boolean>;
  mayCreate: ReadonlySignal<boolean>;
  refresh(): void;
  loadMore(): void;
  retry(): void;
  open(id: string): void;
  create(): void;
};

/** How many rows are drawn at first, and how many more with each press of the button below them. */
const PAGE = 50;

const style = `
  flex:1;min-height:0;display:flex;flex-direction:column;animation:porch-list .2s ease-out;--from:-16px;
  [dir=rtl] &{--from:16px;}
  @keyframes porch-list{from{opacity:0;transform:translateX(var(--from));}}
  & > div{flex:1;min-height:0;display:flex;flex-direction:column;overflow-y:auto;overscroll-behavior:contain;padding:8px;}
  & ul{margin:0;padding:0;list-style:none;}
  & p,& > div > button{font-size:.8125rem;line-height:1.125rem;color:var(--quiet);}
  & > div > button,& > div > p{margin:8px auto;padding:8px 16px;text-align:center;}
  & > div > button{border-radius:var(--control);font-weight:600;}
  & > div > button:hover{background:var(--hover);}
  & > footer{display:var(--new,block);flex:none;padding:12px 16px;border-top:1px solid var(--edge,var(--line));}
  & > footer button{width:100%;min-height:44px;border-radius:var(--control);font-weight:600;background:var(--action);color:var(--onAction);}
  & > footer button[aria-disabled]{color:var(--quiet);}
  & > footer p{margin-bottom:8px;color:var(--error);}
  @media (pointer:coarse){& > div > button{min-height:44px;}}
`;

/** The heading of a group of conversations: 'Today', 'Yesterday', or the month. */
const periodOf = ({ day, time, locale }: Words, at: number, now: number) => {
  const name = day(at, now);
  return name === time(at, now)
    ? new Date(at).toLocaleDateString(locale, { month: 'long', year: 'numeric' })
    : name.replace(time(at, at), '').trim();
};

/** The button that creates a conversation, and its failure. */
const NewConversation = ({ list }: { list: ListFlow }) => {
  const { t } = useHome().state.words.value;
  const creating = list.createConversationStatus.value;
  return (
    <footer>
      {creating === 'failed' && <p role="alert">{t('list.create_failed')}</p>}
      <button type="button" aria-disabled={creating === 'pending' || undefined} onClick={list.create}>
        {t('list.new')}
      </button>
    </footer>
  );
};

/** The list of conversations, with its states of loading and failure. */
export const ConversationList = ({
  list,
  conversations,
  messages,
}: {
  list: ListFlow;
  conversations: ReadonlySignal<readonly Conversation[]>;
  /** The known messages of a conversation, oldest first. */
  messages: (id: string) => readonly Message[];
}) => {
  const css = useCss();
  const words = useHome().state.words.value;
  const { touchFirst, clock } = useHome().state;
  const listElement = useRef<HTMLUListElement>(null);
  const [most, setMost] = useState(PAGE);
  useEffect(() => void list.refresh(), [list]);
  // The button that leads here had the focus and is gone.
  useLayoutEffect(() => {
    if (!touchFirst) listElement.current?.querySelector('button')?.focus();
  }, [list, touchFirst]);
  const status = list.listStatus.value;
  let above: string | undefined;
  return (
    <div className={css(style)} data-list>
      {status === 'pending' && !conversations.value[0] && <Feature name="failures" with={{ list: true }} />}
      <div>
        <ul ref={listElement} aria-label={words.t('list.name')}>
          {conversations.value.slice(0, most).map((conversation) => {
            const known = messages(conversation._id);
            const message = known.at(-1);
            const at = (message?.received ?? conversation.lastUpdatedAt ?? 0) * 1000;
            const period = at ? periodOf(words, at, clock.now()) : undefined;
            const begins = period === above ? undefined : period;
            above = period;
            return (
              <ConversationRow
                key={conversation._id}
                conversation={conversation}
                message={message}
                agent={known.findLast((m) => m.role === 'appMaker')}
                at={at}
                period={begins}
                onOpen={list.open}
              />
            );
          })}
        </ul>
        {status === 'failed' && (
          <>
            <p role="alert">{words.t('list.failed')}</p>
            <button type="button" onClick={list.retry}>
              {words.t('retry')}
            </button>
          </>
        )}
        {/* Existing rows stay where they are. */}
        {status === 'pending' && (
          <p className={css(hidden)} role="status">
            {words.t('list.loading')}
          </p>
        )}
        {status === 'successful' &&
          !conversations.value[0] &&
          (list.mayCreate.value ? <EmptyLog title="list.none" /> : <p>{words.t('list.none')}</p>)}
        {((status === 'successful' && list.hasMore.value) || conversations.value.length > most) && (
          <button
            type="button"
            onClick={() => {
              setMost(most + PAGE);
              if (conversations.value.length < most + PAGE && list.hasMore.value) list.loadMore();
            }}
          >
            {words.t('list.more')}
          </button>
        )}
      </div>
      {list.mayCreate.value && <NewConversation list={list} />}
    </div>
  );
};
