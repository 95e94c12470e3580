/** The part of faye's browser client that the inbox uses; the package ships no types. */
declare module 'faye/src/faye_browser.js' {
  export type BayeuxMessage = {
    channel: string;
    subscription?: string | string[];
    ext?: Record<string, unknown>;
    successful?: boolean;
    error?: string;
    advice?: unknown;
    data?: unknown;
  };
  export type Extension = {
    outgoing?: (message: BayeuxMessage, pass: (message: BayeuxMessage | null) => void) => void;
    incoming?: (message: BayeuxMessage, pass: (message: BayeuxMessage | null) => void) => void;
  };
  /** Decides when a message is retried. Times are seconds. */
  export type Scheduler = {
    getTimeout(): number;
    getInterval(): number;
    isDeliverable(): boolean;
    send(): void;
    succeed(): void;
    fail(): void;
    abort(): void;
  };
  export type SchedulerClass = new (
    message: BayeuxMessage,
    options: { timeout: number; interval: number },
  ) => Scheduler;
  export type Subscription = { cancel(): void };
  export class Client {
    constructor(endpoint: string, options?: { timeout?: number; retry?: number; scheduler?: SchedulerClass });
    addExtension(extension: Extension): void;
    disable(feature: string): void;
    subscribe(channel: string, listener: (data: unknown) => void): Subscription;
    disconnect(): unknown;
    /** The desk's last advice, in milliseconds. */
    readonly _advice: { interval: number; timeout: number };
    readonly _dispatcher: {
      /** The current transport. */
      connectionType: string;
      /** Whether a WebSocket may be used now; the messenger's patches check it. */
      maySocket?: () => boolean;
    };
    on(event: 'transport:up' | 'transport:down', listener: () => void): void;
  }
  const faye: { Client: typeof Client };
  export default faye;
}
