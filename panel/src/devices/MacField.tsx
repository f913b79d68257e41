/** «MAC»: formatted while the user types. The caret keeps its position (V-20). */
import { MAC_LENGTH, formatMac } from '@ramal/contract/rules/mac';
import { IconDeviceRemote } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { TextField } from '../ui/form/fields/fields.tsx';

interface MacFieldProps {
  value: string;
  onChange: (mac: string) => void;
  error?: ReactNode;
  'data-autofocus'?: boolean;
}

const letters = (text: string): number => text.replace(/[^0-9a-z]/gi, '').length;

export function MacField({ value, onChange, ...rest }: MacFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  /** Number of letters and digits before the caret after the last change. */
  const before = useRef<number>(undefined);
  useLayoutEffect(() => {
    const count = before.current;
    before.current = undefined;
    if (count === undefined || document.activeElement !== input.current) return;
    const at = count + Math.max(0, Math.ceil(count / 2) - 1);
    input.current?.setSelectionRange(at, at);
  }, [value]);
  return (
    <TextField
      ref={input}
      label="MAC"
      name="mac"
      mono
      icon={IconDeviceRemote}
      placeholder="A0:B1:C2:D3:E4:F5"
      hint="Aparece nas configurações do aplicativo, no aparelho."
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      // Longer than a MAC, because a pasted MAC may contain other separators. The formatting
      // removes all excess characters.
      maxLength={MAC_LENGTH * 3}
      value={value}
      onChange={({ currentTarget: { value: typed, selectionStart } }) => {
        before.current = Math.min(letters(typed.slice(0, selectionStart ?? typed.length)), 12);
        onChange(formatMac(typed));
      }}
      {...rest}
    />
  );
}
