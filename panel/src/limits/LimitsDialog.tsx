/** Limites: what a reseller below may do, what already holds there and from whom (Q-TESTQUOTA). */
import { Button, Skeleton } from '@mantine/core';
import { getLimits, setLimits } from '@ramal/contract/resellers/limits';
import { warningLines } from '@ramal/contract/api/validation';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { ApiError, endsSession } from '../foundation/api/api.ts';
import { useAction, useCall } from '../foundation/api/query.ts';
import { Initials } from '../ui/Initials.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { useAlertDialog } from '../ui/dialogs/dialogs.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { focusFirstError } from '../ui/form/focus-error.ts';
import { useToast } from '../ui/toasts.tsx';
import { formOf, type LimitForm, type LimitTexts, readForm } from './limit-form.ts';
import { LimitFields } from './LimitFields.tsx';
import './limits.css';

export interface LimitsDialogProps {
  reseller: { readonly id: number; readonly username: string };
  onClose: () => void;
}

export function LimitsDialog({ reseller, onClose }: LimitsDialogProps) {
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const params = { id: reseller.id };
  const limits = useCall(getLimits, { params });
  const save = useAction(setLimits, { refresh: [getLimits] });
  const [changed, setChanged] = useState<LimitForm>();
  const [fields, setFields] = useState<LimitTexts>({});
  const alert = useAlertDialog();
  const toast = useToast();
  const form = changed ?? (limits.data && formOf(limits.data));
  const reading = form && limits.data && readForm(form, limits.data);
  const unchanged = !reading || Object.keys({ ...reading.body, ...reading.fields }).length === 0;

  const warn = async (texts: LimitTexts, title: string, messages: string[]) => {
    setFields(texts);
    await alert({ title, tone: 'warn', messages });
    focusFirstError(element.current);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!reading || unchanged) return;
    if (Object.keys(reading.fields).length > 0) {
      await warn(reading.fields, 'Atenção', warningLines(reading.fields as Record<string, string>));
      return;
    }
    try {
      const { message } = await save.mutateAsync({ params, body: reading.body });
      onClose();
      toast({ title: message, text: `${reseller.username} · vale já no próximo clique` });
    } catch (error) {
      if (endsSession(error) || !(error instanceof ApiError)) return;
      await warn(error.fields ?? {}, error.title ?? 'Ocorreu um erro', [
        error.message,
        ...Object.values(error.fields ?? {}),
      ]);
    }
  };

  return (
    <Dialog
      opened
      onClose={onClose}
      busy={save.isPending}
      width={600}
      lead={<Initials name={reseller.username} size={42} />}
      title="Limites"
      subtitle={`${reseller.username} · cada limite vale por conta, também abaixo dela`}
      footer={
        <>
          <Button size="md" variant="default" disabled={save.isPending} onClick={onClose}>
            Cancelar
          </Button>
          <Button size="md" type="submit" form={id} disabled={unchanged} loading={save.isPending}>
            Salvar
          </Button>
        </>
      }
    >
      {limits.error ? (
        <EmptyState
          icon={IconAlertTriangle}
          tone="bad"
          title="Não deu para carregar os limites"
          text={limits.error.message}
          actions={
            <Button
              variant="default"
              loading={limits.isFetching}
              onClick={() => void limits.refetch()}
            >
              Tentar de novo
            </Button>
          }
          foot={limits.error.requestId && `Pedido ${limits.error.requestId}`}
        />
      ) : (
        <form
          id={id}
          ref={element}
          noValidate
          aria-busy={!form}
          onSubmit={(event) => void submit(event)}
        >
          {form && limits.data ? (
            <LimitFields
              limits={limits.data}
              form={form}
              fields={fields}
              onChange={(next) => {
                setChanged(next);
                setFields({});
              }}
            />
          ) : (
            <div className="limits-wait">
              {[0, 1, 2, 3, 4].map((row) => (
                <Skeleton key={row} height={58} radius={8} />
              ))}
            </div>
          )}
        </form>
      )}
    </Dialog>
  );
}
