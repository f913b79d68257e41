import { Button } from '@mantine/core';
import { IconClock, IconPlugConnected } from '@tabler/icons-react';
import { useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { useCategories } from '../calls.ts';
import type { Scope, SourceCheck } from './use-source-check.tsx';

interface CheckSourcesProps {
  check: SourceCheck;
  scope: Scope;
  /** Plural noun of the rows: «canais». */
  noun: string;
}

/** Checks the sources of all rows that match the filters of the list. */
export function CheckSources({ check, scope, noun }: CheckSourcesProps) {
  const confirm = useConfirm();
  const category = useCategories().find(({ id }) => id === scope.category);
  const start = () =>
    void confirm({
      title: 'Verificar as origens?',
      icon: IconPlugConnected,
      object: {
        name: category ? category.name : `Todos os ${noun}`,
        ...(scope.list ? { note: 'só da lista escolhida' } : {}),
      },
      facts: [
        {
          icon: IconPlugConnected,
          text: 'Cada origem é testada uma vez, para ver se responde com vídeo.',
        },
        {
          icon: IconClock,
          text: 'Leva alguns minutos em catálogos grandes; nada muda para quem assiste.',
        },
      ],
      confirmLabel: 'Sim, verificar',
      onConfirm: () => check.all(scope),
    });
  return (
    <Button
      variant="default"
      leftSection={<IconPlugConnected size={16} stroke={1.75} />}
      disabled={check.running}
      onClick={start}
    >
      Verificar origens
    </Button>
  );
}
