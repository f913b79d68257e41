/** Range of bytes of a file of known size, in the form of the `Range` header that players use. */
interface ByteRange {
  readonly start: number;
  /** Last byte, inclusive. */
  readonly end: number;
}

const FORM = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * Parses the header. Returns undefined for the whole file, and `none` if the range contains no byte
 * of it (416).
 */
export function rangeIn(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, from = '', to = ''] = FORM.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '')
    return to === '0' ? 'none' : between(Math.max(size - Number(to), 0), size - 1, size);
  return between(Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1), size);
}

const between = (start: number, end: number, size: number): ByteRange | 'none' =>
  start > end || start >= size ? 'none' : { start, end };
