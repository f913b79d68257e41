import { Box } from '@mantine/core';
/**
 * «Migrar P2P», «Migrar Novo P2P», «Migrar IPTV»: migrates a line to another platform. The user
 * selects the new product and confirms, then the dialog shows the new access data (V-25, M-14).
 */
import { errorText } from '@ramal/contract/api/errors';
import { messages } from '@ramal/contract/api/validation';
import { formatDateTime, formatDayMonth } from '../../foundation/dates.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import type { FieldErrors } from '../../ui/form/form-errors.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { readyPackage } from '../fields/product.ts';
import { ProductSection } from '../fields/ProductSection.tsx';
import { storedToTyped, typedProblem } from '../fields/whatsapp.ts';
import { WhatsappField } from '../fields/WhatsappField.tsx';
import type { Line } from '../line.ts';
import { LineSubtitle } from '../LineSubtitle.tsx';
import { callsChangedByActions, usePlatformRead } from '../platforms/calls.ts';
import { migrationCall } from '../platforms/migration-calls.ts';
import type { LineMigration } from '../platforms/migrations.ts';
import { migrateConfirmation } from './line-confirmations.tsx';
import type { LineDialogProps } from './line-dialog.ts';
import type { NewAccess } from './line-dialogs-state.ts';

interface MigrateLineProps extends LineDialogProps {
  migration: LineMigration;
  onMoved: (line: Line, access: NewAccess) => void;
}

interface MigrateForm {
  readonly packageId: number | null;
  readonly whatsapp: string;
}

export function MigrateLine({ platform, context, migration, onClose, onMoved }: MigrateLineProps) {
  const { line, now } = context;
  const hasExpired = line.expiresAt <= now;
  const { label, asksWhatsapp } = migration;
  const { to, call } = migrationCall(platform, migration);
  const packages = usePlatformRead(to.packages, undefined, { staleMs: 60_000 });
  const offered = (packages.data ?? []).filter(({ forTests }) => forTests || !line.isTrial);
  const chosen = (id: number | null) => offered.find((option) => option.id === id);
  const form = useForm(call.declaration, {
    initial: { packageId: null, whatsapp: storedToTyped(line.whatsapp) } as MigrateForm,
    wireNames: { packageId: 'package' },
    send: ({ packageId, whatsapp }) => call.send({ line, packageId: packageId ?? 0, whatsapp }),
    // The fields show only the errors of `validate`. Errors of the server are shown in the
    // confirmation dialog.
    readErrors: () => ({}),
    validate: ({ packageId, whatsapp }) => problemOf(chosen(packageId) !== undefined, whatsapp),
    alertFor: ({ errors, refusal }) =>
      !refusal && errors.package
        ? { title: 'Atenção', tone: 'warn', text: errorText('migration_plan_missing') }
        : undefined,
    confirm: ({ packageId }) =>
      migrateConfirmation(context, to.definition.label, chosen(packageId)?.label ?? ''),
    refresh: [...callsChangedByActions(platform), ...callsChangedByActions(to)],
    onDone: (answer) =>
      onMoved(line, {
        platform: to,
        receipt: call.read(answer),
        title: `Usuário migrado para ${to.definition.label}`,
        phoneTitle: 'Usuário migrado',
      }),
  });
  const { packageId } = form.values;
  return (
    <FormDialog
      form={form}
      width={480}
      title={label}
      subtitle={<LineSubtitle line={line} />}
      submitLabel={`Migrar para ${to.definition.label}`}
      wideSubmit
      onClose={onClose}
    >
      <ProductSection
        platform={to}
        title={`Pacote no ${to.definition.label}`}
        readyOnly
        forTests={line.isTrial}
        value={readyPackage(packageId)}
        onChange={({ packageId: id }) => id !== undefined && form.change({ packageId: id })}
        error={form.errors.package}
      />
      {asksWhatsapp && <WhatsappField optional {...form.field('whatsapp')} />}
      <Box component="p" fz="sm" c="dimmed">
        {hasExpired ? (
          <>
            Esta linha venceu em <b>{formatDayMonth(line.expiresAt)}</b>. Vencida, ela não migra:
            renove-a antes.
          </>
        ) : (
          <>
            O tempo que falta vai junto: continua até <b>{formatDateTime(line.expiresAt)}</b>, sem
            custo. Usuário e senha serão novos.
          </>
        )}
      </Box>
    </FormDialog>
  );
}

function problemOf(hasPackage: boolean, whatsapp: string): FieldErrors {
  const problem = typedProblem(whatsapp);
  return {
    ...(hasPackage ? {} : { package: messages.required('Pacote') }),
    ...(problem === undefined ? {} : { whatsapp: problem }),
  };
}
