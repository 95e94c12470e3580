import { useEffect, useId, useRef, useState } from 'react';
import type { PushedBrowser, PushTestAnswer } from '../../../shared/answers/pushes';
import { type ApiRefusal, refusalWords } from '../../model/apiResult';
import { describeBrowser } from '../../model/describe';
import { dayAndTime, isoTime } from '../../model/times';
import type { PushObstacle } from '../../state/alerts/pushing';
import { useDesk } from '../parts/view';

const OBSTACLES: Record<PushObstacle, string> = {
  missing: 'This browser does not offer push messages for this address.',
  install:
    'Add the inbox to the home screen of this device first (Share, Add to Home Screen), and open it there.',
  blocked: 'The browser blocks notifications. Allow them for this page.',
  failed: 'The browser could not connect to its push service. Try again later.',
};

const TESTED: Record<PushTestAnswer['outcome'], string> = {
  taken: 'Sent. It appears in a moment.',
  ended: 'This browser has ended its subscription. Turn push messages on again.',
  refused: 'The push service of this browser refused the message.',
  failed: 'The push service of this browser did not answer the desk. Try again later.',
};

const Row = ({ browser, onRemove }: { browser: PushedBrowser; onRemove(): void }) => {
  const now = useDesk().inbox.now.value;
  const name = describeBrowser(browser.userAgent) ?? 'Unknown browser';
  return (
    <li class="account-row">
      <div class="account-row-text">
        <p>
          <strong>{name}</strong>
        </p>
        <p class="secondary">
          Since <time dateTime={isoTime(browser.createdAt)}>{dayAndTime(browser.createdAt, now)}</time>
          {browser.away && ' · Away: only mentions'}
        </p>
      </div>
      <button type="button" class="button" aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </button>
    </li>
  );
};

/** Push messages to this browser and the agent's others, for when no inbox is open. */
export const Push = () => {
  const { inbox, workspace } = useDesk();
  const { pushing } = inbox;
  const [problem, setProblem] = useState('');
  const [tested, setTested] = useState('');
  const toggle = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => void pushing.refresh(), [pushing]);

  const run = async (work: () => Promise<PushObstacle | ApiRefusal | undefined>): Promise<void> => {
    setProblem('');
    setTested('');
    const wrong = await work();
    if (wrong === undefined) return;
    if (typeof wrong === 'string') return setProblem(OBSTACLES[wrong]);
    workspace.fail(wrong.failure);
    setProblem(refusalWords(wrong));
  };
  const test = () =>
    run(async () => {
      const answer = await pushing.test();
      if (!answer.ok) return answer;
      setTested(TESTED[answer.value.outcome]);
      return answer.value.outcome === 'ended' ? pushing.refresh() : undefined;
    });
  const others = pushing.answer.value?.browsers.filter(({ current }) => !current) ?? [];
  return (
    <>
      <fieldset class="menu-switches">
        <legend class="meta">When your inbox is closed</legend>
        <label class="switch">
          <input
            ref={toggle}
            type="checkbox"
            checked={pushing.on.value}
            disabled={pushing.obstacle !== undefined}
            aria-describedby={`${id}-push`}
            onChange={(event) => {
              const { checked } = event.currentTarget;
              event.currentTarget.checked = pushing.on.value;
              void run(() => pushing.set(checked));
            }}
          />
          Push messages to this browser
        </label>
        <p id={`${id}-push`} class="meta">
          {pushing.obstacle
            ? OBSTACLES[pushing.obstacle]
            : 'They show the name and the first words. While you show yourself as away here, only mentions come.'}
        </p>
        {pushing.on.value && (
          <div class="account-actions">
            <button type="button" class="button" onClick={() => void test()}>
              Send a test
            </button>
            <p class="secondary" role="status">
              {tested}
            </p>
          </div>
        )}
      </fieldset>
      {problem && (
        <p class="error" role="alert">
          {problem}
        </p>
      )}
      {others.length > 0 && (
        <>
          <h3 class="account-subtitle">Other browsers with push messages</h3>
          <ul class="account-rows" aria-label="Other browsers with push messages">
            {others.map((browser) => (
              <Row
                key={browser.id}
                browser={browser}
                onRemove={() => {
                  // The pressed button disappears with its row.
                  toggle.current?.focus();
                  void run(() => pushing.remove(browser.id));
                }}
              />
            ))}
          </ul>
        </>
      )}
    </>
  );
};
