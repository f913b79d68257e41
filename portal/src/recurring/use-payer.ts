import { readCpf } from '@ramal/contract/rules/payments/documents';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { PortalError } from '../request.ts';

export interface Payer {
  readonly cpf: string;
  readonly name: string;
}

export type PayerProblems = Partial<Record<keyof Payer, string>>;

/**
 * Payer data that the customer has typed. Only the memory of the page stores them, so that the
 * customer need not type them again for another code.
 */
let typed: { readonly owner: string; readonly payer: Payer } | undefined;

const errors = {
  cpf: 'Este CPF não confere. Veja os números.',
  name: 'Escreva nome e sobrenome.',
} as const;

const findProblems = ({ cpf, name }: Payer): PayerProblems => ({
  ...(readCpf(cpf) === undefined ? { cpf: errors.cpf } : {}),
  ...(/\S\s+\S/.test(name) ? {} : { name: errors.name }),
});

export interface PayerForm {
  readonly payer: Payer;
  readonly problems: PayerProblems;
  readonly change: (changed: Partial<Payer>) => void;
  /** Form of the fields. Its first wrong field gets the focus. */
  readonly form: RefObject<HTMLFormElement | null>;
  /**
   * Shows why the server refused the payer. Returns true if the fields state it. The prefix is that
   * of the fields on the wire.
   */
  readonly showRefused: (error: PortalError, prefix?: string) => boolean;
  /** Returns the payer. Shows the errors and returns undefined if a field is wrong. */
  readonly read: () => Payer | undefined;
}

/** Fields about the payer. `owner` is the customer or the page that the typed values belong to. */
export function usePayer(owner: string): PayerForm {
  const [payer, setPayer] = useState<Payer>(
    typed?.owner === owner ? typed.payer : { cpf: '', name: '' },
  );
  const [problems, setProblems] = useState<PayerProblems>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);
  return {
    payer,
    problems,
    change: (changed) => {
      const next = { ...payer, ...changed };
      typed = { owner, payer: next };
      setPayer(next);
    },
    form,
    showRefused: ({ code, message, fields }, prefix = '') => {
      const cpf = code === 'payer_refused' ? message : fields[`${prefix}cpf`];
      const name = fields[`${prefix}name`];
      setProblems({ ...(cpf ? { cpf } : {}), ...(name ? { name } : {}) });
      return (cpf ?? name) !== undefined;
    },
    read: () => {
      const wrong = findProblems(payer);
      setProblems(wrong);
      return (wrong.cpf ?? wrong.name) ? undefined : payer;
    },
  };
}
