import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from './browser';

const RATE = 48_000;
const SECONDS = 2;

/** A beep of this frequency as a WAV file. It pauses, because browsers take out a sound that never changes. */
const beep = (hertz: number): Buffer => {
  const samples = RATE * SECONDS;
  const file = Buffer.alloc(44 + samples * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples * 2, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples * 2, 40);
  for (let i = 0; i < samples; i++) {
    const on = i % (RATE / 2) < RATE * 0.3;
    file.writeInt16LE(on ? Math.round(Math.sin((2 * Math.PI * hertz * i) / RATE) * 16_000) : 0, 44 + i * 2);
  }
  return file;
};

/** A browser of its own, whose microphone plays beeps of this frequency. */
export const launchBeeping = async (hertz: number): Promise<{ browser: Browser; close(): Promise<void> }> => {
  const folder = mkdtempSync(join(tmpdir(), 'porch-tone-'));
  const path = join(folder, 'tone.wav');
  writeFileSync(path, beep(hertz));
  const browser = await launchBrowser([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${path}`,
    '--autoplay-policy=no-user-gesture-required',
    '--allow-loopback-in-peer-connection',
  ]);
  return {
    browser,
    close: async () => {
      await browser.close();
      rmSync(folder, { recursive: true });
    },
  };
};

/** Lets `hear` listen to what the page receives; call it before the page loads. */
export const keepSound = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const kept = window as unknown as { heard?: MediaStream };
    const Peer = window.RTCPeerConnection;
    window.RTCPeerConnection = class extends Peer {
      constructor(options?: RTCConfiguration) {
        super(options);
        this.addEventListener('track', ({ streams }) => {
          kept.heard = streams[0];
        });
      }
    };
  });
};

/** The frequency in Hz of the loudest tone that the page receives within half a second; 0 for silence. */
export const hear = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const kept = window as unknown as { heard?: MediaStream; ear?: AnalyserNode };
    if (!kept.heard) return 0;
    if (!kept.ear) {
      const context = new AudioContext();
      kept.ear = new AnalyserNode(context, { fftSize: 8192, smoothingTimeConstant: 0 });
      context.createMediaStreamSource(kept.heard).connect(kept.ear);
    }
    const { ear } = kept;
    const levels = new Float32Array(ear.frequencyBinCount);
    let loudest = { level: -60, hertz: 0 };
    for (let i = 0; i < 10; i++) {
      await new Promise((next) => setTimeout(next, 50));
      ear.getFloatFrequencyData(levels);
      for (const [bin, level] of levels.entries()) {
        if (level > loudest.level) loudest = { level, hertz: (bin * ear.context.sampleRate) / ear.fftSize };
      }
    }
    return loudest.hertz;
  });
