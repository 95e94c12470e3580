/** The most frames of a message. Browsers send one or a few. */
const MOST_FRAMES = 64;
/** How many frames a connection may send at once, and how many a second after that. */
const BURST = 1_000;
const FRAMES_PER_SECOND = 100;

const CONTINUATION = 0;
const FIRST_CONTROL = 8;

/** The length of a frame's header, as far as its first bytes show. */
const headerSize = (header: readonly number[]): number => {
  const second = header[1] ?? 0;
  const length = second & 0x7f;
  const extended = length === 127 ? 8 : length === 126 ? 2 : 0;
  return 2 + extended + (second & 0x80 ? 4 : 0);
};

/** The length of a frame's payload, in bytes. @param header the whole header */
const payloadSize = (header: readonly number[]): number => {
  const length = (header[1] ?? 0) & 0x7f;
  if (length < 126) return length;
  const bytes = header.slice(2, length === 126 ? 4 : 10);
  return bytes.reduce((size, byte) => size * 256 + byte, 0);
};

/** Takes one frame from what a connection may send at this time. @returns whether that was left */
const createAllowance = (now: () => number): (() => boolean) => {
  let left = BURST;
  let since = now();
  return () => {
    const at = now();
    left = Math.min(BURST, left + ((at - since) / 1000) * FRAMES_PER_SECOND) - 1;
    since = at;
    return left >= 0;
  };
};

/**
 * Counts the frames of one WebSocket connection. Each frame costs memory and time, even an empty one, so a limit in
 * bytes does not stop a storm of them.
 * @param now the time, in milliseconds
 * @returns a function that takes each piece of the connection's input, and returns whether it is within the limits
 */
export const createFrameCount = (now: () => number) => {
  let header: number[] = [];
  /** The missing bytes of the current payload. */
  let left = 0;
  let frames = 0;
  const takeOne = createAllowance(now);

  const isAllowed = (first: number): boolean => {
    const isAtRate = takeOne();
    const opcode = first & 0x0f;
    if (opcode < FIRST_CONTROL) frames = opcode === CONTINUATION ? frames + 1 : 1;
    return isAtRate && frames <= MOST_FRAMES;
  };

  return (input: Uint8Array): boolean => {
    for (let at = 0; at < input.length; ) {
      if (left > 0) {
        const taken = Math.min(left, input.length - at);
        left -= taken;
        at += taken;
        continue;
      }
      header.push(input[at++] as number);
      if (header.length < 2 || header.length < headerSize(header)) continue;
      if (!isAllowed(header[0] as number)) return false;
      left = payloadSize(header);
      header = [];
    }
    return true;
  };
};
