const MAX_LINE_LENGTH = 32 * 1024;
/**
 * Length to which values in long text lines are cut. The length exceeds the limits of all stored
 * values, so a cut value is still rejected as too long.
 */
const MAX_VALUE_LENGTH = 4000;

/**
 * Yields the text lines that each chunk completes, without line ends. Leaves out empty ones. Cuts
 * each long value of a text line that is too long. Keeps only the beginning of an endless text
 * line.
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
