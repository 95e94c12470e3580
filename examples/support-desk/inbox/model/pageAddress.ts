/** Parts that decoding would end or start, or that would hide what follows. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Z}%?#]/gu;

/** A percent-encoded address in its own letters. What cannot be decoded, or could mislead, stays as it is. */
export const readableAddress = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded).replace(UNSAFE, encodeURIComponent);
    } catch {
      return encoded;
    }
  });

/** The address of a page as people read it: decoded, and without its query and fragment. */
export const plainAddress = (address: string): string => readableAddress(address.split(/[?#]/, 1)[0] ?? '');
