/** Starts long work after asking; what it answers is where the person follows it. */
import type { ResponseOf, Endpoint, RequestOf } from '@ramal/contract/endpoint';
import { IconCloudDownload } from '@tabler/icons-react';
import { useAct } from '../foundation/query.ts';
import { useConfirm } from '../ui/dialogs/dialogs.tsx';

export function useStarting<E extends Endpoint>(declaration: E, refresh: readonly Endpoint[]) {
  const confirm = useConfirm();
  const act = useAct(declaration, { refresh });
  return async (
    params: { id: number },
    title: string,
    lead: string,
  ): Promise<ResponseOf<E> | undefined> => {
    let answer: ResponseOf<E> | undefined;
    await confirm({
      title,
      lead,
      icon: IconCloudDownload,
      yes: 'Sim, buscar',
      act: async () => {
        answer = await act.mutateAsync({ params } as RequestOf<E>);
      },
    });
    return answer;
  };
}
