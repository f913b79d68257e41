/** Migrar P2P, Migrar Novo P2P, Migrar IPTV: what it will watch there, asked once more, then the new access (V-25, M-14). */
import { errorText } from '@ramal/contract/errors';
import { messages } from '@ramal/contract/validation';
import { Button } from '@mantine/core';
import { IconPackage } from '@tabler/icons-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { formatDateTime } from '../../foundation/dates.ts';
import { useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { SelectField } from '../../ui/form/choice-fields.tsx';
import { usePlatformAct, usePlatformRead } from '../platforms/calls.ts';
import type { Line } from '../line.ts';
import type { LineDialogProps } from './line-dialog.ts';
import { migrationCall } from '../platforms/migration-calls.ts';
import type { LineMigration } from '../platforms/migrations.ts';
import { migrateConfirmation } from './line-confirmations.tsx';
import type { Receipt } from '../receipt/receipt.ts';
import { useObjections } from './use-form-errors.ts';
import { isNumber } from '../fields/whatsapp.ts';
import { WhatsappField } from '../fields/WhatsappField.tsx';
import type { NewAccess } from './line-dialogs-state.ts';
import { LineSubtitle } from '../LineSubtitle.tsx';

export interface MigrateDialogProps extends LineDialogProps {
  migration: LineMigration;
  onMoved: (line: Line, handed: NewAccess) => void;
}

export function MigrateLine({
  platform,
  context: asking,
  migration,
  onClose,
  onMoved,
}: MigrateDialogProps) {
  const { line } = asking;
  const { label, asksWhatsapp } = migration;
  const { to, call } = migrationCall(platform, migration);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const confirm = useConfirm();
  const move = usePlatformAct(platform, call, to);
  const { fields, setFields, object } = useObjections(form);
  const packages = usePlatformRead(to.packages, undefined, { staleMs: 60_000 });
  const [packageId, setPackageId] = useState<number>();
  const [whatsapp, setWhatsapp] = useState(line.whatsapp ?? '');
  const offered = (packages.data ?? []).filter(({ forTests }) => forTests || !line.isTrial);
  const chosen = offered.find((option) => option.id === packageId);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!chosen) {
      const lines = [errorText('migration_plan_missing')];
      return object({ fields: { plan: messages.required('Pacote') }, title: 'Atenção', lines });
    }
    if (whatsapp !== '' && !isNumber(whatsapp)) {
      const wrong = messages.malformed('WhatsApp');
      return object({ fields: { whatsapp: wrong }, title: 'Atenção', lines: [wrong] });
    }
    let receipt: Receipt | undefined;
    await confirm({
      ...migrateConfirmation(asking, to.is.label, chosen.label),
      act: async () => {
        receipt = await move.run({ line, packageId: chosen.id, whatsapp });
      },
    });
    if (receipt)
      onMoved(line, {
        platform: to,
        receipt,
        title: `Usuário migrado para ${to.is.label}`,
        phoneTitle: 'Usuário migrado',
      });
    return undefined;
  };

  return (
    <Dialog
      opened
      onClose={onClose}
      busy={move.busy}
      title={label}
      subtitle={<LineSubtitle line={line} />}
      footer={
        <>
          <Button size="md" variant="default" disabled={move.busy} onClick={onClose}>
            Cancelar
          </Button>
          <Button
            size="md"
            type="submit"
            form={id}
            className="line-dialog-main"
            loading={move.busy}
          >
            {`Migrar para ${to.is.label}`}
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={form}
        className="edit-line"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <SelectField
          label={`Pacote no ${to.is.label}`}
          icon={IconPackage}
          placeholder={packages.query.isPending ? 'Carregando os pacotes…' : 'Escolha um pacote'}
          data={offered.map((option) => ({ value: String(option.id), label: option.label }))}
          value={packageId === undefined ? null : String(packageId)}
          onChange={(value) => {
            setPackageId(value === null ? undefined : Number(value));
            setFields({});
          }}
          error={fields.plan ?? packages.query.error?.message}
        />
        {asksWhatsapp && (
          <WhatsappField
            optional
            value={whatsapp}
            onChange={(value) => {
              setWhatsapp(value);
              setFields({});
            }}
            error={fields.whatsapp}
          />
        )}
        <p className="migrate-line-note">
          O tempo que falta vai junto: continua até <b>{formatDateTime(line.expiresAt)}</b>, sem
          custo. Usuário e senha serão novos.
        </p>
      </form>
    </Dialog>
  );
}
