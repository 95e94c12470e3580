import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createChildren, until } from './children';
import { createDriver, type Driver, type Send } from './driver';

/** Marionette takes any free port and writes it into the profile. The browser itself makes no network calls. */
const PREFERENCES = {
  'marionette.port': 0,
  'network.proxy.type': 0,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
};

type Answer = [type: number, id: number, error: { error: string; message: string } | null, result: unknown];

/**
 * Speaks Marionette, the protocol that Firefox itself has for classic WebDriver: JSON in both directions, after
 * its length in bytes and a colon.
 */
const speakMarionette = (socket: Socket): Send => {
  const waiting = new Map<number, (answer: Answer) => void>();
  let received = Buffer.alloc(0);
  let last = 0;
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const colon = received.indexOf(':');
      const end = colon + 1 + Number(received.subarray(0, colon));
      if (colon < 0 || received.length < end) return;
      const packet: unknown = JSON.parse(received.subarray(colon + 1, end).toString());
      received = received.subarray(end);
      // The first packet is a greeting.
      if (Array.isArray(packet)) waiting.get(packet[1])?.(packet as Answer);
    }
  });
  return (command, params = {}) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      const gone = () => reject(new Error(`Firefox has ended during ${command}`));
      socket.once('close', gone);
      waiting.set(id, ([, , error, result]) => {
        waiting.delete(id);
        socket.off('close', gone);
        if (error) reject(new Error(`${command}: ${error.error}: ${error.message}`));
        else if (result && typeof result === 'object' && 'value' in result) resolve(result.value);
        else resolve(result);
      });
      const text = JSON.stringify([0, id, command, params]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
};

/** Starts Firefox without windows. The caller closes it. */
export const launchFirefox = async (path: string): Promise<Driver> => {
  const children = createChildren();
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${value});\n`);
  writeFileSync(join(children.folder, 'user.js'), lines.join(''));
  children.start(path, ['--headless', '--marionette', '--no-remote', '--profile', children.folder]);
  try {
    const portFile = join(children.folder, 'MarionetteActivePort');
    const port = await until('Firefox', () =>
      existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) || undefined : undefined,
    );
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    const send = speakMarionette(socket);
    await send('WebDriver:NewSession', {});
    return createDriver(send, async () => {
      socket.destroy();
      await children.end();
    });
  } catch (error) {
    await children.end();
    throw error;
  }
};
