import { getCaptcha } from '@ramal/contract/sessions';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import type { WidgetProvider } from './site-widget.ts';
import { type CheckState, useAltcha } from './use-altcha.ts';

export interface HumanCheck {
  readonly kind: 'altcha' | 'widget' | 'none';
  /** State of Ramal's own check. */
  readonly state: CheckState;
  readonly widget: { provider: WidgetProvider; siteKey: string; round: number } | undefined;
  readonly onToken: (token: string | undefined) => void;
  /** Starts Ramal's check before the form is sent. */
  readonly start: () => void;
  /**
   * Returns the value to send: a solution, 'none' if no check is required, or 'missing' if the user
   * has not done the check.
   */
  readonly take: () => Promise<{ solution: string } | 'none' | 'missing'>;
  /** Requests a new solution, because each solution is valid once. */
  readonly renew: () => void;
}

/**
 * Returns the state of the human check. Ramal's own check is shown until the server reports which
 * check it requires, because most installations use it.
 */
export function useHumanCheck(): HumanCheck {
  const offer = useCall(getCaptcha, {}, { staleMs: Number.POSITIVE_INFINITY });
  const altcha = useAltcha();
  const token = useRef<string>(undefined);
  const [round, setRound] = useState(0);
  const [required, setRequired] = useState(false);
  const provider = offer.data?.provider;
  const { start, renew } = altcha;

  useEffect(() => {
    if (required && provider === 'altcha') start();
  }, [required, provider, start]);

  const take: HumanCheck['take'] = async () => {
    const check = offer.data ?? (await offer.refetch({ throwOnError: true })).data;
    if (check?.provider === 'off') return 'none';
    if (check?.provider === 'altcha') return { solution: await altcha.take() };
    return token.current ? { solution: token.current } : 'missing';
  };

  const isWidget = provider === 'turnstile' || provider === 'recaptcha';
  return {
    kind: isWidget ? 'widget' : provider === 'off' ? 'none' : 'altcha',
    state: offer.isError ? 'failed' : altcha.state,
    widget: isWidget ? { provider, siteKey: offer.data?.siteKey ?? '', round } : undefined,
    onToken: (next) => {
      token.current = next;
    },
    start: () => {
      setRequired(true);
      if (offer.isError) void offer.refetch();
      else if (altcha.state === 'failed') start();
    },
    take,
    renew: () => {
      token.current = undefined;
      setRound((before) => before + 1);
      renew();
    },
  };
}
