/**
 * «Deletar Painel», alone or with its network. The dialog counts the affected accounts first, and
 * the user must type the name (S-RESLIST-33, -34; T-24, Q-RESACTIONS, Q-UNDO).
 */
import { Skeleton, Stack } from '@mantine/core';
import {
  type DeletionScope,
  deleteReseller,
  deleteTree,
  previewDeletion,
} from '@ramal/contract/resellers/reseller-acts';
import { getDashboard } from '@ramal/contract/dashboard';
import { getTotalTree, getTreeLevel } from '@ramal/contract/resellers/reseller-tree';
import { listResellers } from '@ramal/contract/resellers/resellers';
import { DAY_MS } from '@ramal/contract/rules/durations';
import { IconRestore, IconTrash, IconTrashX } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { formatDate } from '../../foundation/dates.ts';
import { pluralize } from '../../foundation/numbers.ts';
import { useNow } from '../../foundation/use-now.ts';
import { FreshCode } from '../../second-factors/FreshCode.tsx';
import { useFreshCode } from '../../second-factors/use-fresh-code.ts';
import type { Fact } from '../../ui/dialogs/Facts.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { ErrorState } from '../../ui/states/ErrorState.tsx';
import type { ResellerDialogProps } from '../reseller-dialog.ts';
import { deletionFacts } from './deletion-facts.ts';

const RESTORABLE_MS = 30 * DAY_MS;

export const DeleteAlone = (props: ResellerDialogProps) => (
  <ConfirmDeletion {...props} reach="reseller" />
);

export const DeleteTree = (props: ResellerDialogProps) => (
  <ConfirmDeletion {...props} reach="tree" />
);

interface ConfirmDeletionProps extends ResellerDialogProps {
  reach: Exclude<DeletionScope, 'network'>;
}

function ConfirmDeletion({ reseller, onClose, onSaved, reach }: ConfirmDeletionProps) {
  const { id, username } = reseller;
  const withNetwork = reach === 'tree';
  const now = useNow();
  const impact = useCall(previewDeletion, { params: { id }, query: { reach } });
  const code = useFreshCode();
  const form = useForm(withNetwork ? deleteTree : deleteReseller, {
    initial: { name: '' },
    send: () => ({ params: { id }, body: {} }),
    validate: ({ name }) => {
      if (name.trim().toLowerCase() !== username.toLowerCase())
        return { name: `Digite ${username} para confirmar.` };
      return impact.data ? {} : { impact: 'O que seria excluído ainda não foi contado.' };
    },
    freshCode: () => code,
    refresh: [listResellers, getTreeLevel, getTotalTree, getDashboard],
    success: ({ message, toll }) => ({
      title: message,
      text: `${username} · ${pluralize(toll.lines, 'linha', 'linhas')}`,
    }),
    onDone: () => {
      onClose();
      onSaved();
    },
  });
  return (
    <FormDialog
      form={form}
      width={540}
      title={withNetwork ? 'Deletar Painel e Rede C/Clientes?' : 'Deletar Painel C/Clientes?'}
      subtitle={`${username} · ID ${id}`}
      icon={withNetwork ? IconTrashX : IconTrash}
      tone="danger"
      facts={impact.data && [...deletionFacts(impact.data, reach), restoreFact(now)]}
      hint="Só quer impedir o acesso? Use Bloquear."
      cancelLabel="Não"
      submitLabel="Sim, deletar"
      onClose={onClose}
    >
      {impact.error ? (
        <ErrorState
          title="Não deu para contar o que seria excluído"
          error={impact.error}
          busy={impact.isFetching}
          onRetry={() => void impact.refetch()}
        />
      ) : (
        !impact.data && (
          <Stack gap="2xl" role="status" aria-label="Contando o que seria excluído">
            <Skeleton height={20} width="80%" />
            <Skeleton height={20} width="60%" />
            <Skeleton height={20} width="70%" />
          </Stack>
        )
      )}
      <TextField
        label={`Digite ${username} para confirmar`}
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        disabled={form.busy}
        {...form.field('name')}
      />
      <FreshCode code={code} disabled={form.busy} />
    </FormDialog>
  );
}

const restoreFact = (now: Date): Fact => ({
  icon: IconRestore,
  tone: 'ok',
  text: `Até **${formatDate(new Date(now.getTime() + RESTORABLE_MS))}**, um administrador restaura tudo pelo filtro «Excluídas».`,
});
