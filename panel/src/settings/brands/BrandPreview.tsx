/**
 * Preview of the brand during editing. It shows the sign-in and a list. The colours of states stay
 * the same.
 */
import { Group, Text } from '@mantine/core';
import { brandFileUrl } from '@ramal/contract/brands/brand-settings';
import { accentFamily } from '@ramal/contract/brands/accent-family';
import { IconAlertCircle, IconClock, IconPlus } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { isColor } from './AccentField.tsx';
import { type BrandValues, DEFAULT_ACCENT } from './brand-values.ts';
import classes from './BrandPreview.module.css';

interface BrandPreviewProps {
  readonly brand: BrandValues;
  readonly isEdited: boolean;
}

export function BrandPreview({ brand, isEdited }: BrandPreviewProps) {
  const { name, accent, hosts, logo, background } = brand;
  const family = accentFamily(isColor(accent) ? accent.toLowerCase() : DEFAULT_ACCENT, 'light');
  const colors = {
    '--accent': family.accent,
    '--accent-ink': family.accentInk,
    '--accent-soft': family.accentSoft,
    '--accent-line': family.accentLine,
  } as CSSProperties;
  const mark = (size: number) => (
    <Group component="p" gap="sm" wrap="nowrap" miw={0} fz="body" fw={600}>
      <BrandMark size={size} logo={logo ? brandFileUrl(logo) : undefined} />
      {name || 'Nome da marca'}
    </Group>
  );
  return (
    <figure className={classes.root} style={colors} aria-label="Prévia da marca">
      <div className={classes.window} aria-hidden>
        <Text inherit truncate py="xs" px="xl" bg="var(--surface)" className="mono">
          {hosts[0] ?? 'painel.exemplo.com'}
        </Text>
        <div className={classes.signIn}>
          <img src={background ? brandFileUrl(background) : '/background.svg'} alt="" />
          <div className={classes.card}>
            {mark(24)}
            <span>Usuário</span>
            <i />
            <span>Senha</span>
            <i />
            <b>Logar</b>
          </div>
        </div>
      </div>
      <div className={classes.list} aria-hidden>
        <Group component="header" gap="sm" justify="space-between" wrap="nowrap" mb="md">
          {mark(24)}
          <b>
            <IconPlus size={14} stroke={2} /> Criar usuário
          </b>
        </Group>
        <p>
          Dona Célia
          <Group component="span" gap="2xs" wrap="nowrap" ml="auto" c="var(--bad)">
            <IconAlertCircle size={14} stroke={2} /> hoje
          </Group>
          <em>+30</em>
        </p>
        <p>
          João Batista
          <Group component="span" gap="2xs" wrap="nowrap" ml="auto" c="var(--warn)">
            <IconClock size={14} stroke={2} /> amanhã
          </Group>
          <em>+30</em>
        </p>
      </div>
      {isEdited && (
        <Text component="figcaption" inherit c="var(--ink-2)" ta="center">
          Muda enquanto você edita
        </Text>
      )}
    </figure>
  );
}
