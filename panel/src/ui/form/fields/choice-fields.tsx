import { Select, TagsInput } from '@mantine/core';
import type { SelectProps, TagsInputProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { splitProps } from './field-props.tsx';
import type { FieldProps } from './field-props.tsx';

// Separate from fields.tsx: dropdown lists are as large as the rest of the fields, and the sign-in
// has none.
const listProps = {
  transitionProps: { duration: 120, transition: 'fade' },
  offset: 4,
  // With the position `absolute`, a list widens the page of a phone before it is positioned.
  // Mantine then hides it and opens it again.
  floatingStrategy: 'fixed',
} as const;

export function SelectField(props: FieldProps<SelectProps>) {
  const [wrapperProps, rest] = splitProps(props);
  return (
    <Select
      {...wrapperProps}
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

/** Selects several options of a list. Typed text that is not in the list becomes a tag too. */
export function TagsField(props: FieldProps<TagsInputProps>) {
  const [wrapperProps, rest] = splitProps(props);
  return <TagsInput {...wrapperProps} comboboxProps={listProps} {...rest} />;
}
