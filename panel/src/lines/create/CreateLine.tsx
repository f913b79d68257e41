/**
 * Form that creates an official line or a test. The fields that determine the price come first. The
 * summary shows the effect before the line is created.
 */
import { TEST_HOURS } from '@ramal/contract/rules/terms';
import { IconUser } from '@tabler/icons-react';
import { formatCredits } from '../../foundation/numbers.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { ChoiceTiles } from '../../ui/form/fields/ChoiceTiles.tsx';
import { FormScreen } from '../../ui/form/FormScreen.tsx';
import { FieldRow, FormSection } from '../../ui/form/FormSection.tsx';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { TextAreaField } from '../../ui/form/fields/TextAreaField.tsx';
import { useAccount } from '../account.ts';
import { useCreateParams } from './create-params.ts';
import { createSummary } from './create-summary.tsx';
import { CreditTiles } from '../fields/CreditTiles.tsx';
import { PriceField } from '../fields/PriceField.tsx';
import { ProductSection } from '../fields/ProductSection.tsx';
import type { LinePlatform } from '../platforms/platform.ts';
import { TrialHint } from './TrialHint.tsx';
import { useCreateLine } from './use-create-line.ts';
import { useNow } from '../../foundation/use-now.ts';
import { lazyComponent, usePrefetch } from '../../foundation/lazy-component.tsx';
import type { CreatedLineProps } from './CreatedLine.tsx';
import { onlyDigits } from '../fields/whatsapp.ts';
import { WhatsappField } from '../fields/WhatsappField.tsx';
import { WhatsAppHint } from './WhatsAppHint.tsx';

const hours = TEST_HOURS.map((count) => ({
  value: String(count),
  label: String(count),
  detail: count === 1 ? 'hora' : 'horas',
}));

const CreatedLine = lazyComponent<CreatedLineProps>(
  async () => (await import('./CreatedLine.tsx')).CreatedLine,
);

export function CreateLine({ platform }: { platform: LinePlatform }) {
  const { official: chosenOfficial, choose, ...linked } = useCreateParams();
  const now = useNow();
  const account = useAccount();
  // The receipt must appear at once after the line is created, so its code is preloaded.
  usePrefetch(CreatedLine);
  // If the account cannot create tests, the form offers no choice between test and official line.
  const mayTest = account.mayTest(platform);
  const official = chosenOfficial || !mayTest;
  const { form, values, packages, created, dismiss } = useCreateLine({
    platform,
    official,
    linked,
    draft: `criar-${platform.definition.key}`,
  });
  const kind = (wide: boolean) =>
    mayTest && <LineKind wide={wide} official={official} onChange={choose} />;
  return (
    <>
      <PageHeader
        isForm
        title={official ? 'Cadastro de Usuário Oficial' : 'Cadastro de Usuário Teste'}
        phoneTitle={platform.words.createTitle}
        breadcrumb={[
          { label: 'Linhas' },
          { label: platform.definition.label, to: platform.definition.listPath },
          { label: 'Criar usuário' },
        ]}
        backTo={platform.definition.listPath}
        actions={kind(false)}
        phoneActions={kind(true)}
      />
      {created && <CreatedLine platform={platform} receipt={created} onDismiss={dismiss} />}
      <FormScreen
        form={form}
        summary={createSummary({
          platform,
          values,
          official,
          balance: account.balance,
          packages,
          now,
          choose: mayTest ? choose : undefined,
        })}
      >
        {official ? (
          <CreditsSection form={form} balance={account.balance} />
        ) : (
          <HoursSection form={form} />
        )}
        <ProductSection
          platform={platform}
          value={values}
          forTests={!official}
          onChange={form.change}
          error={form.errors.plan}
        />
        <CustomerFields platform={platform} form={form} official={official} now={now} />
      </FormScreen>
    </>
  );
}

interface LineKindProps {
  readonly wide: boolean;
  readonly official: boolean;
  readonly onChange: (official: boolean) => void;
}

const LineKind = ({ wide, official, onChange }: LineKindProps) => (
  <Segmented
    label="Tipo de usuário"
    wide={wide}
    value={official ? 'official' : 'test'}
    options={[
      { value: 'official', label: 'Oficial' },
      { value: 'test', label: 'Teste' },
    ]}
    onChange={(value) => onChange(value === 'official')}
  />
);

type LineForm = ReturnType<typeof useCreateLine>['form'];

const CreditsSection = ({
  form,
  balance,
}: {
  form: LineForm;
  balance: ReturnType<typeof useAccount>['balance'];
}) => (
  <FormSection
    title="Créditos"
    hint="1 crédito vale 30 dias. Nas promoções você ganha tempo."
    aside={typeof balance === 'number' ? `você tem ${formatCredits(balance)}` : undefined}
  >
    <CreditTiles
      value={form.values.credits}
      onChange={(credits) => form.change({ credits })}
      error={form.errors.credits}
    />
  </FormSection>
);

const HoursSection = ({ form }: { form: LineForm }) => (
  <FormSection title="Duração do teste" hint="O teste é grátis e para de funcionar sozinho.">
    <ChoiceTiles
      label="Duração do teste"
      value={String(form.values.testHours)}
      options={hours}
      onChange={(value) => form.change({ testHours: Number(value) })}
      error={form.errors.testHours}
    />
  </FormSection>
);

interface CustomerFieldsProps {
  readonly platform: LinePlatform;
  readonly form: LineForm;
  readonly official: boolean;
  readonly now: Date;
}

/**
 * Fields of the customer. On a phone their order follows a sale: the number, then the owner. The
 * login is the last field, because it is rarely typed.
 */
function CustomerFields({ platform, form, official, now }: CustomerFieldsProps) {
  const isPhone = useIsPhone();
  const { whatsapp } = form.values;
  const login = (
    <TextField
      label={platform.words.name}
      optional
      icon={IconUser}
      autoComplete="off"
      placeholder={platform.words.nameHint}
      maxLength={20}
      {...(platform.definition.numericNames ? { inputMode: 'numeric' as const } : {})}
      {...form.field('username', platform.definition.numericNames ? onlyDigits : undefined)}
    />
  );
  const number = <WhatsappField optional {...form.field('whatsapp')} />;
  return (
    <FormSection>
      {isPhone ? (
        number
      ) : (
        <FieldRow>
          {login}
          {number}
        </FieldRow>
      )}
      <WhatsAppHint number={whatsapp} platform={platform} now={now} />
      {!official && <TrialHint number={whatsapp} now={now} />}
      {official && !isPhone && <PriceField form={form} />}
      <TextAreaField
        label="Anotações"
        aside="Comece pelo nome do cliente"
        autoComplete="off"
        maxLength={255}
        {...form.field('note')}
      />
      {official && isPhone && <PriceField form={form} />}
      {isPhone && login}
    </FormSection>
  );
}
