/**
 * «Logs Revenda»: shows the events of one account. An admin can also change here whether the
 * account may have resellers (S-RESLIST-39, Q-MASTER).
 */
import { getLog } from '@ramal/contract/logs';
import { IconHistory } from '@tabler/icons-react';
import { z } from 'zod';
import { useCall, useAction } from '../../foundation/api/query.ts';
import { useNow } from '../../foundation/use-now.ts';
import { logColumns } from '../../logs/log-columns.tsx';
import type { LogRow } from '../../logs/log-types.ts';
import { dateParts, monthName } from '../../logs/months.ts';
import { useProfile } from '../../sessions/profile.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogList } from '../../ui/dialogs/DialogList.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { List } from '../../ui/list/List.tsx';
import type { List as ListData } from '../../ui/list/list.ts';
import { defineListParams, useLocalListParams } from '../../ui/list/list-params.ts';
import { isDeleted, type Reseller } from '../reseller.ts';
import type { ResellerDialogProps } from '../reseller-dialog.ts';
import { Switch } from '@mantine/core';
import { setMaster } from '@ramal/contract/resellers/reseller-acts';
import { getTreeLevel } from '@ramal/contract/resellers/reseller-tree';
import { listResellers } from '@ramal/contract/resellers/resellers';
import { useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { masterConfirmation } from './confirmations.ts';

const PAGE_SIZE = 10;
const MONTHS = 12;

/** Month such as `2026-11`. If absent, the current month. */
const logParams = defineListParams({ filters: { month: z.string() } });

type KeyedLogRow = LogRow & { readonly key: string };

export function ResellerLog({ reseller, onClose }: ResellerDialogProps) {
  const profile = useProfile().data;
  const list = useLogList(reseller.id, profile?.grants.includes('logs.ids') ?? false);
  const canBeMaster = reseller.profile !== 'admin' && !isDeleted(reseller);
  return (
    <Dialog
      onClose={onClose}
      width={960}
      title="Logs Revenda"
      subtitle={`${reseller.username} · ID ${reseller.id}`}
      footer={
        <LinkButton variant="default" size="md" to="/log" search={{ reseller: reseller.id }}>
          Abrir em Logs Geral
        </LinkButton>
      }
    >
      <DialogList tall>
        {profile?.profile === 'admin' && canBeMaster && <MasterSwitch reseller={reseller} />}
        <List<KeyedLogRow> list={list} />
      </DialogList>
    </Dialog>
  );
}

/** Reads the log month by month, the current month first. */
function useLogList(reseller: number, withIds: boolean): ListData<KeyedLogRow> {
  const params = useLocalListParams(logParams, { pageSize: PAGE_SIZE });
  const now = useNow();
  const months = lastMonths(now);
  const month = months.find(({ key }) => key === params.values.month) ?? months[0]!;
  const log = useCall(
    getLog,
    {
      query: {
        reseller,
        month: month.month,
        year: month.year,
        page: params.page,
        perPage: PAGE_SIZE,
        ...(params.search ? { search: params.search } : {}),
      },
    },
    { keepPrevious: true },
  );
  return {
    label: 'Logs Revenda',
    noun: ['registro', 'registros'],
    params,
    query: log,
    page: log.data && {
      ...log.data,
      data: log.data.logs.map((row, index) => ({ ...row, key: `${index} ${row.date}` })),
    },
    columns: logColumns({
      withIds,
      withTypes: true,
    }),
    rowKey: ({ key }) => key,
    rowName: (row) => `${row.usuario}, ${row.date}`,
    fixedSort: { key: 'date', direction: 'desc' },
    filters: {
      search: { placeholder: 'Usuário, revenda ou ação', second: true },
      selects: [
        params.filter('month', {
          label: 'Mês',
          options: months.map(({ key, label }, index) => ({
            value: index === 0 ? undefined : key,
            label,
          })),
        }),
      ],
    },
    empty: { icon: IconHistory, title: `Nada aconteceu em ${month.label}` },
  };
}

function lastMonths(now: Date) {
  const today = dateParts(now);
  return Array.from({ length: MONTHS }, (_, back) => {
    const months = today.year * 12 + today.month - 1 - back;
    const [year, month] = [Math.floor(months / 12), (months % 12) + 1];
    return { month, year, key: `${year}-${month}`, label: `${monthName(month)} de ${year}` };
  });
}

/**
 * Switch for the permission of an account to have resellers; only for admins (S-RESLIST-39, T-23,
 * Q-MASTER).
 */
function MasterSwitch({ reseller }: { reseller: Reseller }) {
  const confirm = useConfirm();
  const toast = useToast();
  const save = useAction(setMaster, { refresh: [listResellers, getTreeLevel] });
  const toggle = async (isMaster: boolean) => {
    let message: string | undefined;
    await confirm({
      ...masterConfirmation(reseller, isMaster),
      onConfirm: async () => {
        ({ message } = await save.mutateAsync({
          params: { id: reseller.id },
          body: { makeMaster: isMaster },
        }));
      },
    });
    if (message) toast({ title: message, text: reseller.username });
  };
  return (
    <Switch
      label="Permissão de master"
      description="Pode ter revendas abaixo dela"
      checked={reseller.isMaster === 1}
      disabled={save.isPending}
      onChange={({ currentTarget }) => void toggle(currentTarget.checked)}
    />
  );
}
