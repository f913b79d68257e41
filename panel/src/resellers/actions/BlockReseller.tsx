/**
 * «Confirmar Ação»: blocks or unblocks an account with a reason. A block applies to one account or
 * to its whole network. The parent account or the administration sets it (S-RESLIST-22, -31, -32,
 * -44, -47; T-21, T-22, Q-BLOCKEFFECT).
 */
import { type AccountBlock, describeBlock, describeBlocks } from '@ramal/contract/resellers/blocks';
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
import { pluralize } from '../../foundation/numbers.ts';
import type { Fact } from '../../ui/dialogs/Facts.tsx';
import { FreshCode } from '../../second-factors/FreshCode.tsx';
import { useFreshCode } from '../../second-factors/use-fresh-code.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { rich } from '../../ui/rich-text.tsx';
import { isUnblockedByAdmin, type Reseller } from '../reseller.ts';
import type { ResellerDialogProps } from '../reseller-dialog.ts';
import { isWholeReason, ReasonField } from './ReasonField.tsx';

export function BlockReseller(props: ResellerDialogProps) {
  const { status, blocks } = props.reseller;
  const blocked = status === 0;
  const facts = blocked
    ? returnFacts(blocks.filter(({ by }) => by !== 'upline'))
    : [...exitFacts, undoFact];
  return <ConfirmBlock {...props} call={blockReseller} blocked={blocked} facts={facts} />;
}

export function BlockAsAdmin(props: ResellerDialogProps) {
  const { blocks } = props.reseller;
  const blocked = isUnblockedByAdmin(props.reseller);
  const facts = blocked
    ? [
        ...liftedFacts(blocks.filter(({ by }) => by !== 'network')),
        ...returnFacts(blocks.filter(({ by }) => by === 'network')),
      ]
    : [...exitFacts, adminOnlyFact];
  return <ConfirmBlock {...props} call={blockResellerAsAdmin} blocked={blocked} facts={facts} />;
}

export function BlockNetwork(props: ResellerDialogProps) {
  const { reseller } = props;
  const blocked = reseller.networkBlocked === 1;
  const facts = [
    networkFact(reseller, blocked),
    ...(blocked ? returnFacts(remainingBlocks(reseller)) : exitFacts),
  ];
  return <ConfirmBlock {...props} call={blockNetwork} blocked={blocked} facts={facts} network />;
}

const blockReasons = ['Não pagou a recarga', 'Pediu para parar', 'Uso indevido do painel'];
const unblockReasons = ['Pagamento em dia', 'Bloqueio por engano', 'Pediu para voltar'];

const exitFacts: readonly Fact[] = [
  {
    icon: IconDoorExit,
    tone: 'bad',
    text: 'Não entra mais no painel, e os acessos abertos são encerrados **na hora**.',
  },
  {
    icon: IconDeviceTv,
    tone: 'ok',
    text: 'Os clientes não percebem: as linhas continuam funcionando.',
  },
];

const undoFact: Fact = {
  icon: IconLockOpen2,
  tone: 'ok',
  text: 'Você desbloqueia quando quiser, aqui mesmo.',
};

const adminOnlyFact: Fact = {
  icon: IconShieldLock,
  tone: 'warn',
  text: 'Só a administração desbloqueia: quem vende para ela **não consegue**.',
};

/**
 * Returns the blocks that remain if the network of this account is unblocked. These are other
 * blocks of the account, and blocks of larger networks.
 */
const remainingBlocks = ({ username, blocks }: Reseller): AccountBlock[] =>
  blocks.filter((block) => block.by !== 'network' || block.username !== username);

const liftedFacts = (blocks: readonly AccountBlock[]): Fact[] =>
  blocks.map((block) => ({
    icon: IconLockOpen2,
    tone: 'ok',
    text: `Retira o bloqueio feito ${describeBlock(block)}.`,
  }));

const returnFacts = (remaining: readonly AccountBlock[]): Fact[] => [
  remaining.length > 0
    ? {
        icon: IconLock,
        tone: 'warn',
        text: `Ainda não entra: continua bloqueada ${describeBlocks(remaining)}.`,
      }
    : { icon: IconDoorEnter, tone: 'ok', text: 'Volta a entrar no painel com a mesma senha.' },
];

function networkFact({ username, treeResellers: count }: Reseller, blocked: boolean): Fact {
  const below =
    count === 0 ? 'quem estiver abaixo' : `${pluralize(count, 'revenda', 'revendas')} abaixo`;
  return {
    icon: IconBinaryTree2,
    tone: blocked ? 'ok' : 'bad',
    text: rich`Vale para **${username}** e para ${below}.`,
  };
}

interface ConfirmBlockProps extends ResellerDialogProps {
  call: typeof blockReseller | typeof blockResellerAsAdmin | typeof blockNetwork;
  /** True if the list shows the account as blocked. */
  blocked: boolean;
  facts: readonly Fact[];
  network?: boolean;
}

function ConfirmBlock(props: ConfirmBlockProps) {
  const { reseller, onClose, onSaved, call, blocked, facts, network = false } = props;
  const { id, username } = reseller;
  const code = useFreshCode();
  const form = useForm(call, {
    draft: `${call.name}-${id}`,
    initial: { reason: '' },
    // Sends the desired state instead of a toggle. If the call is repeated or the list is outdated,
    // the state is still the desired one.
    send: ({ reason }) => ({ params: { id }, body: { reason: reason.trim(), blocked: !blocked } }),
    // Blocking or unblocking an admin requires a code. Otherwise a stolen session could lock out
    // the other admins.
    freshCode: () => (reseller.profile === 'admin' ? code : undefined),
    refresh: [listResellers, getTreeLevel],
    success: (answer) => ({
      title: answer.message,
      // The count is 0 if another user has already made the same change.
      text:
        'count' in answer && answer.count > 0
          ? `${username} · ${pluralize(answer.count, 'conta', 'contas')}`
          : username,
    }),
    onDone: () => {
      onClose();
      onSaved();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Confirmar Ação"
      subtitle={`${blocked ? 'Desbloquear' : 'Bloquear'} ${network ? `a rede de ${username}` : username} · ID ${id}`}
      icon={blocked ? IconLockOpen2 : IconLock}
      tone={blocked ? 'light' : 'danger'}
      facts={facts}
      cancelLabel="Não"
      submitDisabled={!isWholeReason(form.values.reason)}
      submitLabel={blocked ? 'Sim, desbloquear' : 'Sim, bloquear'}
      onClose={onClose}
    >
      <ReasonField
        {...form.field('reason')}
        choices={blocked ? unblockReasons : blockReasons}
        disabled={form.busy}
      />
      {form.needsCode && <FreshCode code={code} disabled={form.busy} />}
    </FormDialog>
  );
}
