/**
 * A text field with placeholders in braces, which are highlighted while the user types. Buttons
 * insert placeholders.
 */
import { Group, Stack } from '@mantine/core';
import { MAX_REMINDER_LENGTH, reminderPlaceholders } from '@ramal/contract/rules/reminders';
import { type ChangeEvent, type ReactNode, useRef } from 'react';
import { TextAreaField } from '../ui/form/fields/TextAreaField.tsx';
import classes from './PlaceholderArea.module.css';

interface PlaceholderAreaProps {
  label: string;
  /** Content at the right of the label. */
  aside?: ReactNode;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

export function PlaceholderArea({ label, aside, value, error, onChange }: PlaceholderAreaProps) {
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
        rows={5}
        maxLength={MAX_REMINDER_LENGTH}
        value={value}
        error={error}
        inputContainer={(input) => (
          <div className={classes.area}>
            <div ref={backdrop} className={classes.backdrop} aria-hidden>
              {marked(value)}{' '}
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
        {Object.entries(reminderPlaceholders).map(([name, meaning]) => (
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

const isName = (part: string): boolean => Object.hasOwn(reminderPlaceholders, part.slice(1, -1));

/**
 * Returns the highlighted backgrounds of the placeholders. They are drawn behind the field, which
 * shows the letters.
 */
const marked = (text: string): ReactNode =>
  text.split(/(\{\w+\})/).map((part, place) =>
    isName(part) ? (
      // The index is the only key of a part.
      // oxlint-disable-next-line no-array-index-key
      <mark key={place}>{part}</mark>
    ) : (
      part
    ),
  );
