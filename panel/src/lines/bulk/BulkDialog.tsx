/**
 * Dialog for an action on many lines: the fields of the action, the preview of its effect, and the
 * start button.
 */
import { Button, Stack } from '@mantine/core';
import { type Batch, listBatches } from '@ramal/contract/batches';
import { previewBulkLines, startBulkLines } from '@ramal/contract/lines/bulk-lines';
import { DEFAULT_CREDITS } from '@ramal/contract/rules/terms';
import { useState } from 'react';
import { type ApiError, endsSession } from '../../foundation/api/api.ts';
import { useAction, useCall } from '../../foundation/api/query.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { useAlertDialog } from '../../ui/dialogs/dialogs.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { ListError } from '../../ui/table/list-states.tsx';
import { CreditTiles } from '../fields/CreditTiles.tsx';
import { readyPackage } from '../fields/product.ts';
import { ProductSection } from '../fields/ProductSection.tsx';
import type { LinePlatform } from '../platforms/platform.ts';
import { linePlatforms } from '../platforms/platforms.ts';
import { type BulkBody, toBulkBody, type ChosenAction, type selectLines } from './bulk.ts';
import { countChanging, bulkActLabel, submitWords } from './bulk-words.ts';
import { BulkForecast } from './BulkForecast.tsx';

export interface BulkDialogProps {
  platform: LinePlatform;
  choosing: ChosenAction;
  lines: ReturnType<typeof selectLines>;
  /**
   * Text that describes the selected lines: «3 linhas selecionadas», «Todas as linhas que
   * correspondem aos filtros».
   */
  meant: string;
  onClose: () => void;
  /** Called after the batch has started. `to` is the target platform of a migration. */
  onStarted: (batch: Batch, to: LinePlatform | undefined) => void;
}

export function BulkDialog(props: BulkDialogProps) {
  const { platform, choosing, meant, onClose } = props;
  const { to, body, forecast, preview, stale, ...bulk } = useBulkForm(props);
  return (
    <Dialog
      onClose={onClose}
      busy={bulk.isPending}
      width={580}
      title={bulkActLabel(choosing)}
      subtitle={meant}
      footer={<Buttons choosing={choosing} preview={preview} onClose={onClose} {...bulk} />}
    >
      <Stack gap="2xl">
        {choosing.act === 'extend' && (
          <CreditTiles value={bulk.credits} onChange={bulk.setCredits} />
        )}
        {(choosing.act === 'plan' || choosing.act === 'migrate') && (
          <ProductSection
            platform={to ?? platform}
            {...(to && { title: `Pacote no ${to.definition.label}` })}
            readyOnly
            value={readyPackage(bulk.packageId)}
            onChange={({ packageId }) => bulk.setPackageId(packageId ?? undefined)}
          />
        )}
        {forecast.error && body && !stale ? (
          <Impossible error={forecast.error} onRetry={() => void forecast.refetch()} />
        ) : (
          body && (
            <BulkForecast
              act={choosing.act}
              preview={preview}
              busy={stale}
              acceptsPartial={bulk.acceptsPartial}
              onAcceptPartial={bulk.setAcceptsPartial}
            />
          )
        )}
      </Stack>
    </Dialog>
  );
}

/**
 * State of the dialog: the input, its preview, and the start. The start sends the number of lines in
 * the preview. If the number differs now, the server rejects the call.
 */
function useBulkForm({ choosing, lines, onStarted }: BulkDialogProps) {
  const [credits, setCredits] = useState<number>(DEFAULT_CREDITS);
  const [packageId, setPackageId] = useState<number>();
  const [accepted, setAccepted] = useState<string>();
  const to = linePlatforms.find(({ definition }) => definition === choosing.to);
  const body = toBulkBody(lines, choosing, { credits, packageId });
  const forecast = useCall(
    previewBulkLines,
    { body: body ?? ({ ...lines, act: 'delete' } as BulkBody) },
    { enabled: body !== undefined, keepPrevious: true, staleMs: 0 },
  );
  const start = useStartBulk();
  const preview = body && forecast.data;
  const stale = forecast.isPlaceholderData || forecast.isFetching;
  const short = Boolean(preview?.shortOf);
  // Identifies the result of the preview. If the result changes, the user must consent again to
  // change only a part of the lines.
  const result = JSON.stringify([credits, packageId, preview?.enoughFor]);
  const acceptsPartial = accepted === result;
  const ready = preview !== undefined && !stale && countChanging(preview) > 0;
  const submit = async () => {
    if (!body || !preview) return;
    const batch = await start.run({
      ...body,
      total: preview.total,
      ...(short ? { acceptPartial: acceptsPartial } : {}),
    });
    if (batch) onStarted(batch, to);
    else void forecast.refetch();
  };
  return {
    to,
    body,
    forecast,
    preview,
    stale,
    credits,
    setCredits,
    packageId,
    setPackageId,
    acceptsPartial,
    setAcceptsPartial: (accepts: boolean) => setAccepted(accepts ? result : undefined),
    isPending: start.isPending,
    canStart: ready && (!short || (acceptsPartial && preview.enoughFor !== 0)),
    submit,
  };
}

interface ButtonsProps extends Pick<
  ReturnType<typeof useBulkForm>,
  'preview' | 'isPending' | 'canStart' | 'submit'
> {
  choosing: ChosenAction;
  onClose: () => void;
}

function Buttons({ choosing, preview, isPending, canStart, submit, onClose }: ButtonsProps) {
  const isPhone = useIsPhone();
  return (
    <>
      <Button size="md" variant="default" disabled={isPending} onClick={onClose}>
        Cancelar
      </Button>
      <Button
        size="md"
        variant={choosing.act === 'delete' ? 'danger' : 'filled'}
        data-wide
        loading={isPending}
        disabled={!canStart}
        onClick={() => void submit()}
      >
        {submitWords(choosing, preview, isPhone)}
      </Button>
    </>
  );
}

const Impossible = ({ error, onRetry }: { error: ApiError; onRetry: () => void }) => (
  <ListError
    failure={{
      title: 'Não dá para fazer assim',
      text: error.message,
      requestId: error.requestId,
      note: '',
    }}
    onRetry={onRetry}
  />
);

/**
 * Returns the action that starts the batch. `run` returns undefined if the server rejected the
 * batch; a dialog has then shown the reason.
 */
function useStartBulk() {
  const start = useAction(startBulkLines, { refresh: [listBatches] });
  const alert = useAlertDialog();
  const run = async (body: Parameters<typeof start.mutateAsync>[0]['body']) => {
    try {
      return (await start.mutateAsync({ body })).batch;
    } catch (error) {
      if (endsSession(error)) return undefined;
      const { title, message, requestId } = error as ApiError;
      await alert({ title, text: message, requestId });
      return undefined;
    }
  };
  return { isPending: start.isPending, run };
}
