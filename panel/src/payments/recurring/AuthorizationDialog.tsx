/**
 * Dialog about the automatic renewal of one line: facts, history, a link for the customer, and the
 * action that ends the authorization.
 */
import { Button, Group } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { getLineAuthorization } from '@ramal/contract/payments/authorizations';
import { IconBrandWhatsapp, IconHistory, IconRepeat, IconRepeatOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import { dayInWords } from '../../foundation/dates.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { Loaded } from '../../ui/states/Loaded.tsx';
import classes from './AuthorizationDialog.module.css';
import { AuthorizationFacts } from './AuthorizationFacts.tsx';
import { AuthorizationHistory } from './AuthorizationHistory.tsx';
import { SendAuthorizationLink } from './SendAuthorizationLink.tsx';
import { useEndAuthorization } from './use-end-authorization.ts';

type Authorization = NonNullable<ResponseOf<typeof getLineAuthorization>['authorization']>;

interface AuthorizationDialogProps {
  lineId: number;
  /** Name of the customer, shown until the authorization is loaded. */
  name: string;
  username: string;
  onClose: () => void;
}

type Step = 'facts' | 'history' | 'send';

export function AuthorizationDialog({ lineId, name, username, onClose }: AuthorizationDialogProps) {
  const query = useCall(getLineAuthorization, { params: { id: lineId } });
  const [step, setStep] = useState<Step>('facts');
  const authorization = query.data?.authorization ?? undefined;
  const back = () => setStep('facts');
  if (authorization && step === 'history')
    return <AuthorizationHistory authorization={authorization} onClose={back} />;
  if (authorization && step === 'send')
    return <SendAuthorizationLink authorization={authorization} about="payment" onClose={back} />;
  const isRefused = authorization?.status === 'refused';
  return (
    <Dialog
      onClose={onClose}
      width={470}
      title={titleOf(authorization)}
      subtitle={
        <>
          {name} · <span className="mono">{username}</span>
        </>
      }
      icon={isRefused ? IconRepeatOff : IconRepeat}
      tone={isRefused ? 'bad' : 'accent'}
      footer={
        authorization && <Acts authorization={authorization} onStep={setStep} onClose={onClose} />
      }
    >
      <Loaded
        query={query}
        failed="Não deu para carregar a renovação automática"
        compact
        height={18}
        lines={5}
      >
        {() =>
          authorization ? (
            <AuthorizationFacts authorization={authorization} />
          ) : (
            <EmptyState
              compact
              tone="plain"
              icon={IconRepeatOff}
              title="Este cliente não renova sozinho"
              text="Quem escolher Renovar sozinho no portal aparece aqui."
            />
          )
        }
      </Loaded>
    </Dialog>
  );
}

function titleOf(authorization: Authorization | undefined): string {
  if (!authorization) return 'Renovação automática';
  const { status, refusal, next } = authorization;
  if (status === 'refused' && refusal) return `A cobrança de ${dayInWords(refusal.on)} não passou`;
  if (status === 'waiting') return 'Esperando o cliente autorizar';
  if (status === 'ended') return 'Não renova mais sozinho';
  return next ? `Renova sozinho em ${dayInWords(next.dueOn)}` : 'Renova sozinho';
}

interface ActsProps {
  authorization: Authorization;
  onStep: (step: Step) => void;
  onClose: () => void;
}

function Acts({ authorization, onStep, onClose }: ActsProps) {
  const end = useEndAuthorization();
  const { status } = authorization;
  return (
    <>
      {status !== 'ended' && (
        <Button
          variant="subtle"
          size="md"
          data-full
          className={classes.end}
          onClick={() => void end(authorization).then((isEnded) => isEnded && onClose())}
        >
          Encerrar autorização
        </Button>
      )}
      <Group gap="sm" wrap="nowrap" className={classes.acts}>
        <Button
          size="md"
          variant="default"
          leftSection={<IconHistory size={16} stroke={1.75} aria-hidden />}
          onClick={() => onStep('history')}
        >
          Histórico
        </Button>
        {status === 'refused' ? (
          <Button
            size="md"
            variant="whatsapp"
            leftSection={<IconBrandWhatsapp size={17} stroke={1.75} aria-hidden />}
            onClick={() => onStep('send')}
          >
            Cobrar
          </Button>
        ) : (
          <Button size="md" onClick={onClose}>
            Fechar
          </Button>
        )}
      </Group>
    </>
  );
}
