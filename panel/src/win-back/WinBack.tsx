/** /win-back: messages to customers who stopped, by group, and what they brought. */
import { Group, Stack, Text } from '@mantine/core';
import { type WinBackGroupKey, winBackGroups } from '@ramal/contract/win-back/win-back-rules';
import { getWinBackResults } from '@ramal/contract/win-back/results';
import { getWinBack } from '@ramal/contract/win-back/win-back';
import { IconHistory, IconUsers } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { formatCount, pluralize } from '../foundation/numbers.ts';
import { useIsPhone } from '../foundation/viewport.ts';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { Segmented } from '../ui/form/fields/Segmented.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { RevealTogether } from '../ui/layout/RevealTogether.tsx';
import { useChosenInRow } from '../ui/layout/use-chosen-in-row.ts';
import { LinkButton } from '../ui/LinkButton.tsx';
import { useSearchParams } from '../ui/list/search-params.ts';
import { Loaded } from '../ui/states/Loaded.tsx';
import { DesktopGroup } from './group/DesktopGroup.tsx';
import { NoChannelNotice } from './group/NoChannelNotice.tsx';
import { PhoneGroup } from './group/PhoneGroup.tsx';
import { RecoveredCard } from './results/RecoveredCard.tsx';
import { ResultsTable } from './results/ResultsTable.tsx';
import { winBackParams, winBackRows } from './win-back-params.ts';
import type { GroupAnswer, WinBackAnswer } from './win-back-words.ts';
import classes from './WinBack.module.css';

const INTRODUCTION = 'Escreve a quem parou. Quem venceu há menos de 3 dias fica com os Lembretes.';

export const WinBack = () => (
  <RequirePermission when={({ profile }) => profile !== 'admin'}>
    <RevealTogether>
      <Screen />
    </RevealTogether>
  </RequirePermission>
);

function Screen() {
  const query = useCall(getWinBack, {});
  const isPhone = useIsPhone();
  const { values, change } = useSearchParams(winBackParams);
  const chosen = query.data && chooseGroup(query.data.groups, values.group);
  return (
    <>
      <PageHeader
        title="Reconquista"
        breadcrumb={[{ label: 'Vendas' }, { label: 'Reconquista' }]}
        note={isPhone ? undefined : INTRODUCTION}
        actions={<Actions group={chosen} />}
      />
      <Loaded query={query} failed="Não deu para carregar a Reconquista" waiting={null}>
        {(winBack) => (
          <Groups
            winBack={winBack}
            chosen={chosen!}
            onChoose={(group) => change({ group })}
            isPhone={isPhone}
          />
        )}
      </Loaded>
    </>
  );
}

/** Returns the group of the address, otherwise the first one with people, otherwise the first. */
const chooseGroup = (groups: readonly GroupAnswer[], key: WinBackGroupKey | undefined) =>
  groups.find(({ group }) => group === key) ??
  groups.find(({ people }) => people.total > 0) ??
  groups[0]!;

const Actions = ({ group }: { group: GroupAnswer | undefined }) => (
  <>
    <LinkButton
      to="/win-back/history"
      variant="default"
      leftSection={<IconHistory size={16} stroke={1.75} aria-hidden />}
    >
      Histórico
    </LinkButton>
    {group && group.people.total > 0 && (
      <LinkButton
        {...winBackRows('people', { group: group.group })}
        variant="default"
        leftSection={<IconUsers size={16} stroke={1.75} aria-hidden />}
      >
        {peopleLink(group)}
      </LinkButton>
    )}
  </>
);

const peopleLink = ({ people: { total } }: GroupAnswer): string =>
  total === 1 ? 'Ver o cliente' : `Ver os ${formatCount(total)} clientes`;

interface GroupsProps {
  readonly winBack: WinBackAnswer;
  readonly chosen: GroupAnswer;
  readonly onChoose: (group: WinBackGroupKey) => void;
  readonly isPhone: boolean;
}

function Groups({ winBack, chosen, onChoose, isPhone }: GroupsProps) {
  const results = useCall(getWinBackResults, {});
  const row = useChosenInRow<HTMLDivElement>(chosen.group);
  const Chosen = isPhone ? PhoneGroup : DesktopGroup;
  return (
    <Stack gap="2xl" miw={0}>
      {isPhone && <RecoveredCard query={results} />}
      {!winBack.hasChannel && <NoChannelNotice />}
      <Group gap="lg" wrap="nowrap" miw={0} className={classes.tabs} ref={row}>
        <Segmented
          label="Grupo"
          value={chosen.group}
          options={winBack.groups.map(({ group, people }) => ({
            value: group,
            label: winBackGroups[group].label,
            count: people.total,
          }))}
          onChange={(group) => onChoose(group as WinBackGroupKey)}
        />
        {!isPhone && (
          <Text span inherit c="var(--ink-2)" fz="note" className={classes.sums}>
            {pluralize(winBack.expired, 'vencido', 'vencidos')} ·{' '}
            {pluralize(winBack.trials, 'teste', 'testes')}
          </Text>
        )}
      </Group>
      <Chosen key={chosen.group} group={chosen} winBack={winBack} results={results} />
      {!isPhone && <ResultsTable query={results} />}
      {isPhone && (
        <Group grow gap="md">
          {chosen.people.total > 0 && (
            <LinkButton
              size="md"
              variant="default"
              {...winBackRows('people', { group: chosen.group })}
            >
              {peopleLink(chosen)}
            </LinkButton>
          )}
          <LinkButton size="md" variant="default" to="/win-back/history">
            Histórico
          </LinkButton>
        </Group>
      )}
    </Stack>
  );
}
