import { Group, Switch, Text } from '@mantine/core';
import type { LimitName } from '@ramal/contract/resellers/limits';
import type { ReactNode } from 'react';
import { type AccountLimits, aboveText, usedText } from './limit-form.ts';
import { limitTexts } from './limit-texts.ts';
import classes from './LimitRow.module.css';
import { SettingRow } from '../ui/layout/SettingRow.tsx';
import { FieldError } from '../ui/form/fields/FieldError.tsx';

interface LimitRowProps {
  name: LimitName;
  limits: AccountLimits;
  limited: boolean;
  onLimited: (limited: boolean) => void;
  error: string | undefined;
  /** Input for the limit, shown while the limit is on. */
  children: ReactNode;
}

/**
 * Shows one limit: its effect, the effective value, and the account that set it. A switch sets the
 * limit for this account.
 */
export function LimitRow({ name, limits, limited, onLimited, error, children }: LimitRowProps) {
  const { name: title, holds, icon } = limitTexts[name];
  const above = aboveText(name, limits);
  const used = usedText(name, limits);
  return (
    <li className={classes.root}>
      <SettingRow
        level={3}
        icon={icon}
        title={title}
        text={holds}
        control={
          <Switch
            labelPosition="left"
            label="Limitar"
            aria-label={`Limitar: ${title}`}
            checked={limited}
            onChange={({ currentTarget }) => onLimited(currentTarget.checked)}
          />
        }
      >
        {limited && (
          <div className={classes.value} data-wide={name === 'platforms' || undefined}>
            {children}
          </div>
        )}
        {(above || used) && (
          <Group
            component="p"
            gap="var(--space-3xs) var(--space-xl)"
            align="stretch"
            c="var(--ink-2)"
            fz="var(--reading-note)"
            lh={1.4}
          >
            {above && (
              <Text
                component="b"
                inherit
                c={above.startsWith('Vale') ? 'var(--warn)' : 'inherit'}
                fw={500}
              >
                {above}
              </Text>
            )}
            {used && <span>{used}</span>}
          </Group>
        )}
        {error && limited && name === 'platforms' && <FieldError>{error}</FieldError>}
      </SettingRow>
    </li>
  );
}
