/** Types for the parts of `http_ece` that tests use. The package has no types. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  interface Decryption {
    readonly version: 'aes128gcm';
    readonly privateKey: ECDH;
    readonly authSecret: Buffer;
  }
  const ece: { decrypt(body: Buffer, decryption: Decryption): Buffer };
  export default ece;
}
