/** Cadastro de Revenda: who, how to reach them, and the credits they begin with (S-RESELLER, Q-CREATEFIELDS). */
import {
  IconAt,
  IconBuildingStore,
  IconCoins,
  IconCurrencyReal,
  IconUser,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { formatCredits } from '../../foundation/numbers.ts';
import { WhatsappField } from '../../lines/fields/WhatsappField.tsx';
import { FreshCode } from '../../second-factors/FreshCode.tsx';
import type { FreshCodeState } from '../../second-factors/use-fresh-code.ts';
import { useProfile } from '../../sessions/profile.ts';
import { FormFrame } from '../../ui/form/FormFrame.tsx';
import { FieldRow, FormSection } from '../../ui/form/FormSection.tsx';
import { Segmented } from '../../ui/form/Segmented.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { asDecimal, hundredthsIn, typedAmount } from '../../foundation/amounts.ts';
import type { CreateForm } from './create-form.ts';
import { createSummary } from './create-summary.tsx';
import { CreatedReseller } from './CreatedReseller.tsx';
import type { FormTexts } from '../form-texts.ts';
import { NewPasswordField } from '../NewPasswordField.tsx';
import { passwordHint } from '../password.ts';
import '../list/resellers.css';
import { useSellingLimits } from '../credits/use-selling-limits.ts';
import { useCreateReseller } from './use-create-reseller.ts';

export function CreateReseller() {
  const element = useRef<HTMLFormElement>(null);
  const profile = useProfile().data;
  const isAdmin = profile?.profile === 'admin';
  const balance = hundredthsIn(profile?.credits);
  const {
    form,
    change,
    password,
    changePassword,
    fields,
    code,
    toOffice,
    busy,
    submit,
    created,
    dismiss,
  } = useCreateReseller(isAdmin, balance, element);
  return (
    <>
      <PageHeader
        title="Cadastro de Revenda"
        phoneTitle="Cadastrar revenda"
        breadcrumb={[{ label: 'Revendas', to: '/list-resellers' }, { label: 'Cadastro' }]}
        backTo="/list-resellers"
      />
      <FormFrame ref={element} onSubmit={submit} summary={createSummary({ form, balance, busy })}>
        {isAdmin && <ProfileSection form={form} fields={fields} onChange={change} />}
        <FormSection title="Acesso ao painel" hint="É com isto que a revenda entra.">
          <FieldRow>
            <TextField
              label="Usuário"
              icon={IconUser}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={60}
              hint="Letras, números, ponto, traço e sublinhado"
              value={form.username}
              onChange={({ currentTarget }) => change({ username: currentTarget.value })}
              error={fields.username}
            />
            <NewPasswordField
              label="Senha"
              hint={passwordHint}
              value={password}
              onChange={changePassword}
              error={fields.password}
            />
          </FieldRow>
        </FormSection>
        <FormSection title="Contato">
          <FieldRow>
            <WhatsappField
              optional
              value={form.email}
              onChange={(email) => change({ email })}
              error={fields.email}
            />
            <TextField
              label="E-mail"
              optional
              icon={IconAt}
              type="email"
              autoComplete="off"
              maxLength={200}
              value={form.email_contact}
              onChange={({ currentTarget }) => change({ email_contact: currentTarget.value })}
              error={fields.email_contact}
            />
          </FieldRow>
        </FormSection>
        {toOffice ? (
          <OfficeSection code={code} />
        ) : (
          <CreditsSection form={form} fields={fields} balance={balance} onChange={change} />
        )}
      </FormFrame>
      {created && <CreatedReseller created={created} onClose={dismiss} />}
    </>
  );
}

interface CreditsSectionProps extends ProfileSectionProps {
  /** Hundredths; null for an admin, undefined until it is known. */
  balance: number | null | undefined;
}

function CreditsSection({ form, fields, balance, onChange }: CreditsSectionProps) {
  const limits = useSellingLimits();
  return (
    <FormSection
      title="Créditos"
      hint={
        balance === null
          ? 'São emitidos pela administração.'
          : 'Saem do seu saldo agora. Podem ser 0: dá para passar depois.'
      }
      aside={
        typeof balance === 'number' ? `você tem ${formatCredits(asDecimal(balance))}` : undefined
      }
    >
      <FieldRow>
        <TextField
          label="Créditos iniciais"
          hint={limits.credits}
          icon={IconCoins}
          inputMode="decimal"
          autoComplete="off"
          value={form.credits}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget }) => onChange({ credits: typedAmount(currentTarget.value) })}
          error={fields.credits}
        />
        <TextField
          label="Valor de venda"
          optional
          icon={IconCurrencyReal}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0,00"
          hint={limits.price ?? 'Valor unitário do crédito'}
          value={form.sale}
          onChange={({ currentTarget }) => onChange({ sale: typedAmount(currentTarget.value) })}
          error={fields.sale}
        />
      </FieldRow>
    </FormSection>
  );
}

/** It opens every door there is: whoever has a second factor confirms it. */
function OfficeSection({ code }: { code: FreshCodeState }) {
  if (!code.needed) return null;
  return (
    <FormSection
      title="Confirmação"
      hint="Uma conta de administração pode tudo: confirme que é você."
    >
      <FreshCode code={code} />
    </FormSection>
  );
}

interface ProfileSectionProps {
  form: CreateForm;
  fields: FormTexts;
  onChange: (change: Partial<CreateForm>) => void;
}

const profileHints = {
  reseller: 'Vende com créditos e pode ter revendas abaixo.',
  franchise: 'Uma franquia é uma revenda com marca e página próprias.',
  admin: 'Mais uma conta de administração: sem saldo, com acesso a tudo.',
} as const;

/** An admin alone makes a franchise or another admin (Q-PROFILE). */
function ProfileSection({ form, fields, onChange }: ProfileSectionProps) {
  return (
    <FormSection title="Perfil" hint={profileHints[form.profile]}>
      <Segmented
        label="Perfil"
        wide
        value={form.profile}
        options={[
          { value: 'reseller', label: 'Revenda' },
          { value: 'franchise', label: 'Franquia' },
          { value: 'admin', label: 'Administração' },
        ]}
        onChange={(profile) => onChange({ profile: profile as CreateForm['profile'] })}
      />
      {form.profile === 'franchise' && (
        <TextField
          label="Número da franquia"
          optional
          icon={IconBuildingStore}
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          hint="O mesmo número junta as contas de uma marca; quem for cadastrado abaixo herda."
          value={form.id_franchise}
          onChange={({ currentTarget }) =>
            onChange({ id_franchise: currentTarget.value.replace(/\D/g, '') })
          }
          error={fields.id_franchise}
        />
      )}
    </FormSection>
  );
}
