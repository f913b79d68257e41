/**
 * «Linha» in a box dialog: searches a line, then shows the selected line with the button «Mudar».
 */
import { Button, Group, Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { LineField } from '../devices/LineField.tsx';
import { lineStateLabels } from '../devices/device-status.tsx';
import { FieldError } from '../ui/form/fields/FieldError.tsx';
import { FieldLabel } from '../ui/form/fields/FieldLabel.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import { useChosenLine } from './chosen-line.ts';

interface LineCardProps {
  readonly username: string;
  readonly onChange: (username: string) => void;
  readonly error?: ReactNode;
}

export function LineCard({ username, onChange, error }: LineCardProps) {
  const { line, boxes, isLoading } = useChosenLine(username);
  if (isLoading)
    return (
      <div>
        <CardLabel />
        <Skeleton height={70} radius={12} aria-label="Carregando a linha" />
      </div>
    );
  if (!line)
    return (
      <LineField
        value={username}
        onChange={onChange}
        error={error}
        hint="A caixa abre os canais desta linha."
      />
    );
  return (
    <div>
      <CardLabel />
      <Panel p="lg">
        <Group justify="space-between" wrap="nowrap">
          <div>
            <Group gap="sm">
              <b>{line.note || line.username}</b>
              {line.state !== 'active' && (
                <StatusBadge tone="off">
                  {line.state === 'expired' ? 'Vencido' : lineStateLabels[line.state]}
                </StatusBadge>
              )}
            </Group>
            <Text c="var(--ink-2)" fz="note">
              <span className="mono">{line.username}</span>
              {boxes && ` · ${lineFacts(boxes)}`}
            </Text>
          </div>
          <Button variant="link" size="sm" onClick={() => onChange('')}>
            Mudar
          </Button>
        </Group>
      </Panel>
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}

const CardLabel = () => (
  <Text component="div" fz="control" fw={500} mb="xs">
    <FieldLabel>Linha</FieldLabel>
  </Text>
);

type LineBoxes = NonNullable<ReturnType<typeof useChosenLine>['boxes']>;

/**
 * Returns «2 telas, 1 caixa». Without a box the number of screens is unknown, because only the
 * answer of a box contains it.
 */
function lineFacts(boxes: LineBoxes): string {
  const screens = boxes[0]?.iptv.screens ?? 0;
  const counted = boxes.length === 1 ? '1 caixa' : `${boxes.length || 'nenhuma'} caixas`;
  return [
    screens > 0 && `${screens} ${screens === 1 ? 'tela' : 'telas'}`,
    boxes.length === 0 ? 'nenhuma caixa' : counted,
  ]
    .filter(Boolean)
    .join(', ');
}
