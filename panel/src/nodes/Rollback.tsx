/**
 * Shows the command that returns to the previous release, and the later changes that this rollback
 * removes from the panel.
 */
import { Group, Stack, Text } from '@mantine/core';
import { viewRollback } from '@ramal/contract/operations/nodes';
import { IconArrowBackUp, IconDatabaseExport, IconFileText, IconUsers } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { formatCount } from '../foundation/numbers.ts';
import { CopyRow } from '../ui/copy/CopyRow.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { Facts } from '../ui/dialogs/Facts.tsx';
import { LoadedDialog } from '../ui/dialogs/LoadedDialog.tsx';
import classes from './Rollback.module.css';

const facts = [
  {
    icon: IconDatabaseExport,
    text: 'O banco volta a ser o da cópia. O de agora fica guardado ao lado, com outro nome.',
  },
  {
    icon: IconFileText,
    text: 'O que foi feito depois da cópia sai do painel e fica num arquivo, para você refazer.',
  },
  { icon: IconUsers, text: 'O painel e as telas param enquanto o comando roda.' },
] as const;

export function Rollback({ onClose }: { readonly onClose: () => void }) {
  const read = useCall(viewRollback, {});
  return (
    <LoadedDialog
      query={read}
      failed="Não deu para ver o que sai do painel"
      title="Voltar de versão"
      width={560}
      compact
      height={280}
      onClose={onClose}
    >
      {({ fromVersion, command, changes }) => (
        <Dialog
          onClose={onClose}
          width={560}
          icon={IconArrowBackUp}
          title={
            fromVersion === null ? 'Voltar para a versão anterior' : `Voltar para a ${fromVersion}`
          }
          closeLabel="Entendi"
          closeVariant="default"
        >
          <Stack gap="2xl">
            <Facts facts={facts} />
            <div>
              <Text mb="sm">Na máquina do Ramal, na pasta desta versão, rode:</Text>
              <CopyRow label="Comando" value={command} wrap="below" />
            </div>
            {changes.length > 0 && (
              <section aria-label="O que sai do painel">
                <Text component="h3" inherit fw={600}>
                  O que sai do painel
                </Text>
                <ul className={classes.changes}>
                  {changes.map(({ title, count }) => (
                    <Group key={title} component="li" justify="space-between" wrap="nowrap">
                      <span>{title}</span>
                      <span className="num">{formatCount(count)}</span>
                    </Group>
                  ))}
                </ul>
              </section>
            )}
          </Stack>
        </Dialog>
      )}
    </LoadedDialog>
  );
}
