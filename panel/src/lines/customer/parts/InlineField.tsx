import { Loader, Text } from '@mantine/core';
import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import classes from './InlineField.module.css';
import { useInlineEdit } from './use-inline-edit.ts';

interface InlineFieldProps extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'inputMode' | 'maxLength' | 'placeholder'
> {
  /** Name of the draft of the edit. */
  readonly name: string;
  readonly label: string;
  /** Text at the start of the edit. */
  readonly initial: string;
  readonly save: (typed: string) => Promise<unknown>;
  readonly onClose: () => void;
  readonly onSaved: () => void;
  readonly clean?: (typed: string) => string;
}

/** Field in the place of a value. */
export function InlineField(props: InlineFieldProps) {
  const { name, label, initial, save, onClose, onSaved, clean, ...input } = props;
  const edit = useInlineEdit({ name, initial, save, onClose, onSaved });
  return (
    <InlineGroup edit={edit} isHinted>
      <InlineInput
        {...input}
        label={label}
        value={edit.value}
        isSaving={edit.isSaving}
        onType={(typed) => edit.change(clean ? clean(typed) : typed)}
        takesFocus
      />
    </InlineGroup>
  );
}

interface InlineGroupProps {
  readonly edit: Pick<ReturnType<typeof useInlineEdit>, 'group' | 'error' | 'isSaving'>;
  /** True if the hint about the keys has space next to the field. */
  readonly isHinted?: boolean;
  readonly children: ReactNode;
}

/** Frame of the fields that are saved together, with the reason of a refusal. */
export function InlineGroup({ edit, isHinted = false, children }: InlineGroupProps) {
  const id = useId();
  return (
    <div
      className={classes.root}
      role="group"
      aria-describedby={edit.error === undefined ? undefined : id}
      data-invalid={edit.error !== undefined || undefined}
      {...edit.group}
    >
      {children}
      {isHinted && edit.error === undefined && (
        <Text span c="var(--ink-3)" fz="caption" className={classes.hint}>
          Enter salva · Esc cancela
        </Text>
      )}
      {edit.error !== undefined && (
        <span id={id} role="alert" className={classes.error}>
          {edit.error}
        </span>
      )}
    </div>
  );
}

interface InlineInputProps extends Pick<
  InlineFieldProps,
  'inputMode' | 'maxLength' | 'placeholder'
> {
  readonly label: string;
  readonly value: string;
  readonly isSaving: boolean;
  readonly onType: (typed: string) => void;
  readonly takesFocus?: boolean;
}

export const InlineInput = ({
  label,
  isSaving,
  onType,
  takesFocus = false,
  ...input
}: InlineInputProps) => (
  <span className={classes.box}>
    <input
      {...input}
      aria-label={label}
      // The person has just asked for this field.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={takesFocus}
      onFocus={({ currentTarget }) => currentTarget.select()}
      autoComplete="off"
      readOnly={isSaving}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
    {isSaving && <Loader size={14} aria-label="Salvando" />}
  </span>
);
