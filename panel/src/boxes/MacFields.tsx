/**
 * «MAC da caixa»: six fields of two characters each. The first three fields contain the prefix of
 * MAG boxes and are locked until the user presses them. A pasted address fills all six fields.
 */
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { FieldError } from '../ui/form/fields/FieldError.tsx';
import { FieldLabel } from '../ui/form/fields/FieldLabel.tsx';
import classes from './MacFields.module.css';

const PAIRS = 6;
const WIDTH = 2;
const FIXED = 3;

/** First three bytes of a MAC address. They identify the usual maker of boxes. */
export const MAG_PREFIX = '00:1A:79';

/** Initial value of the fields: the prefix without the last three bytes. */
export const emptyMac = `${MAG_PREFIX}:::`;

const hexOf = (text: string): string => text.replace(/[^0-9a-f]/gi, '').toUpperCase();

const pairsOf = (value: string): string[] =>
  Array.from({ length: PAIRS }, (_, index) => value.split(':')[index] ?? '');

export const isCompleteMac = (value: string): boolean =>
  pairsOf(value).every((pair) => pair.length === WIDTH);

interface MacFieldsProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
  readonly autoFocus?: boolean;
}

export function MacFields({ value, onChange, error, autoFocus = false }: MacFieldsProps) {
  const inputs = useRef<(HTMLInputElement | null)[]>([]);
  const pairs = pairsOf(value);
  const [isOpen, setIsOpen] = useState(!value.startsWith(MAG_PREFIX));
  const focus = (index: number) => inputs.current[index]?.focus();

  /** Writes typed digits into a field. Excess digits continue in the following fields. */
  const write = (index: number, typed: string) => {
    const digits = hexOf(typed);
    if (digits.length === PAIRS * WIDTH) {
      setIsOpen(true);
      onChange(digits.match(/../g)!.join(':'));
      return focus(PAIRS - 1);
    }
    const next = [...pairs];
    const chunks = digits.match(/..?/g) ?? [''];
    const written = chunks.slice(0, PAIRS - index);
    written.forEach((chunk, offset) => (next[index + offset] = chunk));
    onChange(next.join(':'));
    const last = index + written.length - 1;
    if (next[last]!.length === WIDTH && digits.length >= WIDTH)
      focus(Math.min(last + 1, PAIRS - 1));
  };

  const stepBack = (index: number) => (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Backspace' || pairs[index] !== '' || index === 0) return;
    event.preventDefault();
    focus(index - 1);
  };

  return (
    <fieldset className={classes.root} data-error={error ? true : undefined}>
      <legend>
        <FieldLabel aside="na etiqueta, embaixo">MAC da caixa</FieldLabel>
      </legend>
      <div className={classes.fields}>
        {pairs.map((pair, index) => {
          const isFixed = index < FIXED && !isOpen;
          return (
            <input
              key={index}
              ref={(input) => void (inputs.current[index] = input)}
              name="mac"
              className="mono"
              aria-label={`MAC, parte ${index + 1} de ${PAIRS}`}
              aria-invalid={error ? true : undefined}
              data-autofocus={(autoFocus && index === FIXED) || undefined}
              readOnly={isFixed}
              tabIndex={isFixed ? -1 : undefined}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={pair}
              onClick={() => index < FIXED && setIsOpen(true)}
              onFocus={({ currentTarget }) => currentTarget.select()}
              onPaste={(event) => {
                event.preventDefault();
                write(index, event.clipboardData.getData('text'));
              }}
              onKeyDown={stepBack(index)}
              onChange={({ currentTarget }) => write(index, currentTarget.value)}
            />
          );
        })}
      </div>
      {error && <FieldError>{error}</FieldError>}
      <p>Só números e letras de A a F. Dá para colar inteiro.</p>
    </fieldset>
  );
}
