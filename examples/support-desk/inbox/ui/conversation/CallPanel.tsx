import { every } from '@porch/messenger/platform/timer';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { AgentCall } from '../../../shared/answers/calls';
import type { CallTrouble, OwnCall } from '../../state/alerts/calls';
import { Avatar } from '../parts/Avatar';
import { Icon } from '../parts/Icon';
import { useDesk } from '../parts/view';
import { Unproven } from './Unproven';

const TROUBLE: Record<CallTrouble, string> = {
  refused: 'The browser may not use the microphone. Allow it for this page, then answer again.',
  noDevice: 'No microphone was found. Connect one, then answer again.',
  taken: 'Somebody else has answered this call, or it has ended.',
  lost: 'The connection of the call was lost.',
};

const CONSENT: Record<AgentCall['recordingConsent'], string> = {
  opted_in: 'Recording is allowed',
  opted_out: 'Recording is not allowed',
  unknown: '',
};

/** The minutes and seconds since the call began. */
const Timer = ({ since }: { since: number }) => {
  const { clock } = useDesk().inbox;
  const [now, setNow] = useState(clock.now());
  useEffect(() => every(clock.after, 1000, () => setNow(clock.now())), [clock]);
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  return (
    <time role="timer">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </time>
  );
};

const STEPS: Record<OwnCall['step'], string> = {
  connecting: 'Connecting…',
  talking: 'On the call',
  unstable: 'Reconnecting…',
};

type CallerProps = { call: AgentCall; role?: 'alert'; children: ComponentChildren };

/** The caller's name and face, and whether the call may be recorded. */
const Caller = ({ call, role, children }: CallerProps) => (
  <div class="caller">
    <Avatar name={call.visitor} id={call.appUserId} />
    <div>
      <p role={role}>
        <strong dir="auto">{call.visitor}</strong> <Unproven nameFrom={call.nameFrom} /> {children}
      </p>
      {call.recordingConsent !== 'unknown' && <small>{CONSENT[call.recordingConsent]}</small>}
    </div>
  </div>
);

/** Ignores the second press of a double press, meant for the button that was here before. */
const SETTLED_MS = 600;

const useSettled = () => {
  const { clock } = useDesk().inbox;
  const since = useRef(clock.now());
  return (act: () => void) => () => {
    if (clock.now() - since.current >= SETTLED_MS) act();
  };
};

const Talking = ({ own }: { own: OwnCall }) => {
  const { calls } = useDesk().workspace;
  const settled = useSettled();
  const { call, muted } = own;
  return (
    <section class="call" aria-label={`Call with ${call.visitor}`}>
      <Caller call={call}>
        <span role="status">{STEPS[own.step]}</span>
        {own.since !== undefined && <Timer since={own.since} />}
      </Caller>
      {own.unplugged && <p role="alert">The microphone was unplugged. Connect one to be heard.</p>}
      <div class="call-actions">
        {own.blocked && (
          <button type="button" class="button primary" onClick={() => calls.play()}>
            Turn on sound
          </button>
        )}
        <button
          type="button"
          class="button"
          aria-pressed={muted}
          data-focus-next
          onClick={settled(() => calls.mute(!muted))}
        >
          <Icon name={muted ? 'micOff' : 'mic'} />
          Mute
        </button>
        <button type="button" class="button end" onClick={settled(() => calls.end())}>
          <Icon name="hangUp" />
          End call
        </button>
      </div>
    </section>
  );
};

const Ringing = ({ call }: { call: AgentCall }) => {
  const { workspace } = useDesk();
  const { calls } = workspace;
  const answer = (): void => {
    void calls.answer(call.id);
    // What the caller has written is what the call is about.
    const theirs = workspace.conversations.items
      .peek()
      .find(({ visitor }) => [visitor.appUserId, visitor.merged?.appUserId].includes(call.appUserId));
    if (theirs) workspace.reveal(theirs._id);
  };
  return (
    <section class="call ringing" aria-label={`Call from ${call.visitor}`}>
      <Caller call={call} role="alert">
        is calling.
      </Caller>
      <div class="call-actions">
        <button type="button" class="button primary" onClick={answer}>
          <Icon name="phone" />
          Answer
        </button>
        <button type="button" class="button end" onClick={() => calls.decline(call.id)}>
          <Icon name="hangUp" />
          Decline
        </button>
      </div>
    </section>
  );
};

/**
 * Keeps the focus when the pressed button disappears with its step of the call: it moves to the next button, or to the
 * reply or the list.
 */
const useKeptFocus = () => {
  const { workspace, view } = useDesk();
  const panel = useRef<HTMLElement>(null);
  // Read before the page changes.
  const inside = panel.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (!inside || document.activeElement !== document.body) return;
    const next = panel.current?.querySelector<HTMLElement>('[data-focus-next]');
    if (next) next.focus();
    else if (workspace.pages.current.peek() === undefined) {
      view.focus(workspace.active.peek() ? 'reply' : 'list');
    }
  });
  return panel;
};

/** The ringing calls, and the one that this agent has answered. Shown above every page of the inbox. */
export const CallPanel = () => {
  const { calls } = useDesk().workspace;
  const panel = useKeptFocus();
  const own = calls.own.value;
  const trouble = calls.trouble.value;
  const ringing = calls.ringing.value.filter(({ id }) => id !== own?.call.id);
  if (!own && !trouble && ringing.length === 0) return null;
  return (
    <aside ref={panel} class="calls" aria-label="Calls">
      {own && <Talking own={own} />}
      {trouble && (
        <section class="call" aria-label="Call">
          <p role="alert">{TROUBLE[trouble]}</p>
          <div class="call-actions">
            <button type="button" class="button" data-focus-next onClick={() => calls.forget()}>
              Close
            </button>
          </div>
        </section>
      )}
      {/* One call at a time: the others ring for other agents. */}
      {!own && ringing.map((call) => <Ringing key={call.id} call={call} />)}
    </aside>
  );
};
