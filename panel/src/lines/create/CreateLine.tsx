/** Sells an official line or gives a test: what decides the price first, the effect said before the act. */
import { TEST_HOURS } from '@ramal/contract/terms';
import { IconUser } from '@tabler/icons-react';
import { useRef } from 'react';
import { formatCredits } from '../../foundation/numbers.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ChoiceTiles } from '../../ui/form/ChoiceTiles.tsx';
import { FormFrame } from '../../ui/form/FormFrame.tsx';
import { FieldRow, FormSection } from '../../ui/form/FormSection.tsx';
import { Segmented } from '../../ui/form/Segmented.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { TextAreaField } from '../../ui/form/TextAreaField.tsx';
import { useAccount } from '../account.ts';
import { useLineKind } from './create-params.ts';
import { createSummary } from './create-summary.tsx';
import { CreditTiles } from '../fields/CreditTiles.tsx';
import '../lines.css';
import { ProductField } from '../fields/ProductField.tsx';
import type { LinePlatform } from '../platforms/platform.ts';
import { TrialHint } from './TrialHint.tsx';
import { useCreateLine } from './use-create-line.ts';
import { useNow } from '../../foundation/use-now.ts';
import { CreatedLine } from './CreatedLine.tsx';
import { onlyDigits } from '../fields/whatsapp.ts';
import { WhatsappField } from '../fields/WhatsappField.tsx';
import { WhatsAppHint } from './WhatsAppHint.tsx';

const hours = TEST_HOURS.map((count) => ({
  value: String(count),
  label: String(count),
  detail: count === 1 ? 'hora' : 'horas',
}));

export function CreateLine({ platform }: { platform: LinePlatform }) {
  const { official: asked, choose } = useLineKind();
  const now = useNow();
  const form = useRef<HTMLFormElement>(null);
  const account = useAccount();
  // With tests switched off there is nothing to choose.
  const mayTest = account.mayTest(platform);
  const official = asked || !mayTest;
  const { draft, packages, change, fields, busy, submit, created, dismiss } = useCreateLine(
    platform,
    official,
    form,
  );
  const kind = (wide: boolean) =>
    mayTest && (
      <Segmented
        label="Tipo de usuário"
        wide={wide}
        value={official ? 'official' : 'test'}
        options={[
          { value: 'official', label: 'Oficial' },
          { value: 'test', label: 'Teste' },
        ]}
        onChange={(value) => choose(value === 'official')}
      />
    );
  return (
    <>
      <PageHeader
        title={official ? 'Cadastro de Usuário Oficial' : 'Cadastro de Usuário Teste'}
        phoneTitle={platform.words.createTitle}
        breadcrumb={[
          { label: 'Linhas' },
          { label: platform.is.label, to: platform.is.listPath },
          { label: 'Criar usuário' },
        ]}
        backTo={platform.is.listPath}
        actions={kind(false)}
        phoneActions={kind(true)}
      />
      {created && <CreatedLine platform={platform} receipt={created} onDismiss={dismiss} />}
      <FormFrame
        ref={form}
        onSubmit={submit}
        summary={createSummary({
          platform,
          draft,
          official,
          balance: account.balance,
          packages,
          now,
          busy,
        })}
      >
        {official ? (
          <FormSection
            title="Créditos"
            hint="1 crédito vale 30 dias. Nas promoções você ganha tempo."
            aside={
              typeof account.balance === 'number'
                ? `você tem ${formatCredits(account.balance)}`
                : undefined
            }
          >
            <CreditTiles
              value={draft.credits}
              onChange={(credits) => change({ credits })}
              error={fields.credits}
            />
          </FormSection>
        ) : (
          <FormSection
            title="Duração do teste"
            hint="O teste é grátis e para de funcionar sozinho."
          >
            <ChoiceTiles
              label="Duração do teste"
              value={String(draft.testHours)}
              options={hours}
              onChange={(value) => change({ testHours: Number(value) })}
              error={fields.testHours}
            />
          </FormSection>
        )}
        <FormSection
          title="Pacote"
          hint={
            draft.custom
              ? 'Monte o pacote com os grupos de canais que o cliente quer ver.'
              : 'O que o cliente vai assistir.'
          }
        >
          <ProductField
            platform={platform}
            value={draft}
            onChange={change}
            forTests={!official}
            error={fields.plan}
          />
        </FormSection>
        <FormSection>
          <FieldRow>
            <TextField
              label={platform.words.name}
              optional
              icon={IconUser}
              autoComplete="off"
              placeholder={platform.words.nameHint}
              maxLength={20}
              {...(platform.is.numericNames ? { inputMode: 'numeric' as const } : {})}
              value={draft.username}
              onChange={({ currentTarget: { value } }) =>
                change({ username: platform.is.numericNames ? onlyDigits(value) : value })
              }
              error={fields.username}
            />
            <WhatsappField
              optional
              value={draft.whatsapp}
              onChange={(whatsapp) => change({ whatsapp })}
              error={fields.whatsapp}
            />
          </FieldRow>
          <WhatsAppHint number={draft.whatsapp} platform={platform} now={now} />
          {!official && <TrialHint number={draft.whatsapp} now={now} />}
          <TextAreaField
            label="Anotações"
            autoComplete="off"
            maxLength={255}
            value={draft.note}
            onChange={({ currentTarget: { value } }) => change({ note: value })}
            error={fields.note}
          />
        </FormSection>
      </FormFrame>
    </>
  );
}
