/**
 * Screen that an e-mail links to. With one press the recipient confirms that notices may be sent to
 * this address.
 */
import { Button } from '@mantine/core';
import { confirmNoticeAddress, getNoticeChoices } from '@ramal/contract/notices/notices';
import { z } from 'zod';
import { InlineForm } from '../ui/form/InlineForm.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { defineSearchParams, useSearchParams } from '../ui/list/search-params.ts';
import { TitledCard } from '../ui/layout/TitledCard.tsx';

const params = defineSearchParams({ confirm: z.string().max(100) });

export function ConfirmAddress() {
  const { values, change } = useSearchParams(params);
  if (values.confirm === undefined) return null;
  return <Confirming token={values.confirm} onDone={() => change({ confirm: undefined })} />;
}

interface ConfirmingProps {
  readonly token: string;
  readonly onDone: () => void;
}

function Confirming({ token, onDone }: ConfirmingProps) {
  const form = useForm(confirmNoticeAddress, {
    initial: {},
    send: () => ({ body: { token } }),
    refresh: [getNoticeChoices],
    success: ({ message, address }) => ({
      title: message,
      text: `Os avisos chegam em ${address}.`,
    }),
    onDone,
  });
  return (
    <TitledCard
      padded
      title="Receber avisos neste e-mail?"
      text="Você abriu o link que enviamos a ele."
    >
      <InlineForm form={form}>
        <Button type="submit" size="md" loading={form.busy}>
          Confirmar e-mail
        </Button>
      </InlineForm>
    </TitledCard>
  );
}
