import { PasswordInput, PinInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { PasswordInputProps, PinInputProps, SelectProps, TagsInputProps, TextareaProps, TextInputProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import './form.css';

/** What every field of the house takes beside Mantine's own props. Label above, hint below, «opcional» said in words. */
export interface FieldExtras {
  label: string;
  /** The section's title says it for the eyes. */
  labelHidden?: boolean;
  optional?: boolean;
  hint?: ReactNode;
  /** The text under the field; it takes the hint's place for readers first. */
  error?: ReactNode;
  icon?: Icon | undefined;
  /** At the right of the label, where «opcional» would stand: «você tem 42,4». */
  aside?: ReactNode;
}

type Own<Props> = Omit<Props, keyof FieldExtras | 'description' | 'withAsterisk' | 'leftSection' | 'inputWrapperOrder'> & FieldExtras;

function dress({ label, labelHidden, optional, hint, error, icon: FieldIcon, aside }: FieldExtras) {
  const side = aside ?? (optional ? 'opcional' : undefined);
  return {
    label: labelHidden ? undefined : (
      <span className="field-label">
        {label}
        {side && <span className="field-aside">{side}</span>}
      </span>
    ),
    ...(labelHidden ? { 'aria-label': label } : {}),
    description: hint,
    error,
    leftSection: FieldIcon && <FieldIcon size={18} stroke={1.75} aria-hidden />,
    inputWrapperOrder: ['label', 'input', 'error', 'description'] as ('label' | 'input' | 'error' | 'description')[],
    size: 'md' as const,
  };
}

function split<Props extends FieldExtras>(props: Props) {
  const { label, labelHidden = false, optional = false, hint, error, icon, aside, ...rest } = props;
  return [dress({ label, labelHidden, optional, error, icon, hint, aside }), rest] as const;
}

export function TextField(props: Own<TextInputProps>) {
  const [dressed, rest] = split(props);
  return <TextInput {...dressed} {...rest} />;
}

export function PasswordField(props: Own<PasswordInputProps>) {
  const [dressed, rest] = split(props);
  return (
    <PasswordInput
      {...dressed}
      visibilityToggleButtonProps={{ 'aria-label': 'Mostrar ou esconder a senha', tabIndex: 0, 'aria-hidden': false }}
      {...rest}
    />
  );
}

export function TextAreaField(props: Own<TextareaProps>) {
  const [dressed, rest] = split(props);
  return <Textarea {...dressed} rows={2} {...rest} />;
}

const listProps = { transitionProps: { duration: 120, transition: 'fade' }, offset: 4 } as const;

export function SelectField(props: Own<SelectProps>) {
  const [dressed, rest] = split(props);
  return (
    <Select
      {...dressed}
      allowDeselect={false}
      checkIconPosition="right"
      rightSection={<IconChevronDown size={17} stroke={1.75} aria-hidden />}
      rightSectionPointerEvents="none"
      nothingFoundMessage="Nada encontrado"
      comboboxProps={listProps}
      {...rest}
    />
  );
}

/** Several of a list; what is typed and is not in it becomes a tag too. */
export function TagsField(props: Own<TagsInputProps>) {
  const [dressed, rest] = split(props);
  return <TagsInput {...dressed} comboboxProps={listProps} {...rest} />;
}

export interface CodeFieldProps extends Omit<PinInputProps, 'label' | 'error'> {
  label: string;
  aside?: ReactNode;
  error?: ReactNode;
}

/** The six figures of an authenticator, in a box of their own. */
export function CodeField({ label, aside, error, ...rest }: CodeFieldProps) {
  const id = useId();
  return (
    <div className="code-field" role="group" aria-labelledby={`${id}-label`} aria-describedby={error ? `${id}-error` : undefined}>
      <span className="field-label" id={`${id}-label`}>
        {label}
        {aside && <span className="field-aside">{aside}</span>}
      </span>
      <PinInput
        className="code-field-boxes"
        length={6}
        type="number"
        inputMode="numeric"
        oneTimeCode
        placeholder=""
        aria-label={label}
        error={Boolean(error)}
        {...rest}
      />
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
