/**
 * Resolves differences in parts, because each one may need a request to the line server. Shows the
 * progress and the rows that remained with their reasons. If the user stops, resolved differences
 * stay resolved.
 */
import {
  type DifferenceKind,
  type LineDifference,
  type LineServer,
  type SettleAct,
  listLineDifferences,
  listLineServers,
  settleLineDifferences,
} from '@ramal/contract/operations/line-servers';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { fetchCall, queryKey, useAction } from '../foundation/api/query.ts';
import { pluralize } from '../foundation/numbers.ts';
import { useConfirm } from '../ui/dialogs/dialogs.tsx';
import { useFailureAlert } from '../ui/dialogs/use-failure-alert.ts';
import { useToast } from '../ui/toasts.tsx';
import { actEffects, actIcons, actLabels } from './settle-acts.ts';
import { differenceLabels } from './line-server-words.ts';

const PIECE = 20;
const PAGE = 100;

/** Ids of differences, or all differences that match a filter. */
export type ChosenDifferences =
  | { readonly ids: readonly number[] }
  | {
      readonly query: { kind?: DifferenceKind; ignored?: boolean; search?: string };
      readonly total: number;
    };

export interface Progress {
  readonly act: SettleAct;
  readonly total: number;
  readonly done: number;
  readonly settled: number;
  readonly left: readonly { readonly username: string; readonly reason: string }[];
  readonly state: 'running' | 'done' | 'stopped' | 'failed';
}

export interface Settling {
  readonly busy: boolean;
  readonly progress: Progress | undefined;
  readonly ask: (act: SettleAct, chosen: ChosenDifferences, only?: LineDifference) => void;
  readonly stop: () => void;
  readonly dismiss: () => void;
}

const countIn = (chosen: ChosenDifferences): number =>
  'ids' in chosen ? chosen.ids.length : chosen.total;

const stillBusy = {
  title: 'Ainda resolvendo',
  text: 'Espere terminar ou pare o que está em andamento.',
};

const beginningOf = (act: SettleAct, chosen: ChosenDifferences): Progress => ({
  act,
  total: countIn(chosen),
  done: 0,
  settled: 0,
  left: [],
  state: 'running',
});

/**
 * Returns the ids of all chosen differences. They are collected before the first one is resolved,
 * because resolved rows leave the list and shift its pages.
 */
async function idsOf(
  client: QueryClient,
  id: number,
  chosen: ChosenDifferences,
): Promise<number[]> {
  if ('ids' in chosen) return [...chosen.ids];
  const { search, ...filters } = chosen.query;
  const ids: number[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const query = { ...filters, ...(search ? { search } : {}), page, perPage: PAGE };
    const answer = await fetchCall(client, listLineDifferences, { params: { id }, query });
    ids.push(...answer.data.map((row) => row.id));
    last = answer.lastPage;
  }
  return ids;
}

export function useSettle({ id }: LineServer, onBegin: () => void): Settling {
  const [progress, setProgress] = useState<Progress>();
  const isStopped = useRef(false);
  const client = useQueryClient();
  const confirm = useConfirm();
  const showFailure = useFailureAlert();
  const toast = useToast();
  const settle = useAction(settleLineDifferences);

  const run = async (act: SettleAct, chosen: ChosenDifferences) => {
    isStopped.current = false;
    onBegin();
    let now = beginningOf(act, chosen);
    // Shows the progress before the ids are read, so that the user cannot start another action.
    setProgress(now);
    try {
      const ids = await idsOf(client, id, chosen);
      now = { ...now, total: ids.length };
      while (now.done < ids.length && !isStopped.current) {
        const piece = ids.slice(now.done, now.done + PIECE);
        const answer = await settle.mutateAsync({ params: { id }, body: { act, ids: piece } });
        const { done, settled, left } = now;
        now = {
          ...now,
          done: done + piece.length,
          settled: settled + answer.settled,
          left: [...left, ...answer.left],
        };
        setProgress(now);
      }
      setProgress({ ...now, state: isStopped.current ? 'stopped' : 'done' });
    } catch (error) {
      setProgress({ ...now, state: 'failed' });
      void showFailure(error);
    }
    for (const stale of [listLineDifferences, listLineServers])
      void client.invalidateQueries({ queryKey: queryKey(stale) });
  };

  const busy = progress?.state === 'running';

  const ask = async (act: SettleAct, chosen: ChosenDifferences, only?: LineDifference) => {
    if (busy) {
      toast(stillBusy);
      return;
    }
    const count = countIn(chosen);
    const confirmed = await confirm({
      title: `${actLabels[act]}?`,
      icon: actIcons[act],
      tone: act === 'remove' ? 'danger' : 'light',
      object: only
        ? { name: only.username, mono: true, note: differenceLabels[only.kind] }
        : { name: pluralize(count, 'diferença', 'diferenças') },
      facts: [{ icon: actIcons[act], text: actEffects[act] }],
      confirmLabel: act === 'remove' ? 'Sim, excluir' : 'Sim, resolver assim',
    });
    if (confirmed) await run(act, chosen);
  };

  return {
    busy,
    progress,
    ask: (act, chosen, only) => void ask(act, chosen, only),
    stop: () => {
      isStopped.current = true;
    },
    dismiss: () => setProgress(undefined),
  };
}
