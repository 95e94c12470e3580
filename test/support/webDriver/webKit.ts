import { findPort } from '../process';
import { createChildren, until } from './children';
import { createDriver, type Driver, type Send } from './driver';

/** The programs that a WebKit without a screen needs. */
export type WebKitPaths = { driver: string; browser: string; display: string };

const ROUTES: Record<string, (params: Record<string, unknown>) => string> = {
  'WebDriver:Navigate': () => 'url',
  'WebDriver:Refresh': () => 'refresh',
  'WebDriver:ElementClick': ({ id }) => `element/${id}/click`,
  'WebDriver:ExecuteScript': () => 'execute/sync',
  'WebDriver:PerformActions': () => 'actions',
  'WebDriver:SwitchToFrame': () => 'frame',
  'WebDriver:AddCookie': () => 'cookie',
  'WebDriver:ElementSendKeys': ({ id }) => `element/${id}/value`,
  'WebDriver:SetWindowRect': () => 'window/rect',
  'WebDriver:NewWindow': () => 'window/new',
  'WebDriver:SwitchToWindow': () => 'window',
  'WebDriver:GetWindowHandle': () => 'window',
  'WebDriver:CloseWindow': () => 'window',
};

/** All others are POST. */
const METHODS: Record<string, string> = {
  'WebDriver:GetWindowHandle': 'GET',
  'WebDriver:CloseWindow': 'DELETE',
};

const ask = async (address: string, body: unknown, method = 'POST'): Promise<unknown> => {
  const response = await fetch(address, {
    method,
    body: method === 'POST' ? JSON.stringify(body) : undefined,
  });
  const { value } = (await response.json()) as { value: { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${address}: ${value.error}: ${value.message}`);
  return value;
};

/** Starts WebKitGTK's small browser on a display of its own. The caller closes it. */
export const launchWebKit = async ({ driver, browser, display }: WebKitPaths): Promise<Driver> => {
  const children = createChildren();
  try {
    const screen = children.start(
      display,
      ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
    );
    let number = '';
    screen.stdio[3]?.on('data', (chunk) => {
      number += chunk;
    });
    await until('The display', () => number.endsWith('\n') || undefined);
    const port = await findPort();
    // Without a graphics card, WebKit draws in software.
    const env = {
      DISPLAY: `:${number.trim()}`,
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    };
    children.start(driver, [`--port=${port}`, '--host=127.0.0.1'], { env });
    const origin = `http://127.0.0.1:${port}`;
    await until('WebKit', () =>
      fetch(`${origin}/status`).then(
        () => true,
        () => undefined,
      ),
    );
    const { sessionId } = (await ask(`${origin}/session`, {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } },
      },
    })) as { sessionId: string };
    const send: Send = (command, params = {}) =>
      ask(`${origin}/session/${sessionId}/${ROUTES[command]?.(params)}`, params, METHODS[command]);
    return createDriver(send, async () => {
      await fetch(`${origin}/session/${sessionId}`, { method: 'DELETE' }).catch(() => {});
      await children.end();
    });
  } catch (error) {
    await children.end();
    throw error;
  }
};
