/**
 * Loads the widgets of Turnstile and reCAPTCHA. The script of the provider renders into an element
 * and returns a token through a callback.
 */
export type WidgetProvider = 'turnstile' | 'recaptcha';

interface WidgetOptions {
  readonly sitekey: string;
  readonly theme: 'light' | 'dark';
  readonly callback: (token: string) => void;
  readonly 'expired-callback': () => void;
  readonly 'error-callback': () => void;
}

interface WidgetScript {
  render(container: HTMLElement, options: WidgetOptions): string | number;
  reset(widget: string | number): void;
  ready?(then: () => void): void;
}

declare global {
  interface Window {
    turnstile?: WidgetScript;
    grecaptcha?: WidgetScript;
  }
}

const scripts = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  recaptcha: 'https://www.google.com/recaptcha/api.js?render=explicit&hl=pt-BR',
} as const;

const loading = new Map<WidgetProvider, Promise<WidgetScript>>();

/** Loads the provider's script once. After a failure, the next call loads it again. */
export function loadWidget(provider: WidgetProvider): Promise<WidgetScript> {
  const pending = loading.get(provider);
  if (pending) return pending;
  const script = load(provider);
  loading.set(provider, script);
  script.catch(() => loading.delete(provider));
  return script;
}

const global = (provider: WidgetProvider): WidgetScript | undefined =>
  provider === 'turnstile' ? window.turnstile : window.grecaptcha;

function load(provider: WidgetProvider): Promise<WidgetScript> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = scripts[provider];
    script.async = true;
    script.addEventListener('error', () => reject(new Error(`${provider} did not load`)));
    script.addEventListener('load', () => {
      const loaded = global(provider);
      if (!loaded) reject(new Error(`${provider} is not what it should be`));
      else if (loaded.ready) loaded.ready(() => resolve(loaded));
      else resolve(loaded);
    });
    document.head.append(script);
  });
}
