/**
 * Fetches a list or guide from its URL after a confirmation. The answer contains the id of the
 * task, so the screen can show its progress.
 */
import type { ResponseOf, Endpoint, RequestOf } from '@ramal/contract/api/endpoint';
import { IconCloudDownload } from '@tabler/icons-react';
import { useAction } from '../../foundation/api/query.ts';
import { useConfirm } from '../../ui/dialogs/dialogs.tsx';

export function useFetchSource<E extends Endpoint>(endpoint: E, refresh: readonly Endpoint[]) {
  const confirm = useConfirm();
  const action = useAction(endpoint, { refresh });
  return async (id: number, title: string, lead: string): Promise<ResponseOf<E> | undefined> => {
    let answer: ResponseOf<E> | undefined;
    await confirm({
      title,
      lead,
      icon: IconCloudDownload,
      confirmLabel: 'Sim, buscar',
      onConfirm: async () => {
        answer = await action.mutateAsync({ params: { id } } as RequestOf<E>);
      },
    });
    return answer;
  };
}
