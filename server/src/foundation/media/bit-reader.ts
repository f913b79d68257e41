/** Reads the bit fields of a video's headers (H.264, 7.2 and 9.1). Bits after the end are zero. */
export class BitReader {
  readonly #bytes: Buffer;
  #at = 0;

  /** @param unit NAL unit after its start code, with emulation prevention bytes. */
  constructor(unit: Buffer) {
    const plain: number[] = [];
    for (const [index, value] of unit.entries()) {
      const isEscape = value === 3 && index >= 2 && unit[index - 1] === 0 && unit[index - 2] === 0;
      if (!isEscape) plain.push(value);
    }
    this.#bytes = Buffer.from(plain);
  }

  bits(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index += 1) {
      const byte = this.#bytes[this.#at >> 3] ?? 0;
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1);
      this.#at += 1;
    }
    return value;
  }

  skip(count: number): void {
    this.#at += count;
  }

  /** Reads an unsigned Exp-Golomb code. */
  unsigned(): number {
    let zeros = 0;
    while (zeros < 32 && this.#at < this.#bytes.length * 8 && this.bits(1) === 0) zeros += 1;
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  signed(): number {
    const code = this.unsigned();
    return code % 2 === 0 ? -code / 2 : (code + 1) / 2;
  }
}
