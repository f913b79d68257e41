import { Select, TagsInput } from '@mantine/core';
import type { SelectProps, TagsInputProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { splitProps } from './field-props.tsx';
import type { FieldProps } from './field-props.tsx';

// These fields are in a separate file. Their dropdown lists are as large as all other fields
// together, and the sign-in needs none of them.
const listProps = {
  transitionProps: { duration: 120, transition: 'fade' },
  offset: 4,
  // Positions a list with `fixed`. With `absolute`, the list makes the page of a phone wider before
  // it is positioned. Mantine then hides it and opens it again.
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

/**
 * Field for several options of a list. Typed text that is not in the list is added as a tag too.
 */
export function TagsField(props: FieldProps<TagsInputProps>) {
  const [wrapperProps, rest] = splitProps(props);
  return <TagsInput {...wrapperProps} comboboxProps={listProps} {...rest} />;
}
