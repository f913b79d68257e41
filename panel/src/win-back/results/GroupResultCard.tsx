/** «Este grupo trouxe»: the result of one group on the phone, with and without a message. */
import { Box, Group, SimpleGrid, Text } from '@mantine/core';
import type { WinBackGroupKey } from '@ramal/contract/win-back/win-back-rules';
import { formatCents, formatShare, NO_FIGURE } from '../../numbers/number-words.ts';
import { FigureLink } from '../../ui/FigureLink.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { Loaded, type Query } from '../../ui/states/Loaded.tsx';
import { winBackRows } from '../win-back-params.ts';
import {
  formatSigned,
  gainRangeText,
  type GroupResult,
  type ResultsAnswer,
} from '../win-back-words.ts';
import classes from './GroupResultCard.module.css';
import { isDataMissing, missingDataText } from './result-words.ts';

interface GroupResultProps {
  readonly group: WinBackGroupKey;
  readonly query: Query<ResultsAnswer>;
}

export const GroupResultCard = ({ group, query }: GroupResultProps) => (
  <Loaded query={query} failed="Não deu para contar o que este grupo trouxe" height={140}>
    {({ groups }) => <Result result={groups.find((row) => row.group === group)!} />}
  </Loaded>
);

function Result({ result }: { result: GroupResult }) {
  const { group, received, returned, control, controlReturned, gain, recoveredCents } = result;
  return (
    <Panel label="Este grupo trouxe" gap="lg">
      <Group justify="space-between" gap="md">
        <Text component="h2" inherit fz="phone">
          Este grupo trouxe
        </Text>
        <b className="num">
          <FigureLink to={returned > 0 ? winBackRows('returned', { group }) : undefined}>
            {recoveredCents === null ? NO_FIGURE : formatCents(recoveredCents)}
          </FigureLink>
        </b>
      </Group>
      <SimpleGrid cols={2} spacing="lg">
        <Arm label="Com mensagem" part={returned} whole={received} list="returned" group={group} />
        <Arm
          label="Sem mensagem"
          part={controlReturned}
          whole={control}
          list="control-returned"
          group={group}
        />
      </SimpleGrid>
      <Text c="var(--ink-2)" fz="note">
        {isDataMissing(result)
          ? missingDataText(result)
          : gain === null
            ? 'Nenhuma mensagem deste grupo nos últimos 90 dias'
            : `${formatSigned(gain)} a mais (${gainRangeText(result)})`}
      </Text>
    </Panel>
  );
}

interface ArmProps {
  readonly label: string;
  readonly part: number;
  readonly whole: number;
  readonly list: 'returned' | 'control-returned';
  readonly group: WinBackGroupKey;
}

const Arm = ({ label, part, whole, list, group }: ArmProps) => (
  <div>
    <Text c="var(--ink-2)" fz="note">
      {label}
    </Text>
    <Text fz="var(--text-amount)" fw={600} className="num">
      {formatShare({ part, whole })}
    </Text>
    <div className={classes.bar} data-arm={list} aria-hidden>
      <div style={{ transform: `scaleX(${whole === 0 ? 0 : part / whole})` }} />
    </div>
    <Box mt="2xs" c="var(--ink-2)" fz="note">
      <FigureLink to={part > 0 ? winBackRows(list, { group }) : undefined}>
        {`${part} de ${whole} voltaram`}
      </FigureLink>
    </Box>
  </div>
);
