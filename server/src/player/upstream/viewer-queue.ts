/** Queue of the packets that one viewer of a channel has not read yet. */

export const MAX_BEHIND_BYTES = 16 * 1024 * 1024;

export class ViewerQueue {
  readonly #packets: Buffer[];
  #bytes: number;
  #isBehind = false;
  #wake = (): void => {};

  /** @param recent packets that the viewer reads first. */
  constructor(recent: readonly Buffer[]) {
    this.#packets = [...recent];
    this.#bytes = recent.reduce((sum, { length }) => sum + length, 0);
  }

  /**
   * Adds packets. If more than `MAX_BEHIND_BYTES` are unread, the queue drops them and `read` throws.
   */
  push(packets: Buffer): void {
    this.#bytes += packets.length;
    if (this.#bytes > MAX_BEHIND_BYTES) {
      this.#isBehind = true;
      this.#packets.length = 0;
    } else this.#packets.push(packets);
    this.#wake();
  }

  /** Wakes a waiting `read`, so that it checks its abort signal. */
  wake(): void {
    this.#wake();
  }

  async *read(signal: AbortSignal): AsyncGenerator<Buffer, void> {
    while (!signal.aborted) {
      const next = this.#packets.shift();
      if (next) {
        this.#bytes -= next.length;
        yield next;
      } else if (this.#isBehind) throw new Error('the viewer reads too slowly');
      else await new Promise<void>((wake) => (this.#wake = wake));
    }
  }
}
