import { IconBrandWhatsapp } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { readPhone } from '@ramal/contract/rules/phone';
import { usePhoneNumbers } from '../../foundation/phone.ts';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { formatNumber, phoneTyped } from './whatsapp.ts';

export interface WhatsappFieldProps {
  value: string;
  onChange: (digits: string) => void;
  optional?: boolean;
  error?: ReactNode;
  'data-autofocus'?: boolean;
}

/** Takes digits and a plus in front (V-12, Q-PHONE); while nobody types it is grouped so that it can be checked at a glance. */
export function WhatsappField({ value, onChange, ...rest }: WhatsappFieldProps) {
  const [typing, setTyping] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // The text is another one now, so what the keyboard had selected is not any more.
  useLayoutEffect(() => {
    if (typing) input.current?.select();
  }, [typing]);
  const isKnown = usePhoneNumbers();
  const number = isKnown ? readPhone(value).number : undefined;
  return (
    <TextField
      ref={input}
      label="WhatsApp"
      icon={IconBrandWhatsapp}
      inputMode="tel"
      autoComplete="off"
      placeholder="(11) 95555-0142"
      hint="Com DDD. De outro país: + e o código dele."
      maxLength={30}
      value={typing || number === undefined ? value : formatNumber(number)}
      onFocus={() => setTyping(true)}
      onBlur={() => setTyping(false)}
      onChange={(event) => onChange(phoneTyped(event.currentTarget.value))}
      {...rest}
    />
  );
}
