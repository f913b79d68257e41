/**
 * Conversion rate of the tests, grouped by duration, device, origin, or the account that created
 * them.
 */
import { Group, Text } from '@mantine/core';
import { getTrialGroups, trialGroupings } from '@ramal/contract/numbers/numbers';
import { useState } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import { formatCount } from '../../foundation/numbers.ts';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { Loaded } from '../../ui/states/Loaded.tsx';
import { formatRate } from '../number-words.ts';
import type { NumbersFilters } from '../numbers-params.ts';
import classes from './TrialGroups.module.css';

type Grouping = (typeof trialGroupings)[number];

const labels: Readonly<Record<Grouping, string>> = {
  hours: 'Horas',
  device: 'Aparelho',
  origin: 'Origem',
  giver: 'Quem deu',
};

interface TrialGroupsProps {
  readonly filters: {
    readonly platform?: NumbersFilters['platform'] | undefined;
    readonly period?: string | undefined;
  };
}

export function TrialGroups({ filters: { platform, period } }: TrialGroupsProps) {
  const [by, setBy] = useState<Grouping>('hours');
  const query = useCall(
    getTrialGroups,
    {
      query: {
        by,
        ...(platform === undefined ? {} : { platform }),
        ...(period === undefined ? {} : { period }),
      },
    },
    { keepPrevious: true },
  );
  return (
    <Panel p={0} mb="2xl" label="Conversão por grupo" className={classes.root}>
      <Group p="var(--inset)" py="lg" gap="md" justify="space-between">
        <Text component="h2" fz="phone">
          Conversão por grupo
        </Text>
        <Segmented
          label="Por"
          value={by}
          options={trialGroupings.map((value) => ({ value, label: labels[value] }))}
          onChange={(chosen) => setBy(trialGroupings.find((key) => key === chosen)!)}
        />
      </Group>
      <Loaded query={query} failed="Não deu para somar" compact height={132}>
        {({ groups }) => (
          <table aria-label={`Conversão por ${labels[by].toLowerCase()}`}>
            <thead>
              <tr>
                <th scope="col">{labels[by]}</th>
                <th scope="col">Testes</th>
                <th scope="col">Pagaram</th>
                <th scope="col">Conversão</th>
              </tr>
            </thead>
            <tbody>
              {groups.map(({ key, label, trials, converted, conversion }) => (
                <tr key={key}>
                  <th scope="row">{label}</th>
                  <td>{formatCount(trials)}</td>
                  <td>{formatCount(converted)}</td>
                  <td
                    data-tooltip={conversion === null ? 'Poucos testes para uma taxa' : undefined}
                  >
                    {formatRate(conversion)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
    </Panel>
  );
}
