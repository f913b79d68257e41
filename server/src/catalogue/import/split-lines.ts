const MAX_LINE_LENGTH = 32 * 1024;
/**
 * Length to which values in long lines are cut. It exceeds the limit of every stored value, so that
 * the reader still rejects them.
 */
const MAX_VALUE_LENGTH = 4000;

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
  line.length <= MAX_LINE_LENGTH
    ? line
    : line
        .replace(/[^\s",]+/g, (value) => value.slice(0, MAX_VALUE_LENGTH))
        .slice(0, MAX_LINE_LENGTH);
