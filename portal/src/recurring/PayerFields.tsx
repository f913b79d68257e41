import { formatCpf } from './cpf-text.ts';
import { PayerField } from './PayerField.tsx';
import type { PayerForm } from './use-payer.ts';

/** Name and CPF of the person whose account pays. */
export const PayerFields = ({ form: { payer, problems, change } }: { form: PayerForm }) => (
  <>
    <PayerField
      label="CPF"
      hint="do dono da conta que paga"
      inputMode="numeric"
      autoComplete="off"
      value={payer.cpf}
      error={problems.cpf}
      onChange={(text) => change({ cpf: formatCpf(text) })}
    />
    <PayerField
      label="Nome completo"
      hint="como está no banco"
      autoComplete="name"
      autoCapitalize="words"
      maxLength={100}
      value={payer.name}
      error={problems.name}
      onChange={(name) => change({ name })}
    />
  </>
);
