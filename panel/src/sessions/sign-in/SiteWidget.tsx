import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import classes from './SiteWidget.module.css';
import { loadWidget, type WidgetProvider } from './site-widget.ts';
import { FieldError } from '../../ui/form/fields/FieldError.tsx';

interface SiteWidgetProps {
  provider: WidgetProvider;
  siteKey: string;
  /** Receives the token. Undefined after the token expired or was revoked. */
  onToken: (token: string | undefined) => void;
  /**
   * Number of the attempt. It changes after the token was used, and a new number restarts the
   * widget.
   */
  round: number;
}

/** Widget of an external provider. It replaces Ramal's own check. */
export function SiteWidget({ provider, siteKey, onToken, round }: SiteWidgetProps) {
  const container = useRef<HTMLDivElement>(null);
  const latestOnToken = useRef(onToken);
  const [failed, setFailed] = useState(false);
  const theme = useComputedColorScheme('dark');
  useEffect(() => {
    latestOnToken.current = onToken;
  });
  useEffect(() => {
    let gone = false;
    const ground = document.createElement('div');
    const draw = async () => {
      setFailed(false);
      try {
        const widget = await loadWidget(provider);
        if (gone) return;
        widget.render(ground, {
          sitekey: siteKey,
          theme,
          callback: (token) => latestOnToken.current(token),
          'expired-callback': () => latestOnToken.current(undefined),
          'error-callback': () => latestOnToken.current(undefined),
        });
      } catch {
        if (!gone) setFailed(true);
      }
    };
    container.current?.append(ground);
    latestOnToken.current(undefined);
    void draw();
    return () => {
      gone = true;
      ground.remove();
    };
  }, [provider, siteKey, theme, round]);
  return (
    <div className={classes.root}>
      <div ref={container} />
      {failed && (
        <FieldError role="alert">
          Não deu para carregar a verificação humana. Confira sua conexão e atualize a página.
        </FieldError>
      )}
    </div>
  );
}
