/** What a player asks of a file of known size, as far as players ask: one range of bytes. */
export interface ByteRange {
  readonly start: number;
  /** The last byte, itself included. */
  readonly end: number;
}

const FORM = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** Undefined for the whole file, `none` when nothing of the file is asked (416). */
export function rangeIn(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, from = '', to = ''] = FORM.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '')
    return to === '0' ? 'none' : between(Math.max(size - Number(to), 0), size - 1, size);
  return between(Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1), size);
}

const between = (start: number, end: number, size: number): ByteRange | 'none' =>
  start > end || start >= size ? 'none' : { start, end };
