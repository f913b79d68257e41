import { IconBrandWhatsapp } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { readPhone } from '@ramal/contract/rules/phone';
import { usePhoneNumbers } from '../../foundation/phone.ts';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { formatNumber, MAX_PHONE_LENGTH } from './whatsapp.ts';

interface WhatsappFieldProps {
  value: string;
  onChange: (typed: string) => void;
  optional?: boolean;
  error?: ReactNode;
  'data-autofocus'?: boolean;
}

/**
 * Field for a WhatsApp number. Its value is the text as typed or pasted, because the separators
 * determine how the number is parsed (Q-PHONEPREFIX). While the field has no focus, it shows the
 * parsed number.
 */
export function WhatsappField({ value, onChange, ...rest }: WhatsappFieldProps) {
  const [typing, setTyping] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // On focus, the typed text replaces the formatted number. The browser then removes the selection,
  // so the whole text is selected again.
  useLayoutEffect(() => {
    if (typing) input.current?.select();
  }, [typing]);
  const isKnown = usePhoneNumbers(value);
  const number = isKnown ? readPhone(value).number : undefined;
  return (
    <TextField
      ref={input}
      label="WhatsApp"
      icon={IconBrandWhatsapp}
      inputMode="tel"
      autoComplete="off"
      placeholder="(11) 95555-0142"
      hint="Com DDD. Outro país: comece com +"
      maxLength={MAX_PHONE_LENGTH}
      value={typing || number === undefined ? value : formatNumber(number)}
      onFocus={() => setTyping(true)}
      onBlur={() => setTyping(false)}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...rest}
    />
  );
}
