import { Button, Switch } from '@mantine/core';
import {
  applyImport,
  discardImport,
  importFromAddress,
  type ListImport,
  listSourceLists,
  getImport,
  type SourceList,
} from '@ramal/contract/catalogue-lists';
import {
  IconBroadcastOff,
  IconCheck,
  IconCirclePlus,
  IconCloudDownload,
  IconFileUpload,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../foundation/numbers.ts';
import { useAct } from '../foundation/query.ts';
import type { ConfirmFact } from '../ui/dialogs/ConfirmBox.tsx';
import { useAlertDialog, useConfirm } from '../ui/dialogs/dialogs.tsx';
import { useToast } from '../ui/toasts.tsx';
import type { CatalogueAddress } from './address.ts';
import { changedByImport } from './calls.ts';
import { effectInWords } from './import-words.ts';

const icon = { size: 16, stroke: 1.75 };

export interface ImportActsProps {
  found: ListImport;
  name: string;
  address: CatalogueAddress;
}

/** Applying it, or throwing it away: only while it is ready to be looked at. */
export function ImportActs({ found, name, address }: ImportActsProps) {
  const confirm = useConfirm();
  const toast = useToast();
  const apply = useAct(applyImport, { refresh: changedByImport });
  const discard = useAct(discardImport, { refresh: changedByImport });
  if (found.state !== 'ready') return null;
  const { counts } = found;

  const askToApply = () => {
    // The switch lives in the question, which is drawn once: what it says is kept beside it.
    const wish = { hideGone: true };
    void confirm({
      title: 'Aplicar ao catálogo?',
      lead: effectInWords(counts),
      icon: IconCheck,
      object: {
        name,
        ...(counts.gone > 0
          ? {
              aside: (
                <HideGone gone={counts.gone} onChange={(hideGone) => (wish.hideGone = hideGone)} />
              ),
            }
          : {}),
      },
      facts: effectFacts(counts),
      yes: 'Sim, aplicar',
      act: () =>
        apply.mutateAsync({ params: { id: found.id }, body: { hide_gone: wish.hideGone } }),
    });
  };
  const askToDiscard = async () => {
    const done = await confirm({
      title: 'Descartar esta importação?',
      icon: IconTrash,
      tone: 'danger',
      object: { name, note: effectInWords(counts) },
      facts: [
        {
          icon: IconCheck,
          tone: 'ok',
          text: 'O catálogo continua como está. A lista pode ser importada de novo.',
        },
      ],
      yes: 'Sim, descartar',
      act: () => discard.mutateAsync({ params: { id: found.id } }),
    });
    if (!done) return;
    address.go({});
    toast({ title: 'Importação descartada', text: name });
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash {...icon} />}
        onClick={() => void askToDiscard()}
      >
        Descartar
      </Button>
      <Button leftSection={<IconCheck {...icon} />} onClick={askToApply}>
        Aplicar ao catálogo
      </Button>
    </>
  );
}

/** Only what happens is said. */
function effectFacts(counts: ListImport['counts']): ConfirmFact[] {
  const facts: (ConfirmFact & { count: number })[] = [
    {
      count: counts.new,
      icon: IconCirclePlus,
      tone: 'ok',
      text: effect(counts.new, 'entra no catálogo e no ar', 'entram no catálogo e no ar'),
    },
    {
      count: counts.changed,
      icon: IconPencil,
      text: (
        <>
          {effect(counts.changed, 'é atualizado', 'são atualizados')}; o que você editou à mão fica
        </>
      ),
    },
    {
      count: counts.gone,
      icon: IconBroadcastOff,
      tone: 'warn',
      text: effect(counts.gone, 'não está mais na lista', 'não estão mais na lista'),
    },
  ];
  const said = facts.filter(({ count }) => count > 0);
  return said.length > 0 ? said : [{ icon: IconCheck, text: 'O catálogo já está como a lista.' }];
}

const effect = (count: number, one: string, many: string): ReactNode => (
  <>
    <b>{formatCount(count)}</b> {count === 1 ? one : many}
  </>
);

function HideGone({ gone, onChange }: { gone: number; onChange: (hide: boolean) => void }) {
  const [on, setOn] = useState(true);
  return (
    <Switch
      label="Tirar do ar o que sumiu da lista"
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

/** After a failure: the same way once more, or another file. */
export function Retry({ list, address }: { list: SourceList; address: CatalogueAddress }) {
  const alert = useAlertDialog();
  const fetch = useAct(importFromAddress, {
    refresh: [listSourceLists, getImport],
    onSuccess: ({ id }) => address.go({ importacao: id }),
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
        onClick={() => address.go({ janela: 'arquivo', item: list.id })}
      >
        Enviar arquivo
      </Button>
    </>
  );
}
