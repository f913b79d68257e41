import { Button, Switch } from '@mantine/core';
import {
  applyImport,
  discardImport,
  importFromAddress,
  type ListImport,
  listSourceLists,
  getImport,
  type SourceList,
} from '@ramal/contract/catalogue/catalogue-lists';
import {
  IconBroadcastOff,
  IconCheck,
  IconCirclePlus,
  IconCloudDownload,
  IconFileUpload,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../foundation/numbers.ts';
import { useAction } from '../../foundation/api/query.ts';
import type { Fact } from '../../ui/dialogs/Facts.tsx';
import { useAlertDialog, useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { useOpenPage } from '../catalogue-params.ts';
import { changedByImport } from '../calls.ts';
import { countsText } from './import-texts.ts';

const icon = { size: 16, stroke: 1.75 };

interface ImportActionsProps {
  listImport: ListImport;
  name: string;
}

/** Buttons that apply or discard an import while it waits for this decision. */
export function ImportActions({ listImport, name }: ImportActionsProps) {
  const confirm = useConfirm();
  const toast = useToast();
  const openPage = useOpenPage();
  const apply = useAction(applyImport, { refresh: changedByImport });
  const discard = useAction(discardImport, { refresh: changedByImport });
  if (listImport.state !== 'ready') return null;
  const { counts } = listImport;

  const confirmApply = () => {
    // The confirmation is rendered only once, so its switch writes into this object.
    const options = { hideGone: true };
    void confirm({
      title: 'Aplicar ao catálogo?',
      lead: countsText(counts),
      icon: IconCheck,
      object: {
        name,
        ...(counts.gone > 0
          ? {
              aside: (
                <HideGone
                  gone={counts.gone}
                  onChange={(hideGone) => (options.hideGone = hideGone)}
                />
              ),
            }
          : {}),
      },
      facts: countFacts(counts),
      confirmLabel: 'Sim, aplicar',
      onConfirm: () =>
        apply.mutateAsync({ params: { id: listImport.id }, body: { hideGone: options.hideGone } }),
    });
  };
  const confirmDiscard = async () => {
    const discarded = await confirm({
      title: 'Descartar esta importação?',
      icon: IconTrash,
      tone: 'danger',
      object: { name, note: countsText(counts) },
      facts: [
        {
          icon: IconCheck,
          tone: 'ok',
          text: 'O catálogo continua como está. A lista pode ser importada de novo.',
        },
      ],
      confirmLabel: 'Sim, descartar',
      onConfirm: () => discard.mutateAsync({ params: { id: listImport.id } }),
    });
    if (!discarded) return;
    openPage({});
    toast({ title: 'Importação descartada', text: name });
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash {...icon} />}
        onClick={() => void confirmDiscard()}
      >
        Descartar
      </Button>
      <Button leftSection={<IconCheck {...icon} />} onClick={confirmApply}>
        Aplicar ao catálogo
      </Button>
    </>
  );
}

/** Returns the counts of an import as items of the confirmation. Counts of zero are omitted. */
function countFacts({ new: added, changed, gone }: ListImport['counts']): Fact[] {
  const facts: (Fact & { count: number })[] = [
    {
      count: added,
      icon: IconCirclePlus,
      tone: 'ok',
      text: countText(added, 'entra no catálogo e no ar', 'entram no catálogo e no ar'),
    },
    {
      count: changed,
      icon: IconPencil,
      text: `${countText(changed, 'é atualizado', 'são atualizados')}; o que você editou à mão fica`,
    },
    {
      count: gone,
      icon: IconBroadcastOff,
      tone: 'warn',
      text: countText(gone, 'não está mais na lista', 'não estão mais na lista'),
    },
  ];
  const changes = facts.filter(({ count }) => count > 0);
  return changes.length > 0
    ? changes
    : [{ icon: IconCheck, text: 'O catálogo já está como a lista.' }];
}

const countText = (count: number, singular: string, many: string): string =>
  `**${formatCount(count)}** ${count === 1 ? singular : many}`;

function HideGone({ gone, onChange }: { gone: number; onChange: (hide: boolean) => void }) {
  const [on, setOn] = useState(true);
  return (
    <Switch
      label="Esconder o que sumiu da lista"
      description={
        on
          ? `${formatCount(gone)} saem do ar; voltam se a lista os trouxer de novo`
          : `${formatCount(gone)} continuam no ar`
      }
      checked={on}
      onChange={({ currentTarget }) => {
        setOn(currentTarget.checked);
        onChange(currentTarget.checked);
      }}
    />
  );
}

/** Actions after a failure: fetches the list again, or uploads another file. */
export function RetryImport({ list }: { list: SourceList }) {
  const openPage = useOpenPage();
  const alert = useAlertDialog();
  const fetch = useAction(importFromAddress, {
    refresh: [listSourceLists, getImport],
    onSuccess: ({ id }) => openPage({ import: id }),
    onError: ({ title, message, requestId }) => void alert({ title, text: message, requestId }),
  });
  return (
    <>
      {list.address !== '' && (
        <Button
          leftSection={<IconCloudDownload {...icon} />}
          loading={fetch.isPending}
          onClick={() => fetch.mutate({ params: { id: list.id } })}
        >
          Tentar de novo
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconFileUpload {...icon} />}
        onClick={() => openPage({ dialog: 'file', item: list.id })}
      >
        Enviar arquivo
      </Button>
    </>
  );
}
