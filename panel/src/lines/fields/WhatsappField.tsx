import { IconBrandWhatsapp } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { TextField } from '../../ui/form/fields.tsx';
import { formatNumber, onlyDigits } from './whatsapp.ts';

export interface WhatsappFieldProps {
  value: string;
  onChange: (digits: string) => void;
  optional?: boolean;
  error?: ReactNode;
  'data-autofocus'?: boolean;
}

/** Takes digits only (V-12); while nobody types it is grouped so that it can be checked at a glance. */
export function WhatsappField({ value, onChange, ...rest }: WhatsappFieldProps) {
  const [typing, setTyping] = useState(false);
  return (
    <TextField
      label="WhatsApp"
      icon={IconBrandWhatsapp}
      inputMode="tel"
      autoComplete="off"
      placeholder="55 11 95555-0142"
      hint="Com código do país, por exemplo 55 11 9…"
      maxLength={24}
      value={typing ? value : formatNumber(value)}
      onFocus={() => setTyping(true)}
      onBlur={() => setTyping(false)}
      onChange={(event) => onChange(onlyDigits(event.currentTarget.value).slice(0, 15))}
      {...rest}
    />
  );
}
