import type { Clock } from '../../platform/clock';

/** Two short tones, rising: the frequency in Hz and the start in seconds of each. */
const TONES = [
  [784, 0],
  [1047, 0.11],
] as const;
const TONE_S = 0.28;
const VOLUME = 0.08;

/** How long the browser may take to allow a sound. A later one would mean nothing to the visitor. */
const PATIENCE_MS = 300;

/**
 * Synthesizes the sound of a new message. A browser refuses sounds on a page that the visitor has not touched; then
 * nothing is heard.
 */
export const createSound = ({ host, clock }: { host: Window; clock: Pick<Clock, 'after'> }) => {
  const { AudioContext, navigator } = host as Window & typeof globalThis;
  let context: AudioContext | undefined;

  const ring = (on: AudioContext) => {
    for (const [frequency, start] of TONES) {
      const at = on.currentTime + start;
      const tone = on.createOscillator();
      const volume = on.createGain();
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(VOLUME, at);
      volume.gain.exponentialRampToValueAtTime(0.0001, at + TONE_S);
      tone.connect(volume).connect(on.destination);
      tone.start(at);
      tone.stop(at + TONE_S);
      // A running context keeps the audio device awake.
      if (start) tone.onended = () => void on.suspend();
    }
  };
  return {
    async play(): Promise<void> {
      // Asking a browser that will refuse writes a warning into the page's console.
      if (!AudioContext || navigator.userActivation?.hasBeenActive === false) return;
      try {
        context ??= new AudioContext();
        const late = new Promise<void>((resolve) => clock.after(PATIENCE_MS, resolve));
        await Promise.race([context.resume(), late]);
        if (context.state === 'running') ring(context);
      } catch {
        // There is no audio device, or the page forbids it.
      }
    },
    dispose: () => void context?.close().catch(() => {}),
  };
};
