/** Legend of the cohort table: explains the background colours and the borders of the cells. */
import { Group, Text } from '@mantine/core';
import classes from './CohortLegend.module.css';

const depths = [3, 13, 23, 33, 43];

export const CohortLegend = ({ isPhone }: { isPhone: boolean }) =>
  isPhone ? (
    <Text className={classes.root} c="dimmed" fz="body">
      Tracejado: o mês ainda corre. Toque para ver as linhas.
    </Text>
  ) : (
    <Group className={classes.root} gap="0.5rem 1rem" c="dimmed" fz="caption">
      <Group gap="sm" wrap="nowrap">
        60%
        <span className={classes.scale} aria-hidden>
          {depths.map((depth) => (
            <i
              key={depth}
              style={{
                background: `color-mix(in srgb, var(--accent) ${depth}%, var(--surface))`,
              }}
            />
          ))}
        </span>
        100%
      </Group>
      <Group gap="sm" wrap="nowrap">
        <i className={classes.running} aria-hidden />
        mês ainda corre, fora de «Todos»
      </Group>
      <Text span inherit ms="auto">
        Mês fechado não muda: foi guardado no dia 1º
      </Text>
    </Group>
  );
