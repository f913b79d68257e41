/**
 * «Cadastro de Revenda»: the account, its contact, and its initial credits (S-RESELLER,
 * Q-CREATEFIELDS).
 */
import { IconBuildingStore, IconCoins, IconCurrencyReal, IconUser } from '@tabler/icons-react';
import { asDecimal, hundredthsIn, typedAmount } from '../../foundation/amounts.ts';
import { formatCredits } from '../../foundation/numbers.ts';
import { ContactFields } from '../ContactFields.tsx';
import { FreshCode } from '../../second-factors/FreshCode.tsx';
import { managesResellers } from '../../sessions/manages-resellers.ts';
import { useProfile } from '../../sessions/profile.ts';
import { RequirePermission } from '../../sessions/RequirePermission.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { FormScreen } from '../../ui/form/FormScreen.tsx';
import { FieldRow, FormSection } from '../../ui/form/FormSection.tsx';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import type { Form } from '../../ui/form/use-form.ts';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { NewPasswordField } from '../NewPasswordField.tsx';
import { passwordHint } from '../password.ts';
import { useSellingLimits } from '../../limits/use-selling-limits.ts';
import type { CreateValues, ProfileKind } from './create-form.ts';
import { createSummary } from './create-summary.tsx';
import { CreatedReseller } from './CreatedReseller.tsx';
import { useCreateForm } from './use-create-form.ts';

/**
 * Screen that creates a reseller. The form appears after the profile has loaded, because its fields
 * depend on the profile.
 */
export const CreateReseller = () => (
  <RequirePermission when={managesResellers}>
    <CreateResellerForm />
  </RequirePermission>
);

function CreateResellerForm() {
  const profile = useProfile().data;
  const isAdmin = profile?.profile === 'admin';
  const balance = hundredthsIn(profile?.credits);
  const { form, kind, changeKind, code, created, dismiss } = useCreateForm(isAdmin, balance);
  return (
    <>
      <PageHeader
        isForm
        title="Cadastro de Revenda"
        breadcrumb={[{ label: 'Revendas', to: '/list-resellers' }, { label: 'Cadastro' }]}
        backTo="/list-resellers"
      />
      <FormScreen form={form} summary={createSummary({ values: form.values, kind, balance })}>
        {isAdmin && <ProfileSection form={form} kind={kind} onKind={changeKind} />}
        <AccountSections form={form} />
        {kind !== 'admin' && <CreditsSection form={form} balance={balance} />}
        {form.needsCode && code.needed && (
          <FormSection
            title="Confirmação"
            hint={
              kind === 'admin'
                ? 'Uma conta de administração pode tudo: confirme que é você.'
                : 'São muitos créditos emitidos num dia: confirme que é você.'
            }
          >
            <FreshCode code={code} />
          </FormSection>
        )}
      </FormScreen>
      {created && <CreatedReseller created={created} onClose={dismiss} />}
    </>
  );
}

interface SectionProps {
  form: Form<CreateValues>;
}

function AccountSections({ form }: SectionProps) {
  return (
    <>
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
            {...form.field('username')}
          />
          <NewPasswordField label="Senha" hint={passwordHint} {...form.field('password')} />
        </FieldRow>
      </FormSection>
      <FormSection title="Contato">
        <ContactFields form={form} optional />
      </FormSection>
    </>
  );
}

interface CreditsSectionProps extends SectionProps {
  /** Balance in hundredths. Null for an admin; undefined until it is loaded. */
  balance: number | null | undefined;
}

function CreditsSection({ form, balance }: CreditsSectionProps) {
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
          onFocus={({ currentTarget }) => currentTarget.select()}
          {...form.field('credits', typedAmount)}
        />
        <TextField
          label="Valor de venda"
          optional
          icon={IconCurrencyReal}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0,00"
          hint={limits.price ?? 'Valor unitário do crédito'}
          {...form.field('sale', typedAmount)}
        />
      </FieldRow>
    </FormSection>
  );
}

interface ProfileSectionProps extends SectionProps {
  kind: ProfileKind;
  onKind: (kind: ProfileKind) => void;
}

const kindTexts: Record<ProfileKind, { readonly label: string; readonly hint: string }> = {
  reseller: { label: 'Revenda', hint: 'Vende com créditos e pode ter revendas abaixo.' },
  franchise: {
    label: 'Franquia',
    hint: 'Uma franquia é uma revenda com marca e página próprias.',
  },
  admin: {
    label: 'Administração',
    hint: 'Mais uma conta de administração: sem saldo, com acesso a tudo.',
  },
};

/** Choice of the profile. Only an admin can create a franchise or another admin (Q-PROFILE). */
function ProfileSection({ form, kind, onKind }: ProfileSectionProps) {
  return (
    <FormSection title="Perfil" hint={kindTexts[kind].hint}>
      <Segmented
        label="Perfil"
        wide
        value={kind}
        options={Object.entries(kindTexts).map(([value, { label }]) => ({ value, label }))}
        onChange={(next) => onKind(next as ProfileKind)}
      />
      {kind === 'franchise' && (
        <TextField
          label="Número da franquia"
          optional
          icon={IconBuildingStore}
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          hint="O mesmo número junta as contas de uma marca; quem for cadastrado abaixo herda."
          {...form.field('idFranchise', (typed) => typed.replace(/\D/g, ''))}
        />
      )}
    </FormSection>
  );
}
