import { signal } from '@preact/signals-react';
import { act, fireEvent, render, screen } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import english from '../../locales/en-us.json';
import { createCallFlow } from '../../src/features/voice/callFlow';
import { VoiceCard } from '../../src/features/voice/VoiceCard';
import { isCalling } from '../../src/features/voice/voiceState';
import { createWords, type Dictionary } from '../../src/i18n/words';
import { createFakeClock, flush } from '../support/fakeClock';
import { createFakeVoice } from '../support/fakeVoice';

const setUp = async (change: (voice: ReturnType<typeof createFakeVoice>) => void = () => {}) => {
  const voice = createFakeVoice();
  change(voice);
  const clock = createFakeClock();
  const flow = createCallFlow({
    fetchStatus: (lineId) => voice.fetchStatus(lineId),
    engine: async () => voice.engine,
    clock,
    report: vi.fn(),
  });
  const leaving = signal(false);
  const left = vi.fn();
  const words = signal(createWords('en-us', english as Dictionary, () => {}));
  const back = () => {
    if (isCalling(flow.state.value) && !leaving.value) leaving.value = true;
    else left();
  };
  const stay = () => {
    leaving.value = false;
  };
  render(
    <VoiceCard
      state={flow.state}
      words={words}
      actions={flow}
      leaving={leaving}
      onBack={back}
      onStay={stay}
    />,
  );
  const settle = () => act(() => flush());
  flow.open('sales');
  await settle();
  return {
    voice,
    flow,
    left,
    settle,
    /** What the other end and the network do. */
    happens: (task: () => void) => act(async () => task()),
    wait: (ms: number) => act(() => clock.advance(ms)),
    press: async (name: string) => {
      fireEvent.click(screen.getByRole('button', { name }));
      await settle();
    },
    text: () => document.body.textContent ?? '',
    focused: () => document.activeElement?.textContent || document.activeElement?.ariaLabel,
  };
};

/** The card in a call. */
const inCall = async () => {
  const card = await setUp();
  await card.press('Start call');
  await card.happens(() => card.voice.call.started());
  return card;
};

