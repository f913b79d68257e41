/**
 * Deletar Painel, alone or with its network: what it takes along is counted first, and the name has
 * to be typed (S-RESLIST-33, -34; T-24, Q-RESACTIONS, Q-UNDO).
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import { Button, Skeleton } from '@mantine/core';
import {
  type DeletionReach,
  deleteReseller,
  deleteTree,
  previewDeletion,
} from '@ramal/contract/resellers/reseller-acts';
import { getTotalTree, getTreeLevel } from '@ramal/contract/resellers/reseller-tree';
import { listResellers } from '@ramal/contract/resellers/resellers';
import { IconRestore, IconTrash, IconTrashX } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, endsSession } from '../../foundation/api/api.ts';
import { formatDate } from '../../foundation/dates.ts';
import { countOf } from '../../foundation/numbers.ts';
import { useAction, useCall } from '../../foundation/api/query.ts';
import { useNow } from '../../foundation/use-now.ts';
import { FreshCode } from '../../second-factors/FreshCode.tsx';
import { useFreshCode } from '../../second-factors/use-fresh-code.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { useAlertDialog } from '../../ui/dialogs/dialogs.tsx';
import { Facts } from '../../ui/dialogs/Facts.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { refusalOf } from '../form-texts.ts';
import type { ResellerDialogProps } from '../reseller-dialog.ts';
import { type DeletionImpact, deletionFacts } from './deletion-facts.tsx';
import { ErrorState } from '../../ui/states/ErrorState.tsx';
import { DialogHint } from '../../ui/dialogs/DialogHint.tsx';
import { DialogIcon } from '../../ui/dialogs/DialogIcon.tsx';

const refresh = [listResellers, getTreeLevel, getTotalTree];
const RESTORABLE_MS = 30 * DAY_MS;

export const DeleteAlone = (props: ResellerDialogProps) => {
  const act = useAction(deleteReseller, { refresh });
  return (
    <Deletion
      {...props}
      reach="reseller"
      run={(sent) => act.mutateAsync(sent)}
      busy={act.isPending}
    />
  );
};

export const DeleteTree = (props: ResellerDialogProps) => {
  const act = useAction(deleteTree, { refresh });
  return (
    <Deletion {...props} reach="tree" run={(sent) => act.mutateAsync(sent)} busy={act.isPending} />
  );
};

interface DeletionProps extends ResellerDialogProps {
  reach: Exclude<DeletionReach, 'network'>;
  run: (sent: {
    params: { id: number };
    body: { code_2fa?: string };
  }) => Promise<{ message: string; toll: DeletionImpact }>;
  busy: boolean;
}

function Deletion({ reseller, onClose, onSaved, reach, run, busy }: DeletionProps) {
  const id = useId();
  const { username } = reseller;
  const params = { id: reseller.id };
  const now = useNow();
  const toll = useCall(previewDeletion, { params, query: { reach } });
  const [typed, setTyped] = useState('');
  const code = useFreshCode();
  const alert = useAlertDialog();
  const toast = useToast();
  const named = typed.trim().toLowerCase() === username.toLowerCase();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!named || !toll.data || !code.check()) return;
    try {
      const done = await run({ params, body: code.sent() });
      onClose();
      onSaved();
      toast({
        title: done.message,
        text: `${username} · ${countOf(done.toll.lines, 'linha', 'linhas')}`,
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (endsSession(error) || code.refused(error)) return;
      await alert(refusalOf(error));
    }
  };
  const whole = reach === 'tree';
  const Glyph = whole ? IconTrashX : IconTrash;
  return (
    <Dialog
      opened
      onClose={onClose}
      busy={busy}
      width={540}
      title={whole ? 'Deletar Painel e Rede C/Clientes?' : 'Deletar Painel C/Clientes?'}
      subtitle={`${username} · ID ${reseller.id}`}
      lead={
        <DialogIcon tone="bad">
          <Glyph size={22} stroke={1.75} aria-hidden />
        </DialogIcon>
      }
      footer={
        <>
          <DialogHint>Só quer impedir o acesso? Use Bloquear.</DialogHint>
          <Button size="md" variant="default" disabled={busy} onClick={onClose}>
            Não
          </Button>
          <Button
            size="md"
            type="submit"
            form={id}
            variant="danger"
            disabled={!named || !toll.data}
            loading={busy}
          >
            Sim, deletar
          </Button>
        </>
      }
    >
      {toll.error ? (
        <ErrorState
          title="Não deu para contar o que seria excluído"
          error={toll.error}
          busy={toll.isFetching}
          onRetry={() => void toll.refetch()}
        />
      ) : toll.data ? (
        <Facts
          facts={[
            ...deletionFacts(toll.data, reach),
            {
              icon: IconRestore,
              tone: 'ok',
              text: (
                <>
                  Até <b>{formatDate(new Date(now.getTime() + RESTORABLE_MS))}</b>, um administrador
                  restaura tudo pelo filtro «Excluídas».
                </>
              ),
            },
          ]}
        />
      ) : (
        <div className="toll-waiting" role="status" aria-label="Contando o que seria excluído">
          <Skeleton height={20} width="80%" />
          <Skeleton height={20} width="60%" />
          <Skeleton height={20} width="70%" />
        </div>
      )}
      <form id={id} className="delete-reseller" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={`Digite ${username} para confirmar`}
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          disabled={busy}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <FreshCode code={code} disabled={busy} />
      </form>
    </Dialog>
  );
}
