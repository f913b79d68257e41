import { type FormEvent, useState } from 'react';
import { Sheet } from '../../ui/Sheet.tsx';
import { Act } from '../Act.tsx';
import { notifyReturn, PortalError, type StorefrontPage } from '../api.ts';
import { callProblem } from '../test/call-problem.ts';
import { Consent } from '../test/Consent.tsx';
import { HumanCheckBox } from '../test/HumanCheckBox.tsx';
import { PhoneField } from '../test/PhoneField.tsx';
import { Problem } from '../test/Problem.tsx';
import { useHumanCheck } from '../test/use-human-check.ts';
import { useVisitorForm } from '../test/use-visitor-form.ts';
import pageClasses from '../../portal.module.css';

interface NotifySheetProps {
  page: StorefrontPage;
  onClose: () => void;
}

const FAILED = 'Não deu para guardar seu número. Tente de novo.';

/** Asks for the number that gets one message when tests are available again. */
export function NotifySheet({ page, onClose }: NotifySheetProps) {
  const form = useVisitorForm(page.slug, { needsDevice: false, needsConsent: true });
  const check = useHumanCheck();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(undefined);
    const fields = await form.read();
    if (!fields) return;
    setBusy(true);
    try {
      const proof = await check.take();
      const { phone } = fields;
      setDone((await notifyReturn(page.slug, { phone, consent: true, ...proof })).message);
    } catch (error) {
      if (!(error instanceof PortalError && form.showRefused(error)))
        setProblem(callProblem(error, FAILED));
      check.retry();
    }
    setBusy(false);
  };
  return (
    <Sheet title="Avisar quando voltar" isBusy={busy} onClose={onClose}>
      {done ? (
        <>
          <p role="status">{done}</p>
          <Act onClick={onClose}>Fechar</Act>
        </>
      ) : (
        <form className={pageClasses.form} noValidate onSubmit={(event) => void submit(event)}>
          <PhoneField
            value={form.phone}
            hint="Uma mensagem só, quando os testes voltarem."
            error={form.errors.phone}
            isFirst
            onChange={form.setPhone}
          />
          <HumanCheckBox check={check} />
          <Consent isGiven={form.hasConsent} error={form.errors.consent} onChange={form.setConsent}>
            Aceito receber uma mensagem de {page.name} quando os testes voltarem.
          </Consent>
          <Problem>{problem}</Problem>
          <Act type="submit" isBusy={busy}>
            Avisar quando voltar
          </Act>
        </form>
      )}
    </Sheet>
  );
}
