/** Foot bar of the settings: the number of unsaved changes, and the buttons for all of them. */
import { Button, Group, Text } from '@mantine/core';
import { pluralize } from '../../foundation/numbers.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { FootBar } from '../../ui/layout/FootBar.tsx';

interface ChangesBarProps {
  readonly changes: readonly string[];
  readonly busy: boolean;
  readonly onDiscard: () => void;
}

export function ChangesBar({ changes, busy, onDiscard }: ChangesBarProps) {
  const isPhone = useIsPhone();
  const size = isPhone ? 'lg' : 'md';
  return (
    <FootBar>
      <Group gap="lg" justify="space-between" wrap="nowrap">
        <Text component="p" inherit miw={0} truncate fz="control" role="status">
          <b>
            {isPhone
              ? `${changes.length} por salvar`
              : pluralize(changes.length, 'mudança por salvar', 'mudanças por salvar')}
          </b>
          {!isPhone && ` · ${changes.join(', ')}`}
        </Text>
        <Group gap="sm" wrap="nowrap">
          <Button variant="subtle" size={size} disabled={busy} onClick={onDiscard}>
            Descartar
          </Button>
          <Button type="submit" size={size} loading={busy}>
            Salvar
          </Button>
        </Group>
      </Group>
    </FootBar>
  );
}
