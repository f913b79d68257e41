import { Stack } from '@mantine/core';
import { PickMenu } from '../../ui/PickMenu.tsx';
import { type LinkType, linkTypes } from '../receipt/receipt.ts';
import classes from './LinkChoice.module.css';

interface LinkChoiceProps {
  types: readonly (typeof linkTypes)[number][];
  value: LinkType | undefined;
  onChange: (type: LinkType | undefined) => void;
  /** Text of the chosen type. The buttons Copiar and Enviar use this text. */
  text: string | undefined;
}

/**
 * Field that selects a link type. Below it, shows the exact text that will be copied (S-SHARED-05).
 */
export function LinkChoice({ types, value, onChange, text }: LinkChoiceProps) {
  return (
    <Stack gap="md" align="flex-start">
      <PickMenu
        label="Tipo de link"
        shown
        value={value === undefined ? '' : String(value)}
        options={[
          { value: '', label: 'Todos' },
          ...types.map(({ id, label }) => ({ value: String(id), label })),
        ]}
        onChange={(chosen) => onChange(types.find(({ id }) => String(id) === chosen)?.id)}
      />
      {text !== undefined && <CopiedText text={text} />}
    </Stack>
  );
}

/** Shows the exact text that the buttons Copiar and Enviar use. */
export const CopiedText = ({ text }: { text: string }) => (
  <pre className={`${classes.text} mono`} tabIndex={0} aria-label="Texto que será copiado">
    {text}
  </pre>
);
