/** Deletes a row of the catalogue after a confirmation that names the dependent data. */
import type { Endpoint, RequestOf } from '@ramal/contract/api/endpoint';
import { IconTrash } from '@tabler/icons-react';
import { useAction } from '../foundation/api/query.ts';
import type { ConfirmOptions } from '../ui/dialogs/ConfirmBox.tsx';
import { useConfirm } from '../ui/dialogs/dialogs.tsx';
import { useToast } from '../ui/toasts.tsx';
import type { NamedRow } from './named-list.ts';

export interface Deletion extends Pick<
  ConfirmOptions,
  'title' | 'lead' | 'object' | 'facts' | 'hint'
> {
  /** Title of the toast. */
  success: string;
}

export function useDelete<E extends Endpoint & { readonly method: 'DELETE' }>(
  endpoint: E,
  refresh: readonly Endpoint[],
) {
  const confirm = useConfirm();
  const toast = useToast();
  const action = useAction(endpoint, { refresh });
  return async ({ success, ...confirmation }: Deletion, { id, name }: NamedRow): Promise<void> => {
    const deleted = await confirm({
      ...confirmation,
      icon: IconTrash,
      tone: 'danger',
      confirmLabel: 'Sim, deletar',
      onConfirm: () => action.mutateAsync({ params: { id } } as RequestOf<E>),
    });
    if (deleted) toast({ title: success, text: name });
  };
}
