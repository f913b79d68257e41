/**
 * Setting of a franchise or an admin: all descendant accounts must have a second factor from a
 * given day on.
 */
import { Button, Group, Progress } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { getSecondFactorRule, setSecondFactorRule } from '@ramal/contract/second-factors';
import { IconShieldCheck, IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../foundation/numbers.ts';
import { useAction, useCall } from '../foundation/api/query.ts';
import { FreshCode } from '../second-factors/FreshCode.tsx';
import { useFreshCode } from '../second-factors/use-fresh-code.ts';
import { Loaded } from '../ui/states/Loaded.tsx';
import { DateField } from '../ui/form/fields/DateField.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import { useToast } from '../ui/toasts.tsx';
import { CodeDialog } from '../second-factors/CodeDialog.tsx';
import { SettingsCard, SettingsNote } from './SettingsCard.tsx';

type Rule = ResponseOf<typeof getSecondFactorRule>;

export function RequireSecondFactor() {
  const rule = useCall(getSecondFactorRule, {});
  const [dialog, setDialog] = useState<'set' | 'drop'>();
  const { data } = rule;
  const close = () => setDialog(undefined);
  const inForce = data?.requiredFrom ?? null;
  return (
    <SettingsCard
      icon={IconShieldCheck}
      title="Exigir 2FA de quem está abaixo"
      state={inForce && <StatusBadge tone="ok">Em vigor</StatusBadge>}
      note={
        inForce
          ? `A partir de ${inForce} só usa o painel quem tiver um segundo fator.`
          : 'A partir do dia escolhido, quem não tiver um segundo fator só consegue configurá-lo.'
      }
    >
      <Loaded query={rule} failed="Não deu para carregar a exigência" compact height={42}>
        {(current) => (
          <>
            {current.accounts > 0 && <Enrolled rule={current} />}
            <Group gap="sm">
              <Button variant="default" onClick={() => setDialog('set')}>
                {inForce ? 'Mudar o dia' : 'Exigir a partir de um dia'}
              </Button>
              {inForce && (
                <Button variant="danger-soft" onClick={() => setDialog('drop')}>
                  Deixar de exigir
                </Button>
              )}
            </Group>
          </>
        )}
      </Loaded>
      {dialog === 'set' && <SetRule day={data?.requiredFromDay ?? ''} onClose={close} />}
      {dialog === 'drop' && <DropRule onClose={close} />}
    </SettingsCard>
  );
}

const Enrolled = ({ rule: { accounts, enrolled } }: { rule: Rule }) => (
  <div>
    <SettingsNote>
      <b className="num">{formatCount(enrolled)}</b> de{' '}
      <span className="num">{formatCount(accounts)}</span>{' '}
      {accounts === 1 ? 'conta já tem' : 'contas já têm'} segundo fator
    </SettingsNote>
    <Progress size={4} mt="sm" value={(enrolled / accounts) * 100} aria-hidden />
  </div>
);

function SetRule({ day, onClose }: { day: string; onClose: () => void }) {
  const code = useFreshCode();
  const form = useForm(setSecondFactorRule, {
    initial: { from: day },
    send: ({ from }) => ({ body: from ? { from } : {} }),
    freshCode: () => code,
    refresh: [getSecondFactorRule],
    success: ({ message }) => ({ title: message }),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Exigir segundo fator?"
      icon={IconShieldLock}
      width={460}
      submitLabel="Sim, exigir"
      cancelLabel="Não"
      onClose={onClose}
    >
      <DateField
        label="A partir de"
        hint="Até lá, um aviso aparece em todas as telas de quem ainda não tem."
        {...form.field('from')}
      />
      <FreshCode code={code} disabled={form.busy} />
    </FormDialog>
  );
}

function DropRule({ onClose }: { onClose: () => void }) {
  const set = useAction(setSecondFactorRule, { refresh: [getSecondFactorRule] });
  const toast = useToast();
  return (
    <CodeDialog
      title="Deixar de exigir segundo fator?"
      submitLabel="Sim, deixar de exigir"
      danger
      run={async (code) => toast({ title: (await set.mutateAsync({ body: code })).message })}
      onClose={onClose}
    >
      <SettingsNote>
        Quem já configurou continua com o seu; os outros voltam a entrar só com a senha.
      </SettingsNote>
    </CodeDialog>
  );
}
