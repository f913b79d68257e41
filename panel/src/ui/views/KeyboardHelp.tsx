import { Box, Group } from '@mantine/core';
import { Dialog } from '../dialogs/Dialog.tsx';
import { KeyCap } from '../KeyCap.tsx';

const keys: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['/'], 'vai para a busca'],
  [['↑', '↓'], 'de uma linha a outra; ↓ entra na lista'],
  [['Home', 'End'], 'primeira e última linha da página'],
  [['PgUp', 'PgDn'], 'dez linhas; no fim, outra página'],
  [['Enter'], 'abre a linha, ou as ações dela'],
  [['Shift', 'F10'], 'abre as ações da linha'],
  [['Espaço'], 'seleciona; com Shift, até aqui'],
  [['Esc'], 'limpa a seleção e volta para a busca'],
  [['?'], 'mostra esta lista'],
];

export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Teclado nas listas" width={440}>
      <dl>
        {keys.map(([caps, does]) => (
          <Group key={does} gap="xl" mih={34} wrap="nowrap">
            <Group component="dt" gap="2xs" flex="0 0 7rem">
              {caps.map((cap) => (
                <KeyCap key={cap}>{cap}</KeyCap>
              ))}
            </Group>
            <Box component="dd" fz="sm" c="dimmed">
              {does}
            </Box>
          </Group>
        ))}
      </dl>
    </Dialog>
  );
}
