/**
 * «Meus limites»: limits of the signed-in account and the accounts that set them. Renders nothing
 * without limits.
 */
import { Group, Stack, Text } from '@mantine/core';
import { formatLimitAuthor, getLimits, limitNames } from '@ramal/contract/resellers/limits';
import { IconGauge } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { useProfile } from '../sessions/profile.ts';
import { Panel } from '../ui/layout/Panel.tsx';
import { usedText } from './limit-form.ts';
import { limitText, limitTexts } from './limit-texts.ts';
import classes from './OwnLimits.module.css';

export function OwnLimits() {
  const me = useProfile().data;
  const sells = me !== undefined && me.profile !== 'admin';
  const limits = useCall(getLimits, { params: { id: me?.id ?? 0 } }, { enabled: sells }).data;
  const limited = limitNames.filter((name) => limits && limits.effective[name] !== null);
  if (!limits || limited.length === 0) return null;
  return (
    <Panel p="3xl" className={classes.root}>
      <Group component="h2" gap="md" mb="xs" fz="phone" lh="var(--leading-lead)">
        <IconGauge size={20} stroke={1.75} color="var(--ink-3)" aria-hidden />
        Meus limites
      </Group>
      <dl>
        {limited.map((name) => {
          const { name: title, icon: LimitIcon } = limitTexts[name];
          return (
            <Group key={name} gap="xl" justify="space-between" wrap="nowrap" py="md">
              <Group component="dt" gap="lg" wrap="nowrap" c="var(--ink-2)">
                <LimitIcon size={18} stroke={1.75} aria-hidden />
                <Stack component="span" gap={0} c="var(--ink)" fz="body">
                  {title}
                  <small>definido {formatLimitAuthor(limits.effectiveFrom[name])}</small>
                </Stack>
              </Group>
              <Stack component="dd" gap={0} align="flex-end" ta="end">
                <Text component="b" inherit fz="phone">
                  {limitText(name, limits.effective[name]!)}
                </Text>
                <small>{usedText(name, limits)}</small>
              </Stack>
            </Group>
          );
        })}
      </dl>
    </Panel>
  );
}
