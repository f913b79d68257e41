const LONGEST_LINE = 32 * 1024;
/** Longer than any value that is stored, so that its reader still sees that it is too long. */
const LONGEST_VALUE = 4000;

/**
 * Lines that are not empty, without their ends, as soon as a chunk completes them. In a line that is too long,
 * each long value is cut; of an endless line only the beginning is returned.
 */
export async function* splitLines(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  let left = '';
  for await (const chunk of text) {
    const lines = (left + chunk).split(/[\r\n]+/);
    left = shorten(lines.pop()!);
    yield lines.flatMap((line) => (line.trim() ? [shorten(line)] : []));
  }
  yield left.trim() ? [left] : [];
}

const shorten = (line: string): string =>
  line.length <= LONGEST_LINE
    ? line
    : line.replace(/[^\s",]+/g, (value) => value.slice(0, LONGEST_VALUE)).slice(0, LONGEST_LINE);
