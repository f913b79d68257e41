/**
 * Screen that migrates a customer from another provider's list. The customer keeps the user name
 * and the password. The cost is shown next to the form (S-MIGIPTV, S-MIGP2P). All platforms with a
 * migrator share this screen.
 */
import { IconFileImport, IconGift } from '@tabler/icons-react';
import { formatCredits } from '../../foundation/numbers.ts';
import { useNow } from '../../foundation/use-now.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { readDay, writtenDay } from '../../foundation/typed-day.ts';
import { DateField } from '../../ui/form/fields/DateField.tsx';
import { ChoiceTiles } from '../../ui/form/fields/ChoiceTiles.tsx';
import { FormScreen } from '../../ui/form/FormScreen.tsx';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { TextAreaField } from '../../ui/form/fields/TextAreaField.tsx';
import { Notice } from '../../ui/status/Notice.tsx';
import { useAccount } from '../account.ts';
import { CreatedLine } from '../create/CreatedLine.tsx';
import { readyPackage } from '../fields/product.ts';
import { ProductSection } from '../fields/ProductSection.tsx';
import { CustomerFields } from './CustomerFields.tsx';
import { dayFromToday } from './due-day.ts';
import type { Migrator as MigratorOf } from './migrator.ts';
import { exemptionWords, migratorSummary } from './migrator-summary.tsx';
import { useMigrator } from './use-migrator.ts';

const SHORTCUTS = [15, 30, 60, 90];

export function Migrator({ migrator }: { migrator: MigratorOf }) {
  const { platform, title } = migrator;
  const now = useNow();
  const { balance } = useAccount();
  const { form, values, packages, cost, migrated, dismiss } = useMigrator(migrator, now);
  const exemption = cost.cost && exemptionWords(cost.cost);
  return (
    <>
      <PageHeader
        isForm
        title={title}
        breadcrumb={[
          { label: 'Linhas' },
          { label: platform.definition.label, to: platform.definition.listPath },
          { label: title },
        ]}
        backTo={platform.definition.listPath}
        actions={<FromFile />}
        phoneActions={<FromFile />}
        note="Por tempo limitado: traga clientes de outra lista com o mesmo usuário e a mesma senha."
      />
      {migrated && (
        <CreatedLine
          platform={platform}
          receipt={migrated}
          done="Usuário migrado"
          onDismiss={dismiss}
        />
      )}
      <FormScreen
        form={form}
        summary={migratorSummary({ migrator, values, cost, balance, packages, now })}
      >
        <FormSection title="Cliente" hint="O usuário e a senha continuam os mesmos.">
          <CustomerFields knownBy={migrator.knownBy} form={form} />
        </FormSection>
        <ProductSection
          platform={platform}
          value={readyPackage(values.packageId)}
          onChange={({ packageId }) => packageId !== undefined && form.change({ packageId })}
          error={form.errors.plan}
        />
        <FormSection
          title="Vencimento"
          hint="Até 15 dias custa 0,6; depois, 1 crédito a cada 30 dias começados."
          aside={typeof balance === 'number' ? `você tem ${formatCredits(balance)}` : undefined}
        >
          <DueFields form={form} now={now} />
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
            {...form.field('note')}
          />
        </FormSection>
      </FormScreen>
    </>
  );
}

const FromFile = () => (
  <LinkButton
    to="/import-lines"
    variant="default"
    leftSection={<IconFileImport size={16} stroke={1.75} aria-hidden />}
  >
    Importar uma planilha
  </LinkButton>
);

/** Field for the due date: a day, or a number of days from today. */
function DueFields({ form, now }: { form: ReturnType<typeof useMigrator>['form']; now: Date }) {
  return (
    <>
      <ChoiceTiles
        label="Atalhos do vencimento"
        value={String(SHORTCUTS.find((days) => dayFromToday(days, now) === form.values.due))}
        options={SHORTCUTS.map((days) => ({
          value: String(days),
          label: String(days),
          detail: 'dias',
        }))}
        onChange={(days) => form.change({ due: dayFromToday(Number(days), now) })}
      />
      <DateField
        label="Data de vencimento"
        hint="Vence às 23:59 deste dia."
        error={form.field('due').error}
        value={readDay(form.values.due) ?? form.values.due}
        onChange={(day) => form.change({ due: writtenDay(day) })}
      />
    </>
  );
}
