import { TypingDots } from './TypingDots';

/** The typing indicator. */
const createTyping = () => TypingDots;

export { createTyping as create };
