import { IconFingerprint } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { TextField } from '../ui/form/fields/fields.tsx';

interface IdFieldProps {
  value: string;
  onChange: (id: string) => void;
  error?: ReactNode;
  'data-autofocus'?: boolean;
}

/** «ID do aparelho». If empty, the MAC is assigned to the first device that connects. */
export const IdField = ({ value, onChange, ...rest }: IdFieldProps) => (
  <TextField
    label="ID do aparelho"
    name="id_device"
    optional
    icon={IconFingerprint}
    hint="Se o aplicativo mostrar um. Em branco, o primeiro aparelho que perguntar fica com o MAC."
    autoComplete="off"
    spellCheck={false}
    maxLength={100}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    {...rest}
  />
);
