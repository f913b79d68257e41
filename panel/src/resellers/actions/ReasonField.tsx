import { blockReason } from '@ramal/contract/api/fields';
import { type ChangeEvent, useState } from 'react';
import { TextAreaField } from '../../ui/form/fields/TextAreaField.tsx';

const isWholeReason = (reason: string): boolean => blockReason.safeParse(reason).success;

const TOO_SHORT = 'O motivo deve ter pelo menos 10 caracteres.';

export interface ReasonFieldProps {
  value: string;
  /** What the form refused it with. */
  error: string | undefined;
  onChange: (event: ChangeEvent<HTMLTextAreaElement>) => void;
  disabled?: boolean;
}

/** Why; ten characters at least, said under the field from the start and in red once it was left too short (V-31, M-39). */
export function ReasonField({ value, error, onChange, disabled = false }: ReasonFieldProps) {
  const [left, setLeft] = useState(false);
  const short = !isWholeReason(value);
  const isWrong = error !== undefined || (short && left && value !== '');
  return (
    <TextAreaField
      label="Motivo"
      data-autofocus
      rows={3}
      maxLength={500}
      disabled={disabled}
      value={value}
      onChange={onChange}
      onBlur={() => setLeft(true)}
      error={isWrong ? (error ?? TOO_SHORT) : undefined}
      hint={short && !isWrong ? TOO_SHORT : 'Fica no histórico, com o seu nome.'}
    />
  );
}
