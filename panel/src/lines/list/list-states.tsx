import { Button } from '@mantine/core';
import type { PaidFilter } from '@ramal/contract/lines/line-payments';
import type { LineFilter } from '@ramal/contract/lines/lines';
import { IconBolt, IconCalendarOff, IconFilter, IconPlus } from '@tabler/icons-react';
import { pluralize } from '../../foundation/numbers.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import type { NothingFoundText } from '../../ui/list/list.ts';
import type { EmptyList } from '../../ui/table/list-states.tsx';
import type { LineParams } from './line-params.ts';
import type { Count, LinePlatform } from '../platforms/platform.ts';
import { platformIcons } from '../platforms/platform-icons.ts';

const icon = { size: 16, stroke: 1.75 };

export function emptyState(platform: LinePlatform, sells: boolean): EmptyList {
  const { lines, createButton } = platform.words;
  const platformIcon = platformIcons[platform.definition.key];
  if (!sells) return { icon: platformIcon, title: `Ninguém tem ${lines} ainda` };
  return {
    icon: platformIcon,
    title: `Você ainda não tem ${lines}`,
    text: 'Crie a primeira linha ou gere um teste grátis para mostrar ao cliente.',
    actions: (
      <>
        <LinkButton
          to={platform.definition.createPath}
          search={{ kind: 'test' }}
          variant="default"
          leftSection={<IconBolt {...icon} />}
        >
          Gerar teste
        </LinkButton>
        <LinkButton to={platform.definition.createPath} leftSection={<IconPlus {...icon} />}>
          {createButton}
        </LinkButton>
      </>
    ),
  };
}

/**
 * Text of the empty list if all lines are expired. The card above the list then contains all lines.
 */
export const noneInTime: EmptyList = {
  icon: IconCalendarOff,
  title: 'Ninguém em dia',
  text: 'Todos venceram e estão logo acima.',
};

/**
 * Two texts for a filter. `singular` completes «Nenhuma das 15 linhas …», and `among` completes «só
 * …».
 */
interface FilterWords {
  readonly singular: string;
  readonly among: string;
}

const vence = (when: string): FilterWords => ({
  singular: `vence ${when}`,
  among: `nas que vencem ${when}`,
});
const near = [vence('em mais de 7 dias'), vence('em 7 dias'), vence('em 1 dia')] as const;
const dueLabels: Readonly<Record<string, FilterWords>> = {
  expired: { singular: 'venceu', among: 'nas vencidas' },
  today: vence('hoje'),
  tomorrow: vence('amanhã'),
  '7': vence('em 7 dias'),
  month: vence('até o fim do mês'),
};
const statusLabels: Readonly<Record<LineFilter, FilterWords>> = {
  online: { singular: 'está assistindo', among: 'em quem está assistindo' },
  Ativo: { singular: 'está ativa', among: 'nas ativas' },
  Teste: { singular: 'está em teste', among: 'nos testes' },
  Desativado: { singular: 'está desativada', among: 'nas desativadas' },
};

const paidLabels: Readonly<Record<PaidFilter, FilterWords>> = {
  paid: { singular: 'está paga', among: 'nas pagas' },
  open: { singular: 'está em aberto', among: 'nas em aberto' },
  received: { singular: 'pagou neste mês', among: 'nas que pagaram neste mês' },
};

/**
 * Describes why nothing was found: «Nenhuma das 15 linhas está em teste.» or «Procuramos nome,
 * usuário, senha e WhatsApp, só nos testes.»
 */
function whereLooked(params: LineParams, all: Count | undefined): string {
  const { search, status, expiring, due, paid, deleted } = params;
  const filters = [
    status && statusLabels[status],
    expiring !== undefined && near[expiring],
    due !== undefined && (dueLabels[due] ?? vence('neste dia')),
    paid !== undefined && paidLabels[paid],
  ].filter((words) => typeof words === 'object');
  if (search) {
    const among = [deleted && 'nas excluídas', ...filters.map((words) => words.among)];
    const only = among.filter((words) => typeof words === 'string').map((words) => `, só ${words}`);
    return `Procuramos nome, usuário, senha e WhatsApp${only.join('')}.`;
  }
  if (status === 'online' && filters.length === 1 && !deleted)
    return 'Ninguém está assistindo agora.';
  const counted = all?.exact ? `das ${pluralize(all.total, 'linha', 'linhas')}` : 'das linhas';
  const filtered = filters.map((words) => words.singular).join(' e ');
  return `Nenhuma ${deleted ? 'das linhas excluídas' : counted} ${filtered}.`;
}

/**
 * Returns the text for a search or filter without results. Undefined if there is no search and no
 * filter, because the list itself is empty then.
 */
export function nothingFoundState(
  params: LineParams,
  all: Count | undefined,
): NothingFoundText | undefined {
  const { search, status, expiring, due, paid, deleted, change } = params;
  const narrowed = expiring !== undefined || due !== undefined || paid !== undefined;
  const filtered = status !== undefined || narrowed || deleted;
  if (!search && !filtered) return undefined;
  if (deleted && !search && !narrowed) {
    return {
      title: 'Nada excluído nos últimos 30 dias',
      text: 'Uma linha excluída fica aqui por 30 dias e pode ser restaurada; depois é excluída de vez.',
    };
  }
  return {
    title: search ? `Nada para “${search}”` : 'Nenhuma linha neste filtro',
    text: whereLooked(params, all),
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
                paid: undefined,
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