describe('the voice card', () => {
  it('says that it loads, whether an agent is there, and how long the wait is (voice-10)', async () => {
    const { text } = await setUp((voice) => {
      voice.status = { agentOnline: true, averageWaitTime: 130 };
    });
    expect(text()).toContain('An agent can take your call.');
    expect(text()).toContain('Estimated wait: 3 minutes');
    expect(screen.getByRole('heading').textContent).toBe('Call us');
  });

  it('offers another try when nobody is there, and no call', async () => {
    const { voice, press, text } = await setUp((v) => {
      v.status = { agentOnline: false };
    });
    expect(text()).toContain('Nobody can take a call right now.');
    expect(screen.queryByRole('button', { name: 'Start call' })).toBeNull();
    voice.status = { agentOnline: true };
    await press('Try again');
    expect(screen.getByRole('button', { name: 'Start call' })).toBeTruthy();
  });

  it('says when the line could not be loaded, and tries again by a press (voice-2)', async () => {
    const { voice, press } = await setUp((v) => {
      v.status = new Error('down');
    });
    expect(screen.getByRole('alert').textContent).toBe('This page couldn’t be loaded.');
    voice.status = { agentOnline: true };
    await press('Try again');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['opt_out', true],
    ['opt_in', false],
  ] as const)('asks about recording by a switch that starts as the line says: %s', async (setting, on) => {
    const { voice, press } = await setUp((v) => {
      v.status = { agentOnline: true, recordingConsent: setting };
    });
    const choice = screen.getByRole('switch', { name: 'Allow recording of this call' });
    expect(choice.getAttribute('aria-checked')).toBe(`${on}`);
    fireEvent.click(choice);
    expect(choice.getAttribute('aria-checked')).toBe(`${!on}`);
    await press('Start call');
    expect(voice.done).toContain(`token for sales, ${on ? 'opted_out' : 'opted_in'}`);
  });

  it('asks about no recording where the line does not', async () => {
    await setUp();
    expect(screen.queryByRole('switch')).toBeNull();
  });

  it('shows each step of a call, its length, and keeps the focus on what can be done', async () => {
    const { voice, press, happens, wait, text, focused } = await setUp();
    await press('Start call');
    expect(text()).toContain('Calling…');
    expect(focused()).toBe('End call');
    await happens(() => voice.call.started());
    await wait(65_000);
    expect(screen.getByRole('timer').textContent).toBe('1:05');
    await happens(() => voice.call.unstable());
    expect(text()).toContain('Reconnecting…');
    await press('End call');
    expect(text()).toContain('Call ended · 1:05');
    expect(focused()).toBe('Start call');
  });

  it('mutes and unmutes by one button', async () => {
    const { press } = await inCall();
    const mute = () => screen.getByRole('button', { name: 'Mute' }).getAttribute('aria-pressed');
    expect(mute()).toBe('false');
    await press('Mute');
    expect(mute()).toBe('true');
    await press('Mute');
    expect(mute()).toBe('false');
  });

  it.each([
    ['refused', 'The microphone is blocked.'],
    ['noDevice', 'No microphone was found.'],
  ] as const)(
    'says what is wrong with the microphone, and another call can be tried: %s',
    async (problem, said) => {
      const { voice, press } = await setUp((v) => {
        v.problem = problem;
      });
      await press('Start call');
      expect(screen.getByRole('alert').textContent).toContain(said);
      voice.problem = undefined;
      await press('Start call');
      expect(document.body.textContent).toContain('Calling…');
    },
  );

  it('says when nobody has answered, and when the connection is lost', async () => {
    const first = await setUp();
    await first.press('Start call');
    await first.happens(() => first.voice.call.ended('noAnswer'));
    expect(screen.getByRole('alert').textContent).toContain('Nobody could take your call.');
    await first.press('Start call');
    await first.happens(() => first.voice.call.lost());
    expect(screen.getByRole('alert').textContent).toContain('The connection was lost.');
  });

  it.each([
    ['the agent has hung up', 'hungUp'],
    ['the page was left', 'left'],
  ] as const)('says that the call has ended, and of no failure, when %s', async (_, reason) => {
    const { voice, happens, text } = await inCall();
    await happens(() => voice.call.ended(reason));
    expect(text()).toContain('Call ended');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that the microphone was unplugged, until there is another', async () => {
    const { voice, happens } = await inCall();
    await happens(() => voice.call.unplugged(true));
    expect(screen.getByRole('alert').textContent).toContain('No microphone was found.');
    await happens(() => voice.call.unplugged(false));
    expect(screen.getByRole('alert').textContent).toBe('');
  });

  it('offers to turn on the sound that the browser refuses to play', async () => {
    const { voice, happens, press } = await inCall();
    await happens(() => voice.call.blocked(true));
    await press('Turn on sound');
    expect(voice.done.at(-1)).toBe('played');
    await happens(() => voice.call.blocked(false));
    expect(screen.queryByRole('button', { name: 'Turn on sound' })).toBeNull();
  });

  it('asks before its back button ends a call, and goes back at once without one (router-11)', async () => {
    const { press, left, text, happens, voice } = await inCall();
    await press('Back to the conversation');
    expect(screen.getByRole('alertdialog').textContent).toContain('Leaving this screen ends the call.');
    expect(document.activeElement?.textContent).toBe('Stay on the call');
    await press('Stay on the call');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(left).not.toHaveBeenCalled();
    await press('Back to the conversation');
    // The call ends without a press: there is nothing left to ask.
    await happens(() => voice.call.ended('hungUp'));
    expect(text()).toContain('Call ended');
    await press('Back to the conversation');
    expect(left).toHaveBeenCalledTimes(1);
  });
});
