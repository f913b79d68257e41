/** The last warnings and errors of a process. */
import { Group, Stack, Text } from '@mantine/core';
import { readNodeLog } from '@ramal/contract/operations/nodes';
import { useCall } from '../foundation/api/query.ts';
import { formatDateTime } from '../foundation/dates.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { Loaded } from '../ui/states/Loaded.tsx';
import { HealthMark } from '../ui/status/HealthMark.tsx';

const REFRESH_MS = 15_000;

interface NodeLogProps {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

export function NodeLog({ id, name, onClose }: NodeLogProps) {
  const log = useCall(readNodeLog, { query: { id } }, { refreshEveryMs: REFRESH_MS });
  return (
    <Dialog
      onClose={onClose}
      width={640}
      title={`Registro de ${name}`}
      subtitle="Últimos avisos e erros"
    >
      <Loaded query={log} failed="Não deu para carregar o registro" lines={4} height={44}>
        {({ data }) =>
          data.length === 0 ? (
            <Text c="var(--ink-2)">Nenhum aviso desde que este processo começou.</Text>
          ) : (
            <Stack component="ol" gap="md" m={0} p={0} aria-label="Avisos e erros">
              {data.map(({ atTimestamp, level, text }, index) => (
                <Stack component="li" gap="2xs" key={`${atTimestamp} ${index}`}>
                  <Group gap="sm">
                    <HealthMark
                      look={level === 'error' ? 'bad' : 'warn'}
                      label={level === 'error' ? 'Erro' : 'Aviso'}
                    />
                    <Text className="num" c="var(--ink-2)" fz="note">
                      {formatDateTime(new Date(atTimestamp * 1000))}
                    </Text>
                  </Group>
                  <Text className="mono" fz="note" lang="en">
                    {text}
                  </Text>
                </Stack>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Dialog>
  );
}
