/**
 * «Confirmar Ação»: blocks or unblocks with a reason, for who stands above, for the administration,
 * for a whole network (S-RESLIST-22, -31, -32, -44, -47; T-21, T-22, Q-BLOCKEFFECT).
 */
import { Button } from '@mantine/core';
import {
  blockNetwork,
  blockReseller,
  blockResellerAsAdmin,
} from '@ramal/contract/resellers/reseller-acts';
import { getTreeLevel } from '@ramal/contract/resellers/reseller-tree';
import { listResellers } from '@ramal/contract/resellers/resellers';
import {
  IconBinaryTree2,
  IconDeviceTv,
  IconDoorEnter,
  IconDoorExit,
  IconLock,
  IconLockOpen2,
  IconShieldLock,
} from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useId } from 'react';
import { ApiError, endsSession } from '../../foundation/api/api.ts';
import { useDraft } from '../../foundation/drafts.ts';
import { countOf } from '../../foundation/numbers.ts';
import { useAction } from '../../foundation/api/query.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { useAlertDialog } from '../../ui/dialogs/dialogs.tsx';
import { type Fact, Facts } from '../../ui/dialogs/Facts.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { refusalOf } from '../form-texts.ts';
import { isWholeReason, ReasonField } from './ReasonField.tsx';
import type { Reseller } from '../reseller.ts';
import type { ResellerDialogProps } from '../reseller-dialog.ts';
import { DialogIcon } from '../../ui/dialogs/DialogIcon.tsx';

const refresh = [listResellers, getTreeLevel];

export function BlockReseller(props: ResellerDialogProps) {
  const act = useAction(blockReseller, { refresh });
  const blocked = props.reseller.status === 0;
  const facts: Fact[] = blocked
    ? [...comesBack(props.reseller.block_admin === 1)]
    : [
        ...staysOut,
        { icon: IconLockOpen2, tone: 'ok', text: 'Você desbloqueia quando quiser, aqui mesmo.' },
      ];
  return (
    <ConfirmAction
      {...props}
      blocked={blocked}
      what="revenda"
      facts={facts}
      run={(sent) => act.mutateAsync(sent)}
      busy={act.isPending}
    />
  );
}

export function BlockAsAdmin(props: ResellerDialogProps) {
  const act = useAction(blockResellerAsAdmin, { refresh });
  const blocked = props.reseller.block_admin === 1;
  const facts: Fact[] = blocked
    ? [...comesBack(props.reseller.status === 0)]
    : [
        ...staysOut,
        {
          icon: IconShieldLock,
          tone: 'warn',
          text: (
            <>
              Só a administração desbloqueia: quem vende para ela <b>não consegue</b>.
            </>
          ),
        },
      ];
  return (
    <ConfirmAction
      {...props}
      blocked={blocked}
      what="revenda"
      facts={facts}
      run={(sent) => act.mutateAsync(sent)}
      busy={act.isPending}
    />
  );
}

export function BlockNetwork(props: ResellerDialogProps) {
  const act = useAction(blockNetwork, { refresh });
  const { reseller } = props;
  const blocked = reseller.network_blocked === 1;
  const network = (
    <>
      Vale para <b>{reseller.username}</b> e para {below(reseller)}.
    </>
  );
  const facts: Fact[] = [
    { icon: IconBinaryTree2, tone: blocked ? 'ok' : 'bad', text: network },
    ...(blocked ? comesBack(false) : staysOut),
  ];
  return (
    <ConfirmAction
      {...props}
      blocked={blocked}
      what="rede"
      facts={facts}
      run={(sent) => act.mutateAsync(sent)}
      busy={act.isPending}
    />
  );
}

const staysOut: readonly Fact[] = [
  {
    icon: IconDoorExit,
    tone: 'bad',
    text: (
      <>
        Não entra mais no painel, e os acessos abertos são encerrados <b>na hora</b>.
      </>
    ),
  },
  {
    icon: IconDeviceTv,
    tone: 'ok',
    text: 'Os clientes não percebem: as linhas continuam funcionando.',
  },
];

const comesBack = (otherBlock: boolean): Fact[] =>
  otherBlock
    ? [
        {
          icon: IconLock,
          tone: 'warn',
          text: 'Há outro bloqueio nesta conta, que continua valendo.',
        },
      ]
    : [{ icon: IconDoorEnter, tone: 'ok', text: 'Volta a entrar no painel com a mesma senha.' }];

const below = ({ tree_resellers: count }: Reseller): ReactNode =>
  count === 0 ? 'quem estiver abaixo' : <>{countOf(count, 'revenda', 'revendas')} abaixo</>;

interface ConfirmActionProps extends ResellerDialogProps {
  /** It is blocked now: the same act unblocks. */
  blocked: boolean;
  what: 'revenda' | 'rede';
  facts: readonly Fact[];
  run: (sent: {
    params: { id: number };
    body: { reason: string };
  }) => Promise<{ message: string; count?: number }>;
  busy: boolean;
}

function ConfirmAction({
  reseller,
  onClose,
  onSaved,
  blocked,
  what,
  facts,
  run,
  busy,
}: ConfirmActionProps) {
  const id = useId();
  const draft = useDraft(`bloquear-${what}-${reseller.id}`, { reason: '' });
  const { reason } = draft.value;
  const alert = useAlertDialog();
  const toast = useToast();
  const close = () => {
    draft.clear();
    onClose();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isWholeReason(reason)) return;
    try {
      const { message, count } = await run({
        params: { id: reseller.id },
        body: { reason: reason.trim() },
      });
      close();
      onSaved();
      const { username } = reseller;
      toast({
        title: message,
        text: count === undefined ? username : `${username} · ${countOf(count, 'conta', 'contas')}`,
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!endsSession(error)) await alert(refusalOf(error));
    }
  };
  const verb = blocked ? 'desbloquear' : 'bloquear';
  const Glyph = blocked ? IconLockOpen2 : IconLock;
  return (
    <Dialog
      opened
      onClose={close}
      busy={busy}
      title="Confirmar Ação"
      subtitle={`${blocked ? 'Desbloquear' : 'Bloquear'} ${what === 'rede' ? `a rede de ${reseller.username}` : reseller.username} · ID ${reseller.id}`}
      lead={
        <DialogIcon tone={blocked ? 'accent' : 'bad'}>
          <Glyph size={22} stroke={1.75} aria-hidden />
        </DialogIcon>
      }
      footer={
        <>
          <Button size="md" variant="default" disabled={busy} onClick={close}>
            Não
          </Button>
          <Button
            size="md"
            type="submit"
            form={id}
            variant={blocked ? 'filled' : 'danger'}
            disabled={!isWholeReason(reason)}
            loading={busy}
          >
            Sim, {verb}
          </Button>
        </>
      }
    >
      <Facts facts={facts} />
      <form id={id} noValidate onSubmit={(event) => void submit(event)}>
        <ReasonField
          value={reason}
          onChange={(next) => draft.change({ reason: next })}
          disabled={busy}
        />
      </form>
    </Dialog>
  );
}
