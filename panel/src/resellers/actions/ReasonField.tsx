import { Group } from '@mantine/core';
import { blockReason } from '@ramal/contract/api/fields';
import { type ChangeEvent, useState } from 'react';
import { TextAreaField } from '../../ui/form/fields/TextAreaField.tsx';
import classes from './ReasonField.module.css';

export const isWholeReason = (reason: string): boolean => blockReason.safeParse(reason).success;

const MIN_REASON_LENGTH = 10;
const TOO_SHORT = `O motivo deve ter pelo menos ${MIN_REASON_LENGTH} caracteres.`;

interface ReasonFieldProps {
  value: string;
  /** Error text of the server. */
  error: string | undefined;
  /** Common reasons of at least ten characters; one press fills the field. */
  choices: readonly string[];
  onChange: (next: string | ChangeEvent<HTMLTextAreaElement>) => void;
  disabled?: boolean;
}

/**
 * Field for a reason of at least ten characters. The hint shows the number of missing characters,
 * in red after blur or Enter (V-31, Q-REASONBUTTON).
 */
export function ReasonField({
  value,
  error,
  choices,
  onChange,
  disabled = false,
}: ReasonFieldProps) {
  const [left, setLeft] = useState(false);
  const short = !isWholeReason(value);
  const isWrong = error !== undefined || (short && left && value !== '');
  const problem = `${TOO_SHORT} ${missing(MIN_REASON_LENGTH - value.trim().length)}`;
  return (
    <>
      <TextAreaField
        label="Motivo"
        data-autofocus
        rows={3}
        maxLength={500}
        disabled={disabled}
        value={value}
        onChange={onChange}
        onBlur={() => setLeft(true)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') setLeft(true);
        }}
        error={isWrong ? (error ?? problem) : undefined}
        hint={short && !isWrong ? problem : 'Fica no histórico, com o seu nome.'}
      />
      <Group
        gap="sm"
        align="stretch"
        className={classes.choices}
        role="group"
        aria-label="Motivos comuns"
      >
        {choices.map((choice) => (
          <button
            key={choice}
            type="button"
            disabled={disabled}
            data-chosen-mark="tick"
            aria-pressed={value === choice}
            onClick={() => onChange(choice)}
          >
            {choice}
          </button>
        ))}
      </Group>
    </>
  );
}

const missing = (count: number): string =>
  count === 1 ? 'Falta 1 caractere.' : `Faltam ${count} caracteres.`;
