import { useEffect, useRef, useState } from 'react';
import type { StorefrontDevice } from '@ramal/contract/storefront/devices';
import type { PortalError, Visitor } from '../api.ts';
import { readVisitor, storeVisitor } from '../visitor.ts';
import { readVisitorPhone, toTypedPhone, type TypedPhone } from './visitor-phone.ts';

export interface VisitorErrors {
  readonly phone?: string | undefined;
  readonly device?: string | undefined;
  readonly consent?: string | undefined;
}

const messages = {
  phone: 'Escreva seu WhatsApp com DDD.',
  device: 'Escolha onde você vai assistir.',
  consent: 'Marque para continuar.',
} as const;

export interface VisitorForm {
  readonly phone: TypedPhone;
  readonly device: StorefrontDevice | undefined;
  readonly hasConsent: boolean;
  readonly errors: VisitorErrors;
  readonly setPhone: (phone: TypedPhone) => void;
  readonly setDevice: (device: StorefrontDevice) => void;
  readonly setConsent: (hasConsent: boolean) => void;
  /** Returns the valid fields. Shows the errors and returns undefined if a field is wrong. */
  readonly read: () => Promise<Pick<Visitor, 'phone' | 'device'> | undefined>;
  /** Shows the fields that the server refused. Returns true if there are any. */
  readonly showRefused: (error: PortalError) => boolean;
}

/** Fields about the visitor. Number and device of an earlier visit are filled in. */
export function useVisitorForm(
  slug: string,
  { needsDevice = true, needsConsent }: { needsDevice?: boolean; needsConsent: boolean },
): VisitorForm {
  const [first] = useState(() => readVisitor(slug));
  const [phone, setPhone] = useState(() => toTypedPhone(first.phone));
  const [device, setDevice] = useState(first.device ?? (needsDevice ? undefined : 'phone'));
  const [hasConsent, setConsent] = useState(false);
  const [errors, setErrors] = useState<VisitorErrors>({});
  useFocusedError(errors);
  const read: VisitorForm['read'] = async () => {
    const reading =
      phone.text.trim() === '' ? { problem: messages.phone } : await readVisitorPhone(phone);
    const wrong: VisitorErrors = {
      ...(reading.problem === undefined ? {} : { phone: reading.problem }),
      ...(device ? {} : { device: messages.device }),
      ...(needsConsent && !hasConsent ? { consent: messages.consent } : {}),
    };
    setErrors(wrong);
    const { number } = reading;
    if (Object.keys(wrong).length > 0 || !device || number === undefined) return undefined;
    storeVisitor(slug, { phone: number, device });
    return { phone: `+${number}`, device };
  };
  return {
    phone,
    device,
    hasConsent,
    errors,
    setPhone: (next) => {
      setPhone(next);
      setErrors((before) => ({ ...before, phone: undefined }));
    },
    setDevice: (next) => {
      setDevice(next);
      setErrors((before) => ({ ...before, device: undefined }));
    },
    setConsent: (next) => {
      setConsent(next);
      setErrors((before) => ({ ...before, consent: undefined }));
    },
    read,
    showRefused: ({ fields }) => {
      const refused = Object.fromEntries(
        Object.keys(messages).flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])),
      );
      setErrors(refused);
      return Object.keys(refused).length > 0;
    },
  };
}

/** Moves the focus to the first wrong field after a press, not while the visitor corrects others. */
function useFocusedError(errors: VisitorErrors): void {
  const count = useRef(0);
  useEffect(() => {
    const total = Object.values(errors).filter((text) => text !== undefined).length;
    if (total > count.current)
      document
        .querySelector<HTMLElement>('input[aria-invalid="true"], [data-invalid="true"] input')
        ?.focus();
    count.current = total;
  }, [errors]);
}
