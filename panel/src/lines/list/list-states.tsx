import { Button } from '@mantine/core';
import { IconBolt, IconCalendarOff, IconFilter, IconPlus } from '@tabler/icons-react';
import { countOf } from '../../foundation/numbers.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import type { NothingFoundText } from '../../ui/list/list.ts';
import type { EmptyList } from '../../ui/table/list-states.tsx';
import type { LineParams } from './line-params.ts';
import type { Count, LinePlatform } from '../platforms/platform.ts';
import { platformIcons } from '../platforms/platform-icons.ts';

const icon = { size: 16, stroke: 1.75 };

export function emptyState(platform: LinePlatform, sells: boolean): EmptyList {
  const { lines, createButton } = platform.words;
  const platformIcon = platformIcons[platform.is.key];
  if (!sells) return { icon: platformIcon, title: `Ninguém tem ${lines} ainda` };
  return {
    icon: platformIcon,
    title: `Você ainda não tem ${lines}`,
    text: 'Crie a primeira linha ou gere um teste grátis para mostrar ao cliente.',
    actions: (
      <>
        <LinkButton
          to={platform.is.createPath}
          search={{ kind: 'test' }}
          variant="default"
          leftSection={<IconBolt {...icon} />}
        >
          Gerar teste
        </LinkButton>
        <LinkButton to={platform.is.createPath} leftSection={<IconPlus {...icon} />}>
          {createButton}
        </LinkButton>
      </>
    ),
  };
}

/** Whoever is over stands in the card above. */
export const noneInTime: EmptyList = {
  icon: IconCalendarOff,
  title: 'Ninguém em dia',
  text: 'Todos venceram e estão logo acima.',
};

const near = ['longe de vencer', 'que vencem em 7 dias', 'que vencem em 1 dia'] as const;
const dueWords: Readonly<Record<string, string>> = {
  expired: 'vencidas',
  today: 'que vencem hoje',
  tomorrow: 'que vencem amanhã',
  '7': 'que vencem em 7 dias',
};

/** Undefined while no search and no filter stands: then an empty list is just empty. */
export function nothingFoundState(
  params: LineParams,
  all: Count | undefined,
): NothingFoundText | undefined {
  const { search, status, expiring, due, deleted, change } = params;
  const timed = expiring !== undefined || due !== undefined;
  const filtered = status !== undefined || timed || deleted;
  if (!search && !filtered) return undefined;
  if (deleted && !search && !timed) {
    return {
      title: 'Nada excluído nos últimos 30 dias',
      text: 'Uma linha excluída fica aqui por 30 dias e pode ser restaurada; depois é apagada de vez.',
    };
  }
  const among = deleted
    ? 'das linhas excluídas'
    : all?.exact
      ? `das ${countOf(all.total, 'linha', 'linhas')}`
      : 'das linhas';
  const only = [
    status && `só entre as de status ${status === 'online' ? 'Online' : status}`,
    expiring !== undefined && `só entre as ${near[expiring]}`,
    due !== undefined && `só entre as ${dueWords[due] ?? 'que vencem neste dia'}`,
  ].filter((part) => typeof part === 'string');
  return {
    title: search ? `Nada para “${search}”` : 'Nenhuma linha neste filtro',
    text: search
      ? `Procuramos em usuário, senha, nota e vencimento ${[among, ...only].join(', ')}.`
      : `Olhamos ${[among, ...only].join(', ')}.`,
    actions: (
      <>
        {filtered && (
          <Button
            variant="default"
            leftSection={<IconFilter {...icon} />}
            onClick={() =>
              change({
                status: undefined,
                expiring: undefined,
                due: undefined,
                deleted: undefined,
              })
            }
          >
            {search ? 'Procurar em todas' : 'Ver todas'}
          </Button>
        )}
        {search && (
          <Button variant="default" onClick={() => change({ search: undefined })}>
            Limpar busca
          </Button>
        )}
      </>
    ),
  };
}
