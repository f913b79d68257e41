/**
 * A text field with placeholders in braces, which are highlighted while the user types. Buttons
 * insert placeholders.
 */
import { Group, Stack } from '@mantine/core';
import { type ChangeEvent, type ReactNode, useRef } from 'react';
import { TextAreaField } from './TextAreaField.tsx';
import classes from './PlaceholderArea.module.css';

interface PlaceholderAreaProps {
  label: string;
  /** Content at the right of the label. */
  aside?: ReactNode;
  /** Meanings of the placeholders by their name without braces. */
  placeholders: Readonly<Record<string, string>>;
  maxLength: number;
  rows?: number;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

export function PlaceholderArea(props: PlaceholderAreaProps) {
  const { label, aside, placeholders, maxLength, rows = 5, value, error, onChange } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const backdrop = useRef<HTMLDivElement>(null);
  const insert = (name: string) => {
    const { selectionStart: from = value.length, selectionEnd: to = value.length } =
      area.current ?? {};
    onChange(`${value.slice(0, from)}{${name}}${value.slice(to)}`);
    area.current?.focus();
  };
  return (
    <Stack gap="md">
      <TextAreaField
        ref={area}
        label={label}
        aside={aside}
        rows={rows}
        maxLength={maxLength}
        value={value}
        error={error}
        inputContainer={(input) => (
          <div className={classes.area}>
            <div ref={backdrop} className={classes.backdrop} aria-hidden>
              {marked(value, placeholders)}{' '}
            </div>
            {input}
          </div>
        )}
        onChange={(event: ChangeEvent<HTMLTextAreaElement>) => onChange(event.currentTarget.value)}
        onScroll={({ currentTarget }) =>
          backdrop.current?.scrollTo({ top: currentTarget.scrollTop })
        }
      />
      <Group gap="sm" c="var(--ink-2)" fz="note" role="group" aria-label="Inserir campo">
        <span aria-hidden>Inserir</span>
        {Object.entries(placeholders).map(([name, meaning]) => (
          <button
            key={name}
            type="button"
            className={`${classes.name} mono`}
            title={meaning}
            onClick={() => insert(name)}
          >
            {`{${name}}`}
          </button>
        ))}
      </Group>
    </Stack>
  );
}

/**
 * Returns the highlighted backgrounds of the placeholders. They are drawn behind the field, which
 * shows the letters.
 */
const marked = (text: string, placeholders: object): ReactNode =>
  text.split(/(\{\w+\})/).map((part, place) =>
    Object.hasOwn(placeholders, part.slice(1, -1)) ? (
      // The index is the only key of a part.
      // oxlint-disable-next-line no-array-index-key
      <mark key={place}>{part}</mark>
    ) : (
      part
    ),
  );
