/** The name under which WebDriver passes elements. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** An element of a page or frame, as WebDriver passes it. */
export type Found = { [ELEMENT]: string };

/** Sends a command of classic WebDriver, by Marionette's name for it, and returns its value. */
export type Send = (command: string, params?: Record<string, unknown>) => Promise<unknown>;

/** A started browser with one window. */
export type Driver = {
  goto(address: string): Promise<void>;
  reload(): Promise<void>;
  /** Clicks an element of the page, or of the frame entered last, as a pointer would. */
  click(element: Found): Promise<void>;
  /** Presses a pointer's button at a place of the page. */
  pressAt(x: number, y: number): Promise<void>;
  /** Presses and releases each key in turn. What has the focus gets them. */
  type(text: string): Promise<void>;
  /** Presses keys together, and releases them. */
  press(...keys: string[]): Promise<void>;
  /** Runs a function's body in the page, or in the frame entered last. */
  run<T>(body: string, ...args: unknown[]): Promise<T>;
  /** Gives a field for files this file. */
  choose(field: Found, path: string): Promise<void>;
  /** Gives the browser's window this size. Its page is a little less high. */
  resize(width: number, height: number): Promise<void>;
  /** Runs something in a second tab, which closes after it. */
  inSecondTab(task: () => Promise<void>): Promise<void>;
  enter(frame: Found): Promise<void>;
  /** Sets a cookie of the page's host. */
  setCookie(cookie: { name: string; value: string; path: string }): Promise<void>;
  /** Goes back to the page. */
  leave(): Promise<void>;
  close(): Promise<void>;
};

/** Keys without a letter, as WebDriver names them. */
export const ENTER = '\uE007';
export const ESCAPE = '\uE00C';
export const TAB = '\uE004';
export const SHIFT = '\uE008';

export const createDriver = (send: Send, end: () => Promise<void>): Driver => {
  const run = async <T>(body: string, ...args: unknown[]) =>
    (await send('WebDriver:ExecuteScript', { script: body, args })) as T;
  return {
    run,
    goto: async (url) => void (await send('WebDriver:Navigate', { url })),
    reload: async () => void (await send('WebDriver:Refresh')),
    click: async (element) => void (await send('WebDriver:ElementClick', { id: element[ELEMENT] })),
    async pressAt(x, y) {
      const actions = [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await send('WebDriver:PerformActions', { actions: [{ type: 'pointer', id: 'pointer', actions }] });
    },
    async type(text) {
      const keys = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
      await send('WebDriver:PerformActions', { actions: [{ type: 'key', id: 'keyboard', actions: keys }] });
    },
    async press(...keys) {
      const actions = [
        ...keys.map((value) => ({ type: 'keyDown', value })),
        ...[...keys].reverse().map((value) => ({ type: 'keyUp', value })),
      ];
      await send('WebDriver:PerformActions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    choose: async (field, path) =>
      void (await send('WebDriver:ElementSendKeys', { id: field[ELEMENT], text: path })),
    resize: async (width, height) => void (await send('WebDriver:SetWindowRect', { width, height })),
    async inSecondTab(task) {
      const first = await send('WebDriver:GetWindowHandle');
      const { handle } = (await send('WebDriver:NewWindow', { type: 'tab' })) as { handle: string };
      await send('WebDriver:SwitchToWindow', { handle });
      await task();
      await send('WebDriver:CloseWindow');
      await send('WebDriver:SwitchToWindow', { handle: first });
    },
    // Marionette reads `element`, other drivers `id`.
    enter: async (frame) =>
      void (await send('WebDriver:SwitchToFrame', { id: frame, element: frame[ELEMENT] })),
    setCookie: async (cookie) => void (await send('WebDriver:AddCookie', { cookie })),
    leave: async () => void (await send('WebDriver:SwitchToFrame', { id: null })),
    close: end,
  };
};
