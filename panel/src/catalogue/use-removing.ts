/** Deleting one thing of the catalogue: asks, saying what goes, deletes, and tells. */
import type { Endpoint, RequestOf } from '@ramal/contract/endpoint';
import { IconTrash } from '@tabler/icons-react';
import { useAct } from '../foundation/query.ts';
import type { ConfirmOptions } from '../ui/dialogs/ConfirmBox.tsx';
import { useConfirm } from '../ui/dialogs/dialogs.tsx';
import { useToast } from '../ui/toasts.tsx';

export interface Removal extends Pick<
  ConfirmOptions,
  'title' | 'lead' | 'object' | 'facts' | 'hint'
> {
  /** What the toast says. */
  done: string;
}

export function useRemoving<E extends Endpoint & { readonly method: 'DELETE' }>(
  declaration: E,
  refresh: readonly Endpoint[],
) {
  const confirm = useConfirm();
  const toast = useToast();
  const act = useAct(declaration, { refresh });
  return async (
    { done, ...question }: Removal,
    { id, name }: { id: number; name: string },
  ): Promise<boolean> => {
    const removed = await confirm({
      ...question,
      icon: IconTrash,
      tone: 'danger',
      yes: 'Sim, deletar',
      act: () => act.mutateAsync({ params: { id } } as RequestOf<E>),
    });
    if (removed) toast({ title: done, text: name });
    return removed;
  };
}
