const LONGEST_LINE = 32 * 1024;
/**
 * Length to which values in long lines are cut. It exceeds the limit of every stored value, so that
 * the reader still rejects them.
 */
const LONGEST_VALUE = 4000;

/**
 * Yields the lines that each chunk completes, without empty lines and line ends. In a line that is
 * too long, each long value is cut. Only the beginning of an endless line is returned.
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
