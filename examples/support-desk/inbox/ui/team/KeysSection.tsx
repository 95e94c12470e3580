import { useEffect, useMemo, useRef, useState } from 'react';
import type { ApiKeyAccount } from '../../../shared/answers/accounts';
import { dayAndTime, isoTime } from '../../model/times';
import { createLoaded } from '../../state/parts/loaded';
import { LoadedView } from '../parts/LoadedView';
import { Notice } from '../parts/Notice';
import { useDesk } from '../parts/view';
import { KeyDialog } from './KeyDialog';
import { QuestionDialog } from './QuestionDialog';
import { SectionActions } from './SectionActions';
import { SCOPE_WORDS } from './scopeWords';

const Time = ({ at }: { at: number }) => (
  <time dateTime={isoTime(at)}>{dayAndTime(at, useDesk().inbox.now.value)}</time>
);

const Row = ({ apiKey, onRemove }: { apiKey: ApiKeyAccount; onRemove(): void }) => {
  const { name, scopes, createdBy, createdAt, lastUsedAt } = apiKey;
  return (
    <li class="account-row">
      <div class="account-row-text">
        <p>
          <strong dir="auto">{name}</strong>
        </p>
        <p class="secondary">{scopes.map((scope) => SCOPE_WORDS[scope].name).join(', ')}</p>
        <p class="secondary">
          Made by {createdBy || 'the desk'}: <Time at={createdAt} /> ·{' '}
          {lastUsedAt === undefined ? (
            'never used'
          ) : (
            <>
              last used: <Time at={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <button type="button" class="button" aria-label={`Remove the key ${name}`} onClick={onRemove}>
        Remove
      </button>
    </li>
  );
};

/** The keys of programs that call the agent API. */
export const KeysSection = () => {
  const { api, fail } = useDesk().workspace;
  const keys = useMemo(() => createLoaded(api.team.keys, fail), [api, fail]);
  const [making, setMaking] = useState(false);
  const [removing, setRemoving] = useState<ApiKeyAccount | undefined>(undefined);
  const [done, setDone] = useState('');
  const make = useRef<HTMLButtonElement>(null);
  useEffect(() => void keys.refresh(), [keys]);
  const removed = (): void => {
    setDone(`The key ${removing?.name} was removed.`);
    setRemoving(undefined);
    make.current?.focus();
    void keys.refresh();
  };
  return (
    <>
      <p class="secondary">
        Bots and scripts call the agent API with a key. No key reaches accounts, other keys or the audit log.
      </p>
      <SectionActions button={make} act="New API key" onAct={() => setMaking(true)} done={done} />
      <LoadedView of={keys} what="The API keys">
        {(all) =>
          all.length === 0 ? (
            <Notice icon="code" title="No API keys">
              A key is needed only where a program works with this desk.
            </Notice>
          ) : (
            <ul class="account-rows" aria-label="API keys">
              {all.map((apiKey) => (
                <Row key={apiKey.id} apiKey={apiKey} onRemove={() => setRemoving(apiKey)} />
              ))}
            </ul>
          )
        }
      </LoadedView>
      {making && <KeyDialog onMade={() => void keys.refresh()} onClose={() => setMaking(false)} />}
      {removing && (
        <QuestionDialog
          title={`Remove the key ${removing.name}?`}
          act="Remove"
          run={() => api.team.removeKey(removing.id)}
          onDone={removed}
          onClose={() => setRemoving(undefined)}
        >
          The program that uses it is refused at once.
        </QuestionDialog>
      )}
    </>
  );
};
