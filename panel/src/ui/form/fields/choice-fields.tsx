import { Select, TagsInput } from '@mantine/core';
import type { SelectProps, TagsInputProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { splitProps } from './field-props.tsx';
import type { FieldProps } from './field-props.tsx';

// Apart from fields.tsx: lists that open weigh as much as the rest, and the sign-in has none.
const listProps = {
  transitionProps: { duration: 120, transition: 'fade' },
  offset: 4,
  // An absolute list widens a phone's page before it has its place, is hidden for it, and begins again.
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

/** Several of a list; what is typed and is not in it becomes a tag too. */
export function TagsField(props: FieldProps<TagsInputProps>) {
  const [wrapperProps, rest] = splitProps(props);
  return <TagsInput {...wrapperProps} comboboxProps={listProps} {...rest} />;
}
