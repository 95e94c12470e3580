declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  type Options = {
    version: 'aes128gcm';
    /** The own key pair. */
    privateKey: ECDH;
    /** The receiver's public key and secret, in base64url. */
    dh?: string;
    authSecret: string;
  };

  /** Encrypts by RFC 8188, with the keys of RFC 8291. */
  export const encrypt: (content: Buffer, options: Options) => Buffer;
  export const decrypt: (content: Buffer, options: Options) => Buffer;
}
