/** The arguments of one `zE` call, queued until the messenger replays it, with its state. */
export type Call = unknown[] & {
  /** The full method name, such as 'messenger:on.open'. */
  method: string;
  /** The page called the function that `zE` returned, so the call is not replayed. */
  cancelled?: boolean;
  /** The replayed call's result: an unsubscribe function if the call subscribed. */
  undo?: () => void;
};
