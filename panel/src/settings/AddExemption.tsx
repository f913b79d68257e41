/** Exempts a host, or gives one that is exempt its new number of days; the server alone judges it (V-73). */
import { Button } from '@mantine/core';
import { listExemptionHosts, saveExemptionHost } from '@ramal/contract/list-migrators';
import { IconPlus, IconWorld } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../foundation/api.ts';
import { countOf } from '../foundation/numbers.ts';
import { useAct } from '../foundation/query.ts';
import { useAlertDialog } from '../ui/dialogs/dialogs.tsx';
import { focusFirstError } from '../ui/form/focus-error.ts';
import { TextField } from '../ui/form/fields.tsx';
import { useToast } from '../ui/toasts.tsx';

const DEFAULT_DAYS = '30';

export function AddExemption() {
  const form = useRef<HTMLFormElement>(null);
  const [url, setUrl] = useState('');
  const [days, setDays] = useState(DEFAULT_DAYS);
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const alert = useAlertDialog();
  const toast = useToast();
  const save = useAct(saveExemptionHost, { refresh: [listExemptionHosts] });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTexts({});
    try {
      const host = await save.mutateAsync({ body: { url, limit_days: days } });
      setUrl('');
      setDays(DEFAULT_DAYS);
      toast({
        title: host.message,
        text: `${host.url} · até ${countOf(host.limit_days, 'dia', 'dias')} sem custo`,
      });
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setTexts(failure.fields);
      if (failure.fields.url || failure.fields.limit_days)
        requestAnimationFrame(() => focusFirstError(form.current));
      else
        void alert({ title: failure.title, text: failure.message, requestId: failure.requestId });
    }
  };

  return (
    <form ref={form} className="exemptions-add" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="DNS da lista de origem"
        icon={IconWorld}
        autoComplete="off"
        inputMode="url"
        spellCheck={false}
        placeholder="painel.exemplo.com"
        value={url}
        onChange={({ currentTarget: { value } }) => setUrl(value)}
        error={texts.url}
      />
      <TextField
        label="Dias sem custo"
        inputMode="numeric"
        autoComplete="off"
        value={days}
        onChange={({ currentTarget: { value } }) => setDays(value.replace(/\D/g, '').slice(0, 3))}
        error={texts.limit_days}
      />
      <Button
        type="submit"
        size="md"
        loading={save.isPending}
        leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
      >
        Isentar
      </Button>
    </form>
  );
}
