import { Box, CloseButton, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '../ui/layout/Panel.tsx';
import { NewKey } from './NewKey.tsx';
import classes from './SecretCard.module.css';

interface SecretCardProps {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly value: string;
  /** Name of the value for screen readers. */
  readonly valueLabel?: string;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Card with a new key or secret. The panel shows it in full only this time. */
export const SecretCard = ({ label, icon, title, text, value, ...props }: SecretCardProps) => (
  <Panel gap="2xl" mb="2xl" p="3xl" className={classes.root} label={label}>
    <Group gap="xl" align="flex-start" wrap="nowrap">
      {icon}
      <Box miw={0} flex={1}>
        <Text component="h2" inherit fz="lead">
          {title}
        </Text>
        <Text mt="3xs" c="var(--ink-2)" fz="note">
          {text}
        </Text>
      </Box>
      <CloseButton aria-label="Já copiei" onClick={props.onClose} size="lg" />
    </Group>
    <NewKey value={value} label={props.valueLabel} hasCaption={false} />
    {props.children}
  </Panel>
);
