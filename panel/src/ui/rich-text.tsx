/** Texts with bold parts as data. `**bold**` in a string replaces JSX in the calling code. */
import { Fragment, type ReactNode } from 'react';

interface TextPart {
  readonly text: string;
  readonly bold: boolean;
}

export type RichText = string | readonly TextPart[];

/**
 * Creates rich text that contains values which users typed. Only `**` in the literal is
 * interpreted, so a name with asterisks stays unchanged. Example: `rich`«Passa a entrar como
 * **${name}**.»`.
 */
export function rich(literals: TemplateStringsArray, ...values: readonly (string | number)[]) {
  const parts: TextPart[] = [];
  let bold = false;
  const add = (text: string) => {
    const last = parts.at(-1);
    if (last?.bold === bold) parts[parts.length - 1] = { text: last.text + text, bold };
    else if (text) parts.push({ text, bold });
  };
  literals.forEach((literal, index) => {
    literal.split('**').forEach((text, piece) => {
      if (piece > 0) bold = !bold;
      add(text);
    });
    if (index < values.length) add(String(values[index]));
  });
  return parts as readonly TextPart[];
}

const partsOf = (text: RichText): readonly TextPart[] =>
  typeof text === 'string'
    ? text.split('**').map((piece, index) => ({ text: piece, bold: index % 2 === 1 }))
    : text;

/** Renders a rich text. Any other node is returned unchanged. */
export function richNode(text: ReactNode | RichText): ReactNode {
  if (typeof text !== 'string' && !isParts(text)) return text;
  return partsOf(text).map(({ text: piece, bold }, index) =>
    bold ? <b key={index}>{piece}</b> : <Fragment key={index}>{piece}</Fragment>,
  );
}

const isParts = (text: unknown): text is readonly TextPart[] =>
  Array.isArray(text) && text.every((part) => typeof (part as TextPart)?.text === 'string');
