/** A message with its filled placeholders. The filled values are highlighted. */
import { fillText } from '@ramal/contract/rules/message';
import classes from './FilledText.module.css';

interface FilledTextProps {
  readonly text: string;
  /** Values of the placeholders by their name without braces. */
  readonly values: Readonly<Record<string, string>>;
}

export const FilledText = ({ text, values }: FilledTextProps) => (
  <p className={classes.root}>
    {filledParts(text, values).map((part, place) =>
      part.isFilled ? (
        // The index is the only key of a part.
        // oxlint-disable-next-line no-array-index-key
        <b key={place}>{part.text}</b>
      ) : (
        part.text
      ),
    )}
  </p>
);

/** Part of the message: either typed text, or a value that replaced a placeholder. */
interface TextPart {
  readonly text: string;
  readonly isFilled: boolean;
}

// Characters that mark the start and the end of an inserted value. They are private-use characters,
// so no user can type them.
const [BEGIN, END] = ['\uE000', '\uE001'];

function filledParts(text: string, values: FilledTextProps['values']): TextPart[] {
  const markedValues = Object.entries(values).map(([name, value]) => [
    name,
    value === '' ? '' : BEGIN + value + END,
  ]);
  return fillText(text, Object.fromEntries(markedValues) as Record<string, string>)
    .split(/(\uE000[^\uE001]*\uE001)/)
    .filter((part) => part !== '')
    .map((part) =>
      part.startsWith(BEGIN)
        ? { text: part.slice(1, -1), isFilled: true }
        : { text: part, isFilled: false },
    );
}
