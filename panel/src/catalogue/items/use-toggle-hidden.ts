/** Taking something out of the apps without deleting it, and bringing it back. */
import { type CatalogueStream, editStream, listStreams } from '@ramal/contract/catalogue/catalogue';
import { IconBroadcastOff, IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react';
import { useAction } from '../../foundation/api/query.ts';
import { useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { thisItem } from './item.ts';

export function useToggleHidden(onDone: (id: number) => void): (stream: CatalogueStream) => void {
  const confirm = useConfirm();
  const toast = useToast();
  const action = useAction(editStream, { refresh: [listStreams] });
  const toggle = async (stream: CatalogueStream) => {
    const { id, name, hidden, kind } = stream;
    const done = await confirm({
      title: `${hidden ? 'Mostrar' : 'Ocultar'} ${thisItem[kind]}?`,
      icon: hidden ? IconEye : IconEyeOff,
      object: { name, note: stream.categoryName },
      facts: hidden
        ? [
            {
              icon: IconEye,
              tone: 'ok',
              text: 'Volta às listas dos aplicativos e pode ser assistido.',
            },
          ]
        : [
            {
              icon: IconBroadcastOff,
              tone: 'warn',
              text: 'Sai das listas dos aplicativos. Quem o assiste agora para.',
            },
            {
              icon: IconRefresh,
              tone: 'ok',
              text: 'Continua aqui, e as importações o mantêm oculto.',
            },
          ],
      confirmLabel: hidden ? 'Sim, mostrar' : 'Sim, ocultar',
      onConfirm: () => action.mutateAsync({ params: { id }, body: { hidden: !hidden } }),
    });
    if (!done) return;
    onDone(id);
    toast({ title: hidden ? 'De volta aos aplicativos' : 'Fora dos aplicativos', text: name });
  };
  return (stream) => void toggle(stream);
}
