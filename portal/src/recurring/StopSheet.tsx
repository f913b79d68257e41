import { useEffect, useRef, useState } from 'react';
import { type Authorization, endAuthorization, PortalError } from '../api.ts';
import { formatDay } from '../format.ts';
import pageClasses from '../portal.module.css';
import { Sheet } from '../ui/Sheet.tsx';
import { FactList } from './FactList.tsx';
import { done, hand, repeat } from './icons.ts';

interface StopSheetProps {
  keyText: string;
  authorization: Authorization;
  expiresAt: number;
  onClose: () => void;
  onStopped: () => void;
  onKeyInvalid: (why: string) => void;
}

/** Dialog that asks for a confirmation before it ends the automatic renewal. */
export function StopSheet({
  keyText,
  authorization,
  expiresAt,
  onClose,
  onStopped,
  onKeyInvalid,
}: StopSheetProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button that changes nothing gets the focus first.
    stay.current?.focus();
  }, []);
  const stop = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await endAuthorization(keyText, authorization);
      onStopped();
    } catch (error) {
      setBusy(false);
      if (error instanceof PortalError && error.isKeyInvalid) onKeyInvalid(error.message);
      else setProblem((error as Error).message);
    }
  };
  return (
    <Sheet title="Parar de renovar sozinho?" isBusy={busy} onClose={onClose}>
      <FactList
        facts={[
          { icon: done, text: `Seu plano continua até ${formatDay(expiresAt)}.` },
          { icon: hand, text: 'Nenhuma cobrança nova sai, e não há multa.' },
          { icon: repeat, text: 'Para voltar, é preciso autorizar de novo.' },
        ]}
      />
      {problem && (
        <p className={pageClasses.bad} role="alert">
          {problem}
        </p>
      )}
      <button
        type="button"
        className={pageClasses.main}
        data-tone="bad"
        disabled={busy}
        onClick={() => void stop()}
      >
        {busy ? 'Parando…' : 'Sim, parar'}
      </button>
      <button
        ref={stay}
        type="button"
        className={pageClasses.quietAct}
        disabled={busy}
        onClick={onClose}
      >
        Não
      </button>
    </Sheet>
  );
}
