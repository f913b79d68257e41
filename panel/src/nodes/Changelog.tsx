import { Stack, Text } from '@mantine/core';
import { readChangelog } from '@ramal/contract/operations/nodes';
import { useCall } from '../foundation/api/query.ts';
import { dayInWords } from '../foundation/dates.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { Loaded } from '../ui/states/Loaded.tsx';
import { ChangeList } from './ChangeList.tsx';

export function Changelog({ onClose }: { readonly onClose: () => void }) {
  const read = useCall(readChangelog, {});
  return (
    <Dialog
      onClose={onClose}
      width={720}
      title="O que mudou"
      closeLabel="Fechar"
      closeVariant="default"
    >
      <Loaded query={read} failed="Não deu para carregar o que mudou" compact height={320}>
        {({ data }) => (
          <Stack gap="4xl">
            {data.map(({ version, date, changes }) => (
              <Stack key={version} component="section" gap="lg" aria-label={version}>
                <Text component="h3" fz="lead" fw={600}>
                  {version}{' '}
                  <Text span inherit c="var(--ink-2)" fw={400}>
                    {dayInWords(date)}
                  </Text>
                </Text>
                <ChangeList changes={changes} />
              </Stack>
            ))}
            {data.length === 0 && <p>Esta instalação veio sem a lista de mudanças.</p>}
          </Stack>
        )}
      </Loaded>
    </Dialog>
  );
}
