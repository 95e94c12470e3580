import { TypingDots } from './TypingDots';

/** The typing indicator. */
export const createTyping = () => TypingDots;

export { createTyping as create };
