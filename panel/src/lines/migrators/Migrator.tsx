/**
 * Brings a customer from another list with the user name and password it has there, the cost said before
 * the act (S-MIGIPTV, S-MIGP2P). One screen for every platform that has a migrator.
 */
import { IconCalendar, IconFileImport, IconGift } from '@tabler/icons-react';
import { useRef } from 'react';
import { formatCredits } from '../../foundation/numbers.ts';
import { useNow } from '../../foundation/use-now.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { ChoiceTiles } from '../../ui/form/ChoiceTiles.tsx';
import { FormFrame } from '../../ui/form/FormFrame.tsx';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { TextAreaField } from '../../ui/form/TextAreaField.tsx';
import { Notice } from '../../ui/status/Notice.tsx';
import { useAccount } from '../account.ts';
import { ProductField } from '../fields/ProductField.tsx';
import { CreatedLine } from '../create/CreatedLine.tsx';
import { CustomerFields } from './CustomerFields.tsx';
import { dayIn, spellDay } from './due-day.ts';
import type { Migrator as MigratorOf } from './migrator.ts';
import { exemptionWords, migratorSummary } from './migrator-summary.tsx';
import './migrators.css';
import { useMigrator } from './use-migrator.ts';

const SHORTCUTS = [15, 30, 60, 90];

export function Migrator({ migrator }: { migrator: MigratorOf }) {
  const { platform, title } = migrator;
  const now = useNow();
  const form = useRef<HTMLFormElement>(null);
  const { balance } = useAccount();
  const state = useMigrator(migrator, form, now);
  const { customer, draft, packages, cost, change, changeCustomer, fields, busy } = state;
  const exemption = cost.cost && exemptionWords(cost.cost);
  return (
    <>
      <PageHeader
        title={title}
        breadcrumb={[
          { label: 'Linhas' },
          { label: platform.is.label, to: platform.is.listPath },
          { label: title },
        ]}
        backTo={platform.is.listPath}
        actions={<FromFile />}
        phoneActions={<FromFile />}
        note="Por tempo limitado: traga clientes de outra lista com o mesmo usuário e a mesma senha."
      />
      {state.brought && (
        <CreatedLine
          platform={platform}
          receipt={state.brought}
          done="Usuário migrado"
          onDismiss={state.dismiss}
        />
      )}
      <FormFrame
        ref={form}
        onSubmit={state.submit}
        summary={migratorSummary({ migrator, draft, cost, balance, packages, now, busy })}
      >
        <FormSection title="Cliente" hint="O usuário e a senha continuam os mesmos.">
          <CustomerFields
            knownBy={migrator.knownBy}
            value={customer}
            onChange={changeCustomer}
            errors={fields}
          />
        </FormSection>
        <FormSection title="Pacote" hint="O que o cliente vai assistir.">
          <ProductField
            platform={platform}
            value={{ custom: false, packageId: draft.packageId, bouquets: [] }}
            onChange={({ packageId }) => packageId !== undefined && change({ packageId })}
            error={fields.plan}
          />
        </FormSection>
        <FormSection
          title="Vencimento"
          hint="Até 15 dias custa 0,6; depois, 1 crédito a cada 30 dias começados."
          aside={typeof balance === 'number' ? `você tem ${formatCredits(balance)}` : undefined}
        >
          <ChoiceTiles
            label="Atalhos do vencimento"
            value={String(SHORTCUTS.find((days) => dayIn(days, now) === draft.due))}
            options={SHORTCUTS.map((days) => ({
              value: String(days),
              label: String(days),
              detail: 'dias',
            }))}
            onChange={(days) => change({ due: dayIn(Number(days), now) })}
          />
          <TextField
            label="Data de vencimento"
            icon={IconCalendar}
            inputMode="numeric"
            autoComplete="off"
            placeholder="dd/mm/aaaa"
            hint="Vence às 23:59 deste dia."
            value={draft.due}
            onChange={({ currentTarget: { value } }) => change({ due: spellDay(value) })}
            error={fields.due}
          />
          {exemption && (
            <Notice tone={cost.cost?.used ? 'warn' : 'ok'} icon={IconGift}>
              {exemption}
            </Notice>
          )}
        </FormSection>
        <FormSection>
          <TextAreaField
            label="Anotações"
            optional
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

/** Many at once come from a file. */
const FromFile = () => (
  <LinkButton
    to="/import-lines"
    variant="default"
    leftSection={<IconFileImport size={16} stroke={1.75} aria-hidden />}
  >
    Importar uma planilha
  </LinkButton>
);
